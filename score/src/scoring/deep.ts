import { OPINION } from '../certificate.ts'
import {
  type Encoder,
  type KeptReadings,
  loadEncoder,
  type Names,
  namesIn,
  type Reading,
  readTokens,
  sigmoid,
  splitPieces,
} from '../encoder/encoder.ts'
import { chanceOf, floatAt, intAt, log, shortAt } from '../numbers.ts'
import { FLAG, hashWord, type Units } from '../reading/reading.ts'
import type { Knots } from './model.ts'
import type { Scored, SentenceScore } from './sentences.ts'

// The encoder beside the words: what it says of each sentence joins the sum behind the score, shared out over the words it
// would mark, so that the explanation still adds up.

/** How the parts are added up; fitted by training/encoder/blend.ts. */
export interface Blend {
  readonly intercept: number
  /** Weights of: the words' logit, the encoder's logits for news and for reference prose, the register itself, opinion, group. */
  readonly words: number
  readonly news: number
  readonly wiki: number
  readonly register: number
  readonly opinion: number
  readonly group: number
  readonly sentence: Knots
  readonly document: Knots
}

export interface Deep {
  readonly encoder: Encoder
  readonly blend: Blend
}

/** What the encoder says of a sentence beyond its place in the sum. */
export interface DeepSentence {
  /** The logit of "hostile to a group of people". */
  readonly group: number
  /** Whether it speaks of a group by name, or only as "they" or "people". */
  readonly names: Names
  readonly opinion: number
  readonly good: number
  readonly bad: number
  /** The logit that an article which takes sides holds it; only the mean over a text says something. */
  readonly partisan: number
}

export interface DeepScored extends Scored {
  readonly deep: readonly DeepSentence[]
}

/**
 * An encoder with its weights, ready to score. Throws if the bytes are no encoder.
 * @example analyze(model, 'It rained.', { deep: loadDeep(encoderBytes) }).certified // => true
 */
export function loadDeep(bytes: Uint8Array, kept?: KeptReadings): Deep {
  const encoder = loadEncoder(bytes, kept)
  return { encoder, blend: encoder.blend as Blend }
}

/** The logit at which a sentence counts half as news and half as a reference work. */
const REGISTER_AT = 1
const OPINION_MAX = 4
const GROUP_MAX = 5

/** The sum of a sentence, without the intercept. `words` is the logit of the words alone. */
export function addUp(blend: Blend, heads: Reading['sentence'], words: number): number {
  const { news, encoder } = parts(blend, heads)
  return blend.words * words + news + encoder
}

// What counts as loaded depends on where a sentence could stand: the encoder says how much it reads like a reference work.
function parts(blend: Blend, heads: Reading['sentence']): { news: number; encoder: number } {
  const register = sigmoid(heads.register - REGISTER_AT)
  const news = (1 - register) * blend.news * heads.news + register * (blend.wiki * heads.wiki + blend.register)
  const opinion = blend.opinion * Math.min(OPINION_MAX, Math.max(0, heads.opinion))
  const group = blend.group * Math.min(GROUP_MAX, Math.max(0, heads.group))
  return { news, encoder: opinion + group }
}

export function deepen({ encoder, blend }: Deep, scored: Scored): DeepScored {
  const { units } = scored
  const inputs = units.sentences.map((_, index) => piecesOf(encoder, units, index))
  const readings = readWindows(encoder, blend, inputs)
  const sentences = scored.sentences.map((sentence, index): SentenceScore => {
    const reading = readings[index] as Reading
    const { news, encoder: beside } = parts(blend, reading.sentence)
    const shared = shareOut(scored, {
      index,
      reading,
      of: (inputs[index] as Input).of,
      amount: news,
      words: blend.words,
    })
    const logit = addUp(blend, reading.sentence, sentence.logit) + blend.intercept
    // What a plain opinion costs less or more than its parts belongs to no word.
    const spared = logit - opinionOf(blend, scored, { index, reading, logit })
    const context = blend.words * (sentence.context + sentence.intercept) + news + beside - shared
    return { logit: logit - spared, intercept: blend.intercept, context: context - spared }
  })
  const deep = readings.map(({ sentence: { group, opinion, good, bad, partisan } }, index) => {
    return { group, names: namesIn(units, index), opinion, good, bad, partisan }
  })
  return { ...scored, sentences, deep }
}

