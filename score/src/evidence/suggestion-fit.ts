import type { SuggestionEntry, SuggestionKind } from '../lexicon/lexicon.ts'
import { byteAt, intAt } from '../numbers.ts'
import {
  APOSTROPHE,
  CLOSE_QUOTE,
  DOUBLE_QUOTE,
  hashWord,
  kindOf,
  NEWLINE,
  OPEN_QUOTE,
  SHAPE,
  SPACE,
  type Words,
} from '../reading/reading.ts'
import { rememberEach } from '../remember.ts'
import { ROLE, roleOf } from './suggestion-roles.ts'

// Where an alternative fits, told from the few words beside the loaded one. Where it would not read right, none is offered.

export interface Alternative {
  readonly text: string
  readonly kind: SuggestionKind
  // What stands for a past tense after "has", "was" or "the": "Prices have risen".
  readonly participle: string | undefined
  readonly form: 'base' | 'present' | 'ing' | 'past' | 'phrase'
}

// The words of a text that the alternative would replace.
interface WordSpan {
  readonly from: number
  readonly to: number
}

const PARTICIPLES: Readonly<Record<string, string>> = {
  rose: 'risen',
  fell: 'fallen',
  took: 'taken',
  broke: 'broken',
  gave: 'given',
  grew: 'grown',
  spoke: 'spoken',
  overrode: 'overridden',
}

export function alternativeOf({ loaded, neutral, kind }: SuggestionEntry): Alternative {
  const isPast = /^[a-z-]+ed\b/.test(loaded)
  const participle = isPast ? neutral.replace(/^[a-z]+/, (verb) => PARTICIPLES[verb] ?? verb) : undefined
  return { text: neutral, kind, participle, form: formOf(loaded, isPast) }
}

function formOf(loaded: string, isPast: boolean): Alternative['form'] {
  if (isPast) return 'past'
  if (loaded.includes(' ')) return 'phrase'
  if (loaded.endsWith('ing')) return 'ing'
  return loaded.endsWith('s') ? 'present' : 'base'
}

export function fitAlternative(words: Words, place: WordSpan, alternative: Alternative): string | undefined {
  const { text, kind } = alternative
  if (isSaidAlready(words, place, text) || isTitled(words, place) || isQuoted(words, place.from)) return undefined
  if (isPartOfName(words, place)) return undefined
  if (isUnfit(words, place, alternative)) return undefined
  if (kind === 'attributive' && !standsBeforeNoun(words, place)) return undefined
  if (text === '') return canBeLeftOut(words, place, kind) ? text : undefined
  if (kind === 'verb') return fitVerb(words, place, alternative)
  if (kind === 'saying') return tellsWhat(words, place) ? fitVerb(words, place, alternative) : undefined
  if (kind === 'noun') return fitsNoun(words, place, text) ? text : undefined
  if (kind === 'adverb' && text === 'well') return isBeforeAnother(words, place.to) ? undefined : text
  if (kind === 'adjective' && !saysHow(words, place)) return undefined
  return isCompared(words, place) && text.length <= SHORT_MAX ? undefined : text
}

const hashesOf = (words: string): ReadonlySet<number> => new Set(words.split(' ').map(hashWord))
const PERSONS =
  'figure politician person leader leaders historian historians author writer artist scientist critic critics man woman character xenophobe racist sexist misogynist bigot liar ceo chief director minister president mayor senator governor king queen prince bishop pope judge general officer founder owner coach player manager actor actress singer rapper host commentator activist preacher pastor cleric imam professor scholar economist philosopher billionaire businessman entrepreneur lawmaker congressman candidate secretary adviser ambassador commissioner'
// What an alternative cannot stand before: nobody is "debated", and "unleashed on them" is not "started on them".
const UNFIT_BEFORE: Readonly<Record<string, ReadonlySet<number>>> = {
  debated: hashesOf(PERSONS),
  uncertain: hashesOf(PERSONS),
  widespread: hashesOf(PERSONS),
}
const PERSON_ENDINGS = ['er', 'or', 'ist', 'ian', 'man']
const BEING = hashesOf('is are was were be been')
const NOT_HASH = hashWord('not')

