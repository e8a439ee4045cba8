import { FEATURE_COUNT, measureTable, TABLE_FEATURES } from '../server/src/neutrality/features.ts'
import type { Constants, Model } from '../server/src/neutrality/model.ts'
import { LETTER_BITS, letterBuckets, PAIR_BITS } from '../server/src/neutrality/ngrams.ts'
import { lookUpTables } from '../server/src/neutrality/scoring.ts'
import { type Example, ngramRows } from './examples.ts'
import {
  buildRows,
  type Fit,
  fitLogistic,
  fitRidge,
  pickRows,
  rowsFromDense,
  type SparseRows,
  scoreRow,
  sigmoid,
} from './logistic.ts'
import { countListed, type Sources } from './sources.ts'
import { countMarks, fitTable, NEVER } from './word-tables.ts'

// The stacker: word tables, n-gram models and style → one logit, calibrated on the share of experts, folded into one model.

export interface Learner {
  readonly sources: Sources
  readonly babeRows: SparseRows
  readonly stackExamples: readonly Example[]
  readonly stackRows: SparseRows
}

const PENALTY = { expertWord: 1, expertKnown: 1, babe: 2, stack: 0.5, unknown: 20 }
const WEIGHT = { babe: 1, anno: 0.15, wnc: 0.12 }

interface Parts {
  readonly expert: Float32Array
  readonly fits: readonly Fit[]
}

interface Stack {
  readonly fit: Fit
  // Logits of the training rows, each from parts that did not see it.
  readonly logits: readonly number[]
}

export function prepareLearner(sources: Sources): Learner {
  const stackExamples = [...sources.annoStack, ...sources.wncStack]
  return {
    sources,
    babeRows: ngramRows(
      sources.vocabulary,
      sources.babe.map((e) => e.units),
      true,
    ),
    stackExamples,
    stackRows: ngramRows(
      sources.vocabulary,
      stackExamples.map((e) => e.units),
      true,
    ),
  }
}

// `folds[i]` says which part of the training rows row `rows[i]` falls into when parts must not see it.
export function learn(
  learner: Learner,
  rows: readonly number[],
  foldOf: (row: number) => number,
): { model: Model; logits: readonly number[] } {
  const parts = learnParts(learner, rows)
  const stack = fitStack(learner, { rows, foldOf, parts })
  return { model: fold(learner, parts, stack), logits: stack.logits }
}

function learnParts(learner: Learner, rows: readonly number[]): Parts {
  const { sources } = learner
  const penalties = { lines: sources.lines, penaltyWord: PENALTY.expertWord, penaltyKnown: PENALTY.expertKnown }
  if (sources.tier === 'permissive') {
    const expert = fitTable(sources.vocabulary, countListed(sources.vocabulary, sources.anno), penalties)
    return { expert, fits: [sources.annoFit, sources.wncFit] }
  }
  const examples = rows.map((row) => at(sources.babe, row))
  const expert = fitTable(sources.vocabulary, countMarks(sources.vocabulary, examples), penalties)
  const babe = fitLogistic({
    rows: pickRows(learner.babeRows, rows),
    targets: examples.map((e) => e.target),
    penalty: PENALTY.babe,
    iterationsMax: 50,
  })
  return { expert, fits: [babe, sources.annoFit, sources.wncFit] }
}

function fitStack(
  learner: Learner,
  input: { rows: readonly number[]; foldOf: (row: number) => number; parts: Parts },
): Stack {
  const matrix: Float64Array[] = []
  const targets: number[] = []
  const weights: number[] = []
  const { sources } = learner
  for (const fold of new Set(input.rows.map(input.foldOf))) {
    const held = input.rows.filter((row) => input.foldOf(row) === fold)
    const parts = learnParts(
      learner,
      input.rows.filter((row) => input.foldOf(row) !== fold),
    )
    for (const row of held) {
      const example = at(sources.babe, row)
      matrix.push(measure(learner, parts, { example, rows: learner.babeRows, row }))
      targets.push(example.target)
      weights.push(WEIGHT.babe)
    }
  }
  for (const [row, example] of learner.stackExamples.entries()) {
    matrix.push(measure(learner, input.parts, { example, rows: learner.stackRows, row }))
    targets.push(example.target)
    weights.push(example.row.id.startsWith('anno') ? WEIGHT.anno : WEIGHT.wnc)
  }
  const columns = FEATURE_COUNT + input.parts.fits.length
  const fit = fitLogistic({
    rows: rowsFromDense(matrix, columns),
    targets,
    weights,
    penalty: PENALTY.stack,
    iterationsMax: 150,
  })
  const judged = sources.tier === 'default' ? input.rows.length : sources.annoStack.length
  const logits = matrix
    .slice(0, judged)
    .map((line) => line.reduce((sum, x, i) => sum + x * (fit.weights[i] ?? 0), fit.intercept))
  const platt = fitLogistic({
    rows: rowsFromDense(
      logits.map((z) => [z]),
      1,
    ),
    targets: targets.slice(0, judged),
    penalty: 0,
    iterationsMax: 60,
  })
  const slope = platt.weights[0] ?? 1
  return {
    fit: { weights: fit.weights.map((w) => w * slope), intercept: fit.intercept * slope + platt.intercept },
    logits: logits.map((z) => z * slope + platt.intercept),
  }
}