interface Read {
  readonly index: number
  readonly reading: Reading
  readonly logit: number
}

/** The logit of a sentence, or as far as it is an opinion or a policy in plain words that of such an opinion, whichever side it takes. */
function opinionOf(blend: Blend, scored: Scored, read: Read): number {
  const { units, expert, sentences } = scored
  const { opinion, group, policy } = read.reading.sentence
  const { markMax, policyMark, wordsMax } = OPINION
  const isModal = saysWhatShouldBe(units, read.index)
  const { from, to } = units.sentences[read.index] ?? { from: 0, to: 0 }
  const mark = expert.subarray(from, to).reduce((most, one) => Math.max(most, one), 0)
  // How far hostility and the words alone go beyond what an opinion may have.
  const names = namesIn(units, read.index)
  const hostile = group - groupMaxOf(names, isModal)
  const loaded = (sentences[read.index]?.logit ?? 0) - wordsMax
  const fade = (over: number, width: number) => within(1 - over / (isModal ? width : Number.MIN_VALUE))
  const asOpinion =
    (isModal && KEPT.test(textOf(units, read.index)) ? 1 : sigmoid(opinion + (isModal ? OPINION.modal : 0))) *
    fade(hostile, OPINION.groupFade) *
    fade(loaded, OPINION.wordsFade) *
    fade(mark - markMax, OPINION.markFade)
  const unmarked = within((policyMark.to - mark) / (policyMark.to - policyMark.from))
  // A calm fact about a group reads like a policy about it: it keeps its score.
  const isNamed = names === 'group' || names === 'sex'
  const isCalm = isNamed && policy < OPINION.policySure && read.logit < logitAt(blend, OPINION.ainMax)
  const asPolicy = isCalm
    ? 0
    : sigmoid(OPINION.policySlope * policy) * within(1 - hostile) * within(1 - loaded) * unmarked
  const part = Math.max(asOpinion, asPolicy)
  const marked = Math.min(1, mark / (asPolicy > asOpinion ? policyMark.to : markMax))
  const ain = OPINION.ainMax - (OPINION.ainMax - OPINION.ainMin) * marked
  return part * logitAt(blend, ain) + (1 - part) * read.logit
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}

function groupMaxOf(names: Names, isModal: boolean): number {
  if (isModal) return names === 'sex' ? Number.POSITIVE_INFINITY : OPINION.groupMaxModal
  return names ? OPINION.groupMax : OPINION.groupMaxUnnamed
}

const [HAVE, NEED, TIME] = ['has have had', 'need needs', 'time'].map(
  (words) => new Set(words.split(' ').map(hashWord)),
)
const TO_HASH = hashWord('to')
// "has to be kept" with nothing behind it is no instruction.
const KEPT = /\b(?:has|have|ought) to be (?:kept|retained|preserved|maintained|abolished|scrapped)\W*$/i

function saysWhatShouldBe({ sentences, hash, kind }: Units, index: number): boolean {
  const { from, to } = sentences[index] ?? { from: 0, to: 0 }
  for (let at = from; at < to; at++) {
    if (shortAt(kind, at) & FLAG.modal || NEED?.has(intAt(hash, at))) return true
    const leadsTo = HAVE?.has(intAt(hash, at)) || TIME?.has(intAt(hash, at))
    if (leadsTo && at + 1 < to && intAt(hash, at + 1) === TO_HASH) return true
  }
  return false
}

function textOf({ words }: Units, index: number): string {
  return words.text.slice(words.sentences[index]?.start, words.sentences[index]?.end)
}

function logitAt({ sentence: { at, slope } }: Blend, ain: number): number {
  return (at + log((1 - ain) / ain)) / slope
}

interface Input {
  readonly pieces: number[]
  /** The unit of each piece, or -1. */
  readonly of: number[]
}

export function piecesOf(encoder: Encoder, units: Units, index: number): Input {
  const input: Input = { pieces: [], of: [] }
  for (const { word, unit } of readTokens(units, index)) {
    for (const piece of splitPieces(encoder.vocabulary, word)) {
      input.pieces.push(piece)
      input.of.push(unit)
    }
  }
  return input
}