function isUnfit(words: Words, { from, to }: WordSpan, { text, participle }: Alternative): boolean {
  if (to < words.count && UNFIT_BEFORE[text]?.has(intAt(words.hash, to))) return true
  if (text === 'debated' && PERSON_ENDINGS.some((ending) => to < words.count && endsIn(words, to, ending))) return true
  // "Of course not." and "is plunged into": without an object, they cannot be said otherwise.
  if (text === '' && to - from > 1 && to < words.count && intAt(words.hash, to) === NOT_HASH) return true
  return participle === 'fallen' && from > 0 && BEING.has(intAt(words.hash, from - 1))
}

const ENOUGH_HASH = hashWord('enough')
// With one of these before it, an adjective is what is claimed: "the number of memorable films", "without credible evidence".
const CLAIMING = hashesOf('number share amount lack without no not never only any few fewer nothing neither nor hardly')
const CLAIM_REACH = 3
// Nouns that say nothing alone: "a shameful thing" is not "a thing".
const EMPTY_NOUNS = hashesOf(
  'thing things person people man men woman women way ways time times day days place one ones job idea work part kind sort moment look result results effect role example reason step act manner sense level state condition experience story feeling mood tone light note word words process situation human being creature affair matter business period case amount number scale game match season year night display',
)
const PARAGRAPH_REACH = 2000

// Nobody changes what others said: between marks of quotation, also of one that opened sentences before.
function isQuoted(words: Words, at: number): boolean {
  const quotes = quotesIn(words)
  const { text, start } = words
  const end = intAt(start, at)
  const from = Math.max(0, text.lastIndexOf('\n\n', end), end - PARAGRAPH_REACH)
  let isOpen = false
  let next = firstFrom(quotes, from)
  for (; next < quotes.length && intAt(quotes, next) < end; next++) {
    const kind = kindOf(text.charCodeAt(intAt(quotes, next)))
    if (kind === OPEN_QUOTE || text.charCodeAt(intAt(quotes, next)) === TEX_QUOTE) isOpen = true
    else if (kind === DOUBLE_QUOTE) isOpen = !isOpen
    else isOpen = false
  }
  return isOpen || closes(words, quotes[next])
}

// What ends with a mark that nothing opened here was opened in another part of the text.
function closes({ text }: Words, at: number | undefined): boolean {
  if (at === undefined || kindOf(text.charCodeAt(at)) !== DOUBLE_QUOTE) return false
  return !isBlank(text.charCodeAt(at - 1)) && !/^[\p{L}\d]/u.test(text.slice(at + 1))
}

