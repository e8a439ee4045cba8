import { INSULT_MARK_MIN, PUFFERY_MARK_MIN } from '../certificate.ts'
import { CATEGORIES, unmistakable } from '../lexicon/lexicon.ts'
import { byteAt, floatAt, intAt, sentenceAt } from '../numbers.ts'
import { hashWord, type OwnWords, SHAPE } from '../reading/reading.ts'
import type { Scored } from '../scoring/scoring.ts'
import { claimedBy, weighFlagged } from './flagged.ts'
import { isOurWord, lookUpPhrase, type Phrase, suggestionFor } from './phrases.ts'

export { codedSentences } from './coded.ts'
export { withGain } from './suggestion-gain.ts'

// The words a score rests on, those first that are heavy and that readers mark, then whole sentences; each word with a neutral alternative where we
// have one: a suggestion to look again, never a verdict on a word.

/** `flagged` are a caller's own words. */
export const EVIDENCE_KINDS = ['loaded', 'generalisation', 'flagged', ...CATEGORIES] as const

export interface Evidence {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly kind: (typeof EVIDENCE_KINDS)[number]
  readonly direction: 'positive' | 'negative' | 'neutral'
  // What the word adds to the logit of its sentence.
  readonly weight: number
  readonly suggestion?: string
}

const EVIDENCE_MAX = 200
const SHARE_MIN = 0.15
const MARK_MIN = 0.1
// With the encoder's marks in it, a probability says more.
const DEEP_MARK_MIN = 0.2
const EDITED_MIN = 0.3
const TONE_MIN = 0.08
// What a word that no reader would mark still counts for in the order.
const UNMARKED_RANK = 0.3

interface JudgedSentence {
  readonly start: number
  readonly end: number
  readonly ainScore: number
  readonly deep?: { readonly good: number; readonly bad: number } | undefined
}

interface Judgement {
  readonly tones: Float32Array
  readonly judged: readonly JudgedSentence[]
  readonly withheldBy: readonly { readonly start: number; readonly end: number; readonly why: string }[]
  readonly own: OwnWords | undefined
}

interface Listed {
  /** Flagged words first, in the order of the text. */
  readonly evidence: Evidence[]
  /** How many were found beyond those listed. */
  readonly left: number
}

export function listEvidence(scored: Scored, { tones, judged, withheldBy, own }: Judgement): Listed {
  const claimed = claimedBy(own)
  const found = findLoaded(scored, judged[0]?.deep ? DEEP_MARK_MIN : MARK_MIN).filter(
    (unit) => !claimed?.[intAt(scored.units.first, unit)],
  )
  if (found.length > 1) found.sort((a, b) => rankOf(scored, b) - rankOf(scored, a) || a - b)
  const { evidence, left } = listFlagged(scored, own)
  const groups = withheldBy.filter(({ why }) => why === 'generalisation').slice(0, EVIDENCE_MAX - evidence.length)
  for (let i = 0; i < found.length && evidence.length < EVIDENCE_MAX - groups.length; i++) {
    const unit = found[i] ?? 0
    const phrase = lookUpPhrase(scored.units.words, intAt(scored.units.first, unit), claimed)
    if (isFunctionWord(scored, phrase) || isListed(scored, phrase, evidence)) continue
    const place = intAt(scored.units.words.start, phrase.from)
    const sentence = sentenceAt(judged, place)
    if (isPlain(sentence, phrase)) continue
    evidence.push(describe(scored, { unit, phrase, direction: sideOf(floatAt(tones, unit), sentence?.deep) }))
  }
  evidence.push(...groups.map((sentence) => generalise(scored, sentence)))
  return { evidence, left: left + Math.max(0, found.length - EVIDENCE_MAX) }
}

const FUNCTION_WORDS: ReadonlySet<number> = new Set(
  `i me my mine we us our ours you your yours he him his she her hers it its they them their theirs this that these those who whom whose which
  what there here a an the and or but nor so yet if then than as because while when where why how of in on at by for with from to into onto
  over under about against between through during after before without within per off out up down is are was were am be been being do does
  did doing done have has had having will would can could may might must shall should not no yes only just even also too still already again
  ever quite rather such same other another any some each both either neither few more most much many own isn't aren't wasn't weren't don't
  doesn't didn't haven't hasn't hadn't won't wouldn't can't cannot couldn't shouldn't i'm you're we're they're i've you've we've they've`
    .split(/\s+/)
    .map(hashWord),
)

// Words that hold a sentence together weigh in its context; pointing at one of them would tell a writer nothing.
function isFunctionWord({ units }: Scored, { from, to }: Phrase): boolean {
  return to - from === 1 && FUNCTION_WORDS.has(intAt(units.words.hash, from))
}

const INSULTS: ReadonlySet<string> = new Set(['insult', 'label'])
const PUFFERY: ReadonlySet<string> = new Set(['peacock', 'praise'])

interface Marked {
  readonly marked: number
  readonly hasInsult: boolean
  readonly hasPuffery: boolean
}