/** A sentence of more pieces is read through windows, each of which overlaps the one before: in one look, an attack would drown. */
const WHOLE_PIECES_MAX = 56
const WINDOW_PIECES = 40
const OVERLAP_PIECES = 14

// One reading for each sentence. For a long sentence, the most loaded window counts, and each piece keeps its strongest mark.
function readWindows(encoder: Encoder, blend: Blend, inputs: readonly Input[]): Reading[] {
  const windows = inputs.map(({ pieces }) => windowsOf(pieces.length))
  const readings = encoder.read(
    windows.flatMap((places, index) => places.map(({ from, to }) => inputs[index]?.pieces.slice(from, to) ?? [])),
  )
  let next = 0
  return windows.map((places, index) => {
    const read = readings.slice(next, next + places.length)
    next += places.length
    if (read.length === 1) return read[0] as Reading
    return joinWindows(read, places, {
      count: inputs[index]?.pieces.length ?? 0,
      load: ({ sentence }) => addUp(blend, sentence, 0),
    })
  })
}

interface Window {
  readonly from: number
  readonly to: number
}

function windowsOf(count: number): Window[] {
  if (count <= WHOLE_PIECES_MAX) return [{ from: 0, to: count }]
  const windows: Window[] = []
  for (let from = 0; ; from += WINDOW_PIECES - OVERLAP_PIECES) {
    windows.push({ from, to: Math.min(count, from + WINDOW_PIECES) })
    if (from + WINDOW_PIECES >= count) return windows
  }
}

function joinWindows(
  readings: readonly Reading[],
  places: readonly Window[],
  { count, load }: { count: number; load: (reading: Reading) => number },
): Reading {
  const marked = new Float32Array(count).fill(Number.NEGATIVE_INFINITY)
  const removed = new Float32Array(count).fill(Number.NEGATIVE_INFINITY)
  let loudest = readings[0] as Reading
  const group = Math.max(...readings.map(({ sentence }) => sentence.group))
  for (const [at, reading] of readings.entries()) {
    if (load(reading) > load(loudest)) loudest = reading
    const from = places[at]?.from ?? 0
    for (const [piece, mark] of reading.marked.entries()) {
      marked[from + piece] = Math.max(marked[from + piece] as number, mark)
      removed[from + piece] = Math.max(removed[from + piece] as number, reading.removed[piece] as number)
    }
  }
  return { ...loudest, sentence: { ...loudest.sentence, group }, marked, removed }
}

interface Sharing {
  readonly index: number
  readonly reading: Reading
  readonly of: readonly number[]
  readonly amount: number
  readonly words: number
}

const MARK_SLOPE = 0.6
/** Words that readers as good as never marked stay unmarked, whatever company they keep. */
const EVER_MARKED_MIN = 0.03
const marks = new Float64Array(1 << 12)

// What the encoder adds goes to the words it would mark, the likeliest first; what it takes away belongs to no word. The word
// tables' probability is moved towards the encoder's mark. Returns how much found a word.
function shareOut(scored: Scored, { index, reading, of, amount, words }: Sharing): number {
  const { units, share, expert } = scored
  const { from, to } = units.sentences[index] ?? { from: 0, to: 0 }
  const count = Math.min(to - from, marks.length)
  marks.fill(Number.NEGATIVE_INFINITY, 0, count)
  for (const [piece, unit] of of.entries()) {
    if (unit >= 0) marks[unit - from] = Math.max(marks[unit - from] as number, reading.marked[piece] as number)
  }
  let total = 0
  for (let i = 0; i < count; i++) {
    const known = floatAt(expert, from + i)
    const mark = marks[i] as number
    const joint = known < EVER_MARKED_MIN || mark === Number.NEGATIVE_INFINITY ? known : join(known, mark)
    expert[from + i] = joint
    marks[i] = joint * joint
    total += joint * joint
  }
  const given = amount > 0 && total > 0.01 ? amount : 0
  for (let i = 0; i < count; i++) {
    share[from + i] = words * floatAt(share, from + i) + (given === 0 ? 0 : (given * (marks[i] as number)) / total)
  }
  return given
}

/** The mean of two logits, as a probability. */
function join(known: number, mark: number): number {
  const p = Math.min(0.999, Math.max(0.001, known))
  return chanceOf(0.5 * log(p / (1 - p)) + MARK_SLOPE * mark)
}