const TEX_QUOTE = 0x60
/** Where the double marks of quotation stand. */
const quotesIn = rememberEach(({ text }: Words) =>
  Int32Array.from(text.matchAll(/["«»“”„]|``|''/g), ({ index }) => index),
)

/** Of places in order, which is the first that is not before this one. */
function firstFrom(places: Int32Array, from: number): number {
  let [first, end] = [0, places.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if (intAt(places, middle) < from) first = middle + 1
    else end = middle
  }
  return first
}

const NEAR_WORDS = 3

// "scapegoated and blamed" would become "blamed and blamed".
function isSaidAlready(words: Words, { from, to }: WordSpan, text: string): boolean {
  const hash = hashWord(text)
  for (let at = Math.max(0, from - NEAR_WORDS); at < Math.min(words.count, to + NEAR_WORDS); at++)
    if ((at < from || at >= to) && intAt(words.hash, at) === hash) return true
  return false
}

// "the regime", "a brutal regime", "the Biden regime", but not "the embargo regime", "like cronies" or, with more than one word,
// "an immigration hardliner".
function fitsNoun(words: Words, { from }: WordSpan, text: string): boolean {
  const before = roleBefore(words, passAdverbs(words, from))
  if (before & (ROLE.verbFollows | ROLE.comparison) || (before & ROLE.oneOf && PLURAL.test(text))) return false
  if (followsComma(words, from)) return false
  if (before !== 0 || !followsWord(words, from)) return true
  return !text.includes(' ') && (isName(words, from - 1) || endsLikeAdjective(words, from - 1))
}

const PLURAL = /[^s]s$/

// A name, or the first word of a title: "Amazing Grace", "Pandemonium: how it began".
function isTitled(words: Words, { from, to }: WordSpan): boolean {
  if (isName(words, from) || !isCapital(words, from)) return isName(words, from)
  return goesOn(words, to) ? isCapital(words, to) : words.text.charAt(intAt(words.end, to - 1)) === ':'
}

// "APIs.guru", "/slashes", "really_fast".
function isPartOfName({ text, start, end }: Words, { from, to }: WordSpan): boolean {
  const [first, last] = [intAt(start, from), intAt(end, to - 1)]
  return /[\w./\\@-]/.test(text.charAt(first - 1)) || /^(?:[\\/@_]|[.-]\w)/.test(text.slice(last, last + 2))
}

function isCapital(words: Words, at: number): boolean {
  return (byteAt(words.shape, at) & SHAPE.capital) !== 0
}

function isName(words: Words, at: number): boolean {
  return isCapital(words, at) && !isOpening(words, at)
}

const ADJECTIVE_ENDING =
  /(?:al|ic|ous|ive|ed|ish|ful|less|an|ese|ant|ent|ary|ory|able|ible|ar|old|new|big|own|other|many|few|several|most|all)$/

function endsLikeAdjective(words: Words, at: number): boolean {
  return ADJECTIVE_ENDING.test(words.text.slice(intAt(words.start, at), intAt(words.end, at)))
}

// "well" stands behind a verb or before a participle: "played well", "well made", but not "well simple".
function isBeforeAnother(words: Words, to: number): boolean {
  return goesOn(words, to) && !(roleAt(words, to) & (ROLE.preposition | ROLE.joining)) && !endsIn(words, to, 'ed')
}

function endsIn(words: Words, at: number, ending: string): boolean {
  return words.text.slice(intAt(words.start, at), intAt(words.end, at)).endsWith(ending)
}

// An adjective stands before its noun, or behind a verb that says how something is: not "rats ran rampant and".
function saysHow(words: Words, { from, to }: WordSpan): boolean {
  const before = roleBefore(words, passAdverbs(words, from))
  if (before & (ROLE.determiner | ROLE.linking | ROLE.degree | ROLE.joining | ROLE.preposition)) return true
  return goesOn(words, to) && !(roleAt(words, to) & NO_NOUN)
}

// "a supposed friend", but not "is supposed to".
function standsBeforeNoun(words: Words, { from, to }: WordSpan): boolean {
  return (roleBefore(words, from) & ROLE.determiner) !== 0 && goesOn(words, to) && !(roleAt(words, to) & NO_NOUN)
}

const NO_NOUN = ROLE.preposition | ROLE.joining | ROLE.finite | ROLE.to | ROLE.for

// The sentence has to go on right behind the gap. An adverb may go, but not from "treated appallingly by" or "not really happy";
// an adjective only from before its noun: from "a stunning view", but not from "the view was stunning", "a truly stunning view" or
// "a large and stunning view".
function canBeLeftOut(words: Words, { from, to }: WordSpan, kind: SuggestionKind): boolean {
  if (!goesOn(words, to) || intAt(words.hash, to) === ENOUGH_HASH) return false
  const next = roleAt(words, to)
  const before = roleBefore(words, from)
  // "very, very late"
  const isKept = before & (ROLE.negation | ROLE.degree) || followsComma(words, from)
  if (kind === 'adverb') return !(next & (ROLE.preposition | ROLE.joining) || isKept)
  // "a mind-blowing two minutes"
  if (before & ROLE.oneOf && (next & ROLE.number || byteAt(words.shape, to) & SHAPE.number)) return false
  if (next & NO_NOUN || before & (ROLE.linking | ROLE.degree | ROLE.negation | ROLE.to)) return false
  if (before & ROLE.joining || followsComma(words, from) || isClaimed(words, from)) return false
  if (EMPTY_NOUNS.has(intAt(words.hash, to)) && (before & (ROLE.oneOf | ROLE.determiner)) !== ROLE.determiner)
    return false
  return !(followsWord(words, from) && isAdverb(words, from - 1))
}

function isClaimed(words: Words, from: number): boolean {
  for (let at = from; at > from - CLAIM_REACH && followsWord(words, at); at--)
    if (CLAIMING.has(intAt(words.hash, at - 1))) return true
  return false
}

// "more good" is no English, "more unpleasant" is.
function isCompared(words: Words, { from }: WordSpan): boolean {
  return (roleBefore(words, from) & ROLE.comparing) !== 0
}

const SHORT_MAX = 5
const COMMA = 0x2c
// A verb where a noun would stand ("the slam", "a thrashing", "in triumph") is another word.
function fitVerb(words: Words, place: WordSpan, alternative: Alternative): string | undefined {
  const { text, form, participle } = alternative
  const before = roleBefore(words, passAdverbs(words, place.from))
  if (form === 'past')
    return isListedWithOthers(words, place) ? undefined : before & PARTICIPLE_FOLLOWS ? participle : text
  if (form === 'ing') return isNounLike(words, place, before) && !isRisingNoun(words, place, text) ? undefined : text
  if (form === 'present') return before & NO_PRESENT || isPluralNoun(words, place, alternative) ? undefined : text
  if (form === 'phrase') return before & ROLE.determiner ? undefined : text
  if (isVerbHere(words, place, before)) return text
  return undefined
}

const NO_PRESENT = ROLE.determiner | ROLE.preposition | ROLE.to | ROLE.number
const RISES = new Set(['rises', 'falls', 'grows', 'increases'])

// "trailing slashes are", "slashes (and backslashes)", but not "slashes taxes".
function isPluralNoun(words: Words, { to }: WordSpan, { text, kind }: Alternative): boolean {
  if (kind !== 'verb' || RISES.has(text)) return false
  return !goesOn(words, to) || (roleAt(words, to) & (ROLE.preposition | ROLE.joining | ROLE.finite)) !== 0
}

// "the meddling", "Russian meddling": what is done has a name there.
function isNounLike(words: Words, { from }: WordSpan, before: number): boolean {
  return (
    (before & ROLE.determiner) !== 0 ||
    (followsWord(words, from) && (isName(words, from - 1) || endsLikeAdjective(words, from - 1)))
  )
}

// "a weird, fearless, empowered and funny rapper": there it says what somebody is like, not what was done.
function isListedWithOthers(words: Words, { from, to }: WordSpan): boolean {
  const isBehindComma = followsComma(words, from)
  return isBehindComma && goesOn(words, to) && (roleAt(words, to) & ROLE.joining) !== 0
}

// "the soaring cost" rises; "his lauding description" commends somebody, and would need to say whom.
function isRisingNoun(words: Words, place: WordSpan, text: string): boolean {
  return standsBeforeNoun(words, place) && INTRANSITIVE.has(text)
}

const INTRANSITIVE = new Set(['rising', 'falling', 'growing', 'increasing', 'declining'])

const PARTICIPLE_FOLLOWS = ROLE.helping | ROLE.determiner

// The bare form is a verb after "to", "will" or "they", after a plural ("prices soar"), and before its object.
function isVerbHere(words: Words, { from, to }: WordSpan, before: number): boolean {
  if (before & (ROLE.determiner | ROLE.preposition)) return false
  if (before & (ROLE.to | ROLE.verbFollows)) return true
  if (goesOn(words, to) && roleAt(words, to) & ROLE.determiner) return true
  return followsWord(words, from) && letterFromEnd(words, from - 1, 1) === 0x73
}

// A verb of saying needs what is said: a clause behind it, or a quotation beside it.
function tellsWhat(words: Words, place: WordSpan): boolean {
  return opensClause(words, place.to) || isBesideQuotation(words, place)
}

const CLAUSE_REACH = 6
// "claimed that …", "claimed he …", "claimed the old bridge was …", but not "claimed the prize".
function opensClause(words: Words, to: number): boolean {
  if (!goesOn(words, to)) return false
  if (roleAt(words, to) & ROLE.clause) return true
  for (let at = to; at < to + CLAUSE_REACH && goesOn(words, at); at++) {
    const role = roleAt(words, at)
    if (role & (ROLE.joining | ROLE.to)) return false
    if (role & ROLE.finite) return at > to
  }
  return false
}

const SPEAKER_WORDS_MAX = 3
// `"It works," the minister claimed`, or `She claimed: "It works."`
function isBesideQuotation(words: Words, { from, to }: WordSpan): boolean {
  const { text } = words
  let next = intAt(words.end, to - 1)
  if (text.charCodeAt(next) === COMMA || text.charCodeAt(next) === 0x3a) next++
  if (isBlank(text.charCodeAt(next)) && isDoubleQuote(text.charCodeAt(next + 1))) return true
  for (let at = from; at >= 0 && at >= from - SPEAKER_WORDS_MAX; at--) {
    if (isOpening(words, at)) return false
    let before = intAt(words.start, at) - 1
    if (!isBlank(text.charCodeAt(before--))) continue
    if (text.charCodeAt(before) === COMMA) before--
    if (isDoubleQuote(text.charCodeAt(before))) return true
  }
  return false
}

// The first word before this one that is no adverb, as the position behind it.
function passAdverbs(words: Words, from: number): number {
  let at = from
  while (at > from - ADVERBS_MAX && followsWord(words, at) && isAdverb(words, at - 1)) at--
  return at
}

const ADVERBS_MAX = 3
function isAdverb(words: Words, at: number): boolean {
  const role = roleAt(words, at)
  if (role & (ROLE.adverb | ROLE.endsLikeAdverb)) return (role & ROLE.adverb) !== 0
  return letterFromEnd(words, at, 1) === 0x79 && letterFromEnd(words, at, 2) === 0x6c
}

function letterFromEnd(words: Words, at: number, back: number): number {
  return words.text.charCodeAt(intAt(words.end, at) - back)
}

function roleAt(words: Words, at: number): number {
  return at < words.count ? roleOf(intAt(words.hash, at)) : 0
}

// The role of the word right before. "minister's" stands like "his"; "he's" is "he is" or "he has".
function roleBefore(words: Words, at: number): number {
  if (followsWord(words, at)) return roleAt(words, at - 1)
  if (isOpening(words, at) || !isShortened(words, at - 1)) return 0
  return roleAt(words, at - 1) & ROLE.verbFollows ? ROLE.helping | ROLE.linking : ROLE.determiner
}

const SHORTENED_GAP = 3
// Words end before an "'s".
function isShortened(words: Words, at: number): boolean {
  const end = intAt(words.end, at)
  return intAt(words.start, at + 1) - end === SHORTENED_GAP && kindOf(words.text.charCodeAt(end)) === APOSTROPHE
}

function goesOn(words: Words, to: number): boolean {
  return to < words.count && followsWord(words, to)
}

// Whether the word before is of the same sentence, with nothing but a blank between.
function followsWord(words: Words, at: number): boolean {
  if (isOpening(words, at)) return false
  const end = intAt(words.end, at - 1)
  return intAt(words.start, at) - end === 1 && isBlank(words.text.charCodeAt(end))
}

function followsComma(words: Words, at: number): boolean {
  return !isOpening(words, at) && words.text.charCodeAt(intAt(words.end, at - 1)) === COMMA
}

function isOpening(words: Words, at: number): boolean {
  return at <= 0 || (byteAt(words.shape, at) & SHAPE.opening) !== 0
}

function isBlank(unit: number): boolean {
  const kind = kindOf(unit)
  return kind === SPACE || kind === NEWLINE
}

function isDoubleQuote(unit: number): boolean {
  const kind = kindOf(unit)
  return kind === DOUBLE_QUOTE || kind === OPEN_QUOTE || kind === CLOSE_QUOTE
}