function measure(
  learner: Learner,
  parts: Parts,
  input: { example: Example; rows: SparseRows; row: number },
): Float64Array {
  const { sources } = learner
  const { units, stretch, style } = input.example
  const features = new Float64Array(FEATURE_COUNT + parts.fits.length)
  features.set(style)
  const tables = { units, expert: new Float32Array(units.count), editor: new Float32Array(units.count) }
  lookUpTables(bare(sources, parts), tables)
  const top = new Int32Array(4)
  measureTable(tables.expert, stretch, { features, at: 0, top })
  measureTable(tables.editor, stretch, { features, at: TABLE_FEATURES.length, top })
  for (const [i, fit] of parts.fits.entries())
    features[FEATURE_COUNT + i] = scoreRow(input.rows, input.row, fit.weights)
  return features
}

const NO_CONSTANTS: Constants = {
  intercept: 0,
  stack: [],
  unknownBase: NEVER,
  sentence: { at: 0, slope: 1 },
  document: { at: 0, slope: 1 },
  documentSentences: 15,
  direction: { threshold: 0, bias: 0, mixed: 1, floor: 0 },
}

const bareModels = new WeakMap<Parts, Model>()

// A model of word tables alone, for measuring features before there is a stack.
function bare(sources: Sources, parts: Parts): Model {
  const known = bareModels.get(parts)
  if (known) return known
  const empty = new Float32Array(sources.vocabulary.words.length)
  const model: Model = {
    ...sources.vocabulary,
    version: '',
    tier: sources.tier,
    licence: '',
    expert: parts.expert.map(sigmoid),
    editor: sources.editor.map(sigmoid),
    word: empty,
    letters: empty,
    pairs: empty,
    letterTable: empty,
    unknown: new Float32Array(1 << LETTER_BITS),
    polarity: empty,
    constants: NO_CONSTANTS,
  }
  bareModels.set(parts, model)
  return model
}

// The stacker is linear in the n-gram models, so they add up to one table each for words, pairs and letters.
function fold(learner: Learner, parts: Parts, stack: Stack): Model {
  const { sources } = learner
  const { words } = sources.vocabulary
  const columns = words.length + (1 << PAIR_BITS) + (1 << LETTER_BITS)
  const sum = new Float64Array(columns)
  for (const [i, fit] of parts.fits.entries()) {
    const share = stack.fit.weights[FEATURE_COUNT + i] ?? 0
    for (let column = 0; column < fit.weights.length; column++)
      sum[column] = (sum[column] ?? 0) + share * (fit.weights[column] ?? 0)
  }
  const letterTable = Float32Array.from(sum.subarray(words.length + (1 << PAIR_BITS)))
  const unknown = fitUnknown(sources, parts.expert)
  return {
    ...bare(sources, parts),
    word: Float32Array.from(sum.subarray(0, words.length)),
    pairs: Float32Array.from(sum.subarray(words.length, words.length + (1 << PAIR_BITS))),
    letterTable,
    letters: Float32Array.from(words, (word) => (word.startsWith('<') || word === '0' ? 0 : spell(letterTable, word))),
    unknown: Float32Array.from(unknown.weights),
    constants: {
      ...NO_CONSTANTS,
      intercept: stack.fit.intercept,
      stack: [...stack.fit.weights.subarray(0, FEATURE_COUNT)],
      unknownBase: unknown.intercept,
    },
  }
}

function spell(table: Float32Array, word: string): number {
  return letterBuckets(word, 0, word.length).reduce((sum, bucket) => sum + (table[bucket] ?? 0), 0)
}

// What the letters of a word say about its place in the expert table.
function fitUnknown(sources: Sources, expert: Float32Array): Fit {
  const builder = buildRows(1 << LETTER_BITS)
  const targets: number[] = []
  for (const [row, word] of sources.vocabulary.words.entries()) {
    const logit = expert[row] ?? NEVER
    if (logit <= NEVER || word.length < 4) continue
    const buckets = letterBuckets(word, 0, word.length)
    for (const bucket of buckets) builder.add(bucket, 1 / buckets.length)
    builder.endRow()
    targets.push(logit)
  }
  return fitRidge({ rows: builder.finish(), targets, penalty: PENALTY.unknown / 100, iterationsMax: 25 })
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new RangeError(`No row ${index}`)
  return found
}
