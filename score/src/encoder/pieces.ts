import { intAt } from '../numbers.ts'
import { frameEnd, hashWord, isRegret, SHAPE, type Units } from '../reading/reading.ts'
import { rememberEach } from '../remember.ts'
import { namesIn } from './names.ts'

// Units → word pieces, what the encoder reads. Names, groups and numbers stand as one constant word for their class, so that
// swapping one for another cannot move a score.

/** The word that stands for every member of a class. */
const CLASS_WORDS: Readonly<Record<string, string>> = {
  '<a>': 'a',
  '<name>': 'smith',
  '<he>': 'he',
  '<him>': 'his',
  '<himself>': 'himself',
  '<man>': 'man',
  '<men>': 'men',
  '<relative>': 'parent',
  '<relatives>': 'parents',
  '<spouse>': 'partner',
  '<spouses>': 'partners',
  '<title>': 'mr',
  '<office>': 'officer',
  '<group>': 'european',
  '<groups>': 'europeans',
  '<faith>': 'religion',
  '<creed>': 'ideology',
  '<temple>': 'church',
  '<temples>': 'churches',
  '<cleric>': 'priest',
  '<clerics>': 'priests',
  '<scripture>': 'bible',
  legal: 'legal',
}
const NUMBER_WORD = '10'
const CLASS_BY_HASH = new Map(Object.entries(CLASS_WORDS).map(([name, word]) => [hashWord(name), word]))