/** How likely readers mark a word of sentence `index`, and whether one of those is an insult or puffery. */
export function markedIn({ units, expert }: Scored, index: number): Marked {
  const { from, to } = units.sentences[index] ?? { from: 0, to: 0 }
  let marked = 0
  let hasInsult = false
  let hasPuffery = false
  for (let unit = from; unit < to; unit++) {
    const mark = floatAt(expert, unit)
    marked = Math.max(marked, mark)
    const isPraise = isUnmistakable(units, unit)
    if (mark < Math.min(INSULT_MARK_MIN, PUFFERY_MARK_MIN) && !isPraise) continue
    const { category = '', isPraise: isPraising } = lookUpPhrase(units.words, intAt(units.first, unit)).listed
    hasInsult ||= mark >= INSULT_MARK_MIN && INSULTS.has(category) && !isPraising
    hasPuffery ||= isPraise || (mark >= PUFFERY_MARK_MIN && (PUFFERY.has(category) || isPraising))
  }
  return { marked, hasInsult, hasPuffery }
}

/** A caller's own words. They stand in any text, also in one that cannot be judged. */
export function listFlagged(scored: Scored, own: OwnWords | undefined): Listed {
  const flagged = own?.flagged ?? []
  const weights = weighFlagged(scored, flagged)
  const evidence = flagged.slice(0, EVIDENCE_MAX).map(({ from, to, suggestion }, at): Evidence => {
    const { words } = scored.units
    const [start, end] = [intAt(words.start, from), intAt(words.end, to - 1)]
    return {
      start,
      end,
      text: words.text.slice(start, end),
      kind: 'flagged',
      direction: 'neutral',
      weight: rounded(weights[at] ?? 0),
      ...(suggestion === undefined ? {} : { suggestion }),
    }
  })
  return { evidence, left: flagged.length - evidence.length }
}

const PLAIN_MIN = 0.7

// In a sentence that the encoder finds neutral, only words that are known as loaded are worth a look.
function isPlain(sentence: JudgedSentence | undefined, { listed }: Phrase): boolean {
  return sentence?.deep !== undefined && sentence.ainScore >= PLAIN_MIN && listed.category === undefined
}

// A statement about a whole group is evidence as a whole: no single word of it need be loaded.
function generalise(scored: Scored, { start, end }: { start: number; end: number }): Evidence {
  return {
    start,
    end,
    text: scored.units.words.text.slice(start, end),
    kind: 'generalisation',
    direction: 'negative',
    weight: 1,
  }
}

const SIDE_GAP = 1

// The side of a word is its own tone, or that of its sentence where the word has none.
function sideOf(tone: number, sentence: JudgedSentence['deep']): Evidence['direction'] {
  const own = directionOf(tone)
  if (own !== 'neutral' || sentence === undefined) return own
  const gap = sentence.good - sentence.bad
  return gap > SIDE_GAP ? 'positive' : gap < -SIDE_GAP ? 'negative' : 'neutral'
}

function rankOf(scored: Scored, unit: number): number {
  return floatAt(scored.share, unit) * (UNMARKED_RANK + floatAt(scored.expert, unit))
}

// Two words of one phrase are one item.
function isListed(scored: Scored, phrase: Phrase, evidence: readonly Evidence[]): boolean {
  if (phrase.to - phrase.from === 1) return false
  const start = scored.units.words.start[phrase.from]
  return evidence.some((item) => item.start === start)
}

function findLoaded(scored: Scored, markMin: number): number[] {
  const { share, expert, editor, units } = scored
  const found: number[] = []
  for (let unit = 0; unit < units.count; unit++) {
    if (isUnmistakable(units, unit)) found.push(unit)
    else if (floatAt(share, unit) >= SHARE_MIN && !isLetter(units, unit)) {
      if (isOurWord(intAt(units.words.hash, intAt(units.first, unit)))) continue
      if (floatAt(expert, unit) >= markMin || floatAt(editor, unit) >= EDITED_MIN) found.push(unit)
    }
  }
  return found
}

const UNMISTAKABLE: ReadonlySet<number> = new Set(unmistakable.map(hashWord))

// Praise in the writer's own words, and not part of a name or a term.
function isUnmistakable({ words, first, weight }: Scored['units'], unit: number): boolean {
  const at = intAt(first, unit)
  if (!UNMISTAKABLE.has(intAt(words.hash, at)) || floatAt(weight, unit) < 1) return false
  return !isPartOfName(words, at) && !lookUpPhrase(words, at).isPlain
}

function isPartOfName({ shape }: Scored['units']['words'], at: number): boolean {
  return (byteAt(shape, at) & (SHAPE.capital | SHAPE.opening)) === SHAPE.capital
}

// A single letter tells a reader nothing.
function isLetter({ words, first, last }: Scored['units'], unit: number): boolean {
  return intAt(words.end, intAt(last, unit)) - intAt(words.start, intAt(first, unit)) < 2
}

function describe(scored: Scored, found: { unit: number; phrase: Phrase; direction: Evidence['direction'] }): Evidence {
  const { words } = scored.units
  const { unit, phrase, direction } = found
  const { from, to, listed } = phrase
  const start = intAt(words.start, from)
  const end = intAt(words.end, to - 1)
  const text = words.text.slice(start, end)
  const kind = listed.category ?? 'loaded'
  // An insult is never praise, whatever its sentence sounds like.
  const side = kind === 'insult' && direction === 'positive' ? 'negative' : direction
  const weight = rounded(floatAt(scored.share, unit))
  const suggestion = suggestionFor(words, phrase)
  if (suggestion === undefined) return { start, end, text, kind, direction: side, weight }
  return { start, end, text, kind, direction: side, weight, suggestion }
}

function directionOf(tone: number): Evidence['direction'] {
  return tone > TONE_MIN ? 'positive' : tone < -TONE_MIN ? 'negative' : 'neutral'
}

function rounded(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