const PUNCTUATION = new Set('.,!?;:"\'()-%$&/*#')
const ALIKE = new Map(Object.entries({ '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '.' }))
const GAP_MARKS_MAX = 3
/** Marks that end a sentence or lead to the next one: one of them is read, and a full stop if there is none. */
const ENDS = new Set('.!?,;:-')
/** Stands for the words of a quotation with a speaker. */
const QUOTED_WORD = 'this'
// The reading takes the ending of a possessive off its word.
// What somebody should be allowed and what they should not be allowed are two sides of one question: both are read as the first.
const DENIED =
  /(?<=\b(?:should|must|ought|shall)\s{1,9}(?:to\s{1,9})?)not(?=\s{1,9}(?:to\s{1,9})?(?:(?:be|get|have\s{1,9}to\s{1,9}be)\s{1,9}(?:allowed|able|permitted|entitled|eligible|free|granted|given|required|obliged|forced|compelled|compulsory|mandatory|legal|illegal)|have\s{1,9}(?:the\s{1,9}|a\s{1,9}|any\s{1,9})?(?:rights?|access|to)|need|receive|adopt|marry|vote)\b)/i
// So are what is right and what is not, and what we need and do not, unless it is said of people.
const DENIED_OF_THINGS =
  /(?<=\bit\s{1,9}is\s{1,9})not(?=\s{1,9}(?:right|wrong|fair|unfair|good|bad|wise|time)\s{1,9}to\b)|(?<=\bwe\s{1,9})(?:do\s{1,9}not|don['’]t)(?=\s{1,9}need\b)/i
const POSSESSIVE = /^s(?![a-z])/i
const WORD_MAX = 64

interface Token {
  readonly word: string
  /** The unit it comes from; -1 for a mark between units, and for what is quoted. */
  readonly unit: number
}

/**
 * The words and marks of sentence `index`, in order. A full stop stands at the end of every sentence, whatever mark it ends with, and
 * nowhere else, so the end decides nothing. What somebody else is quoted with is one constant word.
 */
export function readTokens(units: Units, index: number): Token[] {
  const tokens: Token[] = []
  const { words } = units
  const { from, to } = units.sentences[index] ?? { from: 0, to: 0 }
  const sentence = words.sentences[index]
  let at = sentence?.start ?? 0
  let isQuoted = false
  const framed = frameEnd(words, at)
  const said = words.text.slice(at, sentence?.end ?? at)
  const denied = DENIED.exec(said) ?? (namesIn(units, index) ? undefined : DENIED_OF_THINGS.exec(said))
  const deniedFrom = denied ? at + denied.index : -1
  const deniedTo = deniedFrom + (denied?.[0].length ?? 0)
  for (let unit = from; unit < to; unit++) {
    const first = units.first[unit] ?? 0
    const start = intAt(words.start, first)
    if (start < framed || isRegret(words, first) || (deniedFrom <= start && start < deniedTo)) {
      at = Math.max(words.end[units.last[unit] ?? 0] ?? at, framed)
      continue
    }
    const goesOn = isQuoted && isQuotation(units, unit)
    if (!goesOn) readGap(words.text, at, start, tokens)
    at = words.end[units.last[unit] ?? 0] ?? at
    isQuoted = isQuotation(units, unit)
    if (goesOn) continue
    const classWord = isQuoted ? QUOTED_WORD : CLASS_BY_HASH.get(units.hash[unit] ?? 0)
    if (classWord !== undefined) tokens.push({ word: classWord, unit: isQuoted ? -1 : unit })
    else if ((words.shape[first] ?? 0) & SHAPE.number) tokens.push({ word: NUMBER_WORD, unit })
    else splitWord(words, { first, end: at, unit }, tokens)
  }
  readEnd(words.text.slice(at, sentence?.end ?? at), tokens)
  return tokens
}

function isQuotation({ weight }: Units, unit: number): boolean {
  return (weight[unit] ?? 1) < 1
}

function readGap(text: string, from: number, to: number, into: Token[]): void {
  const between = text.slice(from, to)
  // Marks of a tag are no marks of the text.
  const gap = between.includes('<') ? between.replace(/<[^<>]{1,200}>/g, '') : between
  let marks = 0
  for (let at = 0; at < gap.length && marks < GAP_MARKS_MAX; at++) {
    const char = gap[at] ?? ''
    const mark = ALIKE.get(char) ?? char
    if (mark === '.' || !PUNCTUATION.has(mark)) continue
    into.push({ word: mark, unit: -1 })
    marks++
    if (mark === "'" && POSSESSIVE.test(gap.slice(at + 1, at + 3))) into.push({ word: 's', unit: -1 })
  }
}

// Closing marks first, then a full stop, whatever ends the sentence: "no." and no!" are read alike.
function readEnd(gap: string, into: Token[]): void {
  // What stood in an attribute ends with its tag.
  const shown = gap.includes('>') ? gap.replace(/["'][^<"']*>.*$/s, '') : gap
  const closing = Array.from(shown, (char) => (ENDS.has(ALIKE.get(char) ?? char) ? ' ' : char)).join('')
  readGap(closing, 0, closing.length, into)
  into.push({ word: '.', unit: -1 })
}

const PLAIN_WORD = /^[a-z]+$/

/** Plain words by their hash, 1 MB: to compare one with the text takes less time than to cut it out, and its place in the vocabulary is found at once. */
const PLAIN_WORDS_MAX = 5_000
const plainWords = new Map<number, string>()

interface Surface {
  readonly first: number
  /** Where the word ends in the text. */
  readonly end: number
  readonly unit: number
}

/** Lower case, without accents, apart at every mark inside the word, as the encoder's vocabulary has it. */
function splitWord({ text, start: starts, hash }: Units['words'], { first, end, unit }: Surface, into: Token[]): void {
  const start = intAt(starts, first)
  const known = plainWords.get(intAt(hash, first))
  if (known?.length === end - start && text.startsWith(known, start)) {
    into.push({ word: known, unit })
    return
  }
  const surface = text.slice(start, Math.min(end, start + WORD_MAX))
  const lower = surface.toLowerCase()
  if (PLAIN_WORD.test(lower)) {
    if (lower === surface && surface.length === end - start) rememberPlain(intAt(hash, first), lower)
    into.push({ word: lower, unit })
    return
  }
  const plain = lower.normalize('NFD').replace(/\p{M}/gu, '')
  for (const part of plain.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu) ?? [])
    into.push({ word: ALIKE.get(part) ?? part, unit })
}

function rememberPlain(hash: number, word: string): void {
  if (plainWords.size >= PLAIN_WORDS_MAX) plainWords.clear()
  plainWords.set(hash, copied(word))
}

/** Engines keep the whole text alive for a piece that was cut out of it. */
function copied(word: string): string {
  return Array.from(word).join('')
}

export interface PieceVocabulary {
  readonly ids: ReadonlyMap<string, number>
  readonly unknown: number
}

const CONTINUES = '##'

/** Words of several pieces that are remembered, 1 MB: most of a text's are in it again when one sentence has changed. */
const REMEMBERED_WORDS_MAX = 5_000
const rememberedWords = rememberEach((_: PieceVocabulary) => new Map<string, readonly number[]>())

/** The longest known pieces of a word, from the left; a word with a part that is not known is one unknown piece. */
export function splitPieces(vocabulary: PieceVocabulary, word: string): readonly number[] {
  const whole = vocabulary.ids.get(word)
  if (whole !== undefined) return [whole]
  const remembered = rememberedWords(vocabulary)
  const known = remembered.get(word)
  if (known) return known
  const pieces = cutWord(vocabulary, word)
  if (remembered.size >= REMEMBERED_WORDS_MAX) remembered.clear()
  remembered.set(copied(word), pieces)
  return pieces
}

function cutWord({ ids, unknown }: PieceVocabulary, word: string): number[] {
  const pieces: number[] = []
  for (let from = 0; from < word.length; ) {
    const lead = from === 0 ? '' : CONTINUES
    let to = word.length
    let id: number | undefined
    while (to > from && id === undefined) id = ids.get(lead + word.slice(from, to--))
    if (id === undefined) return [unknown]
    pieces.push(id)
    from = to + 1
  }
  return pieces
}
