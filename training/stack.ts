import { LETTER_BITS, letterBuckets } from '@equipoise/score/reading'
import { FEATURE_COUNT, type Model, PAIR_BITS, registerOf } from '@equipoise/score/scoring'
import type { Example } from './examples.ts'
import { buildRows, type Fit, fitLogistic, fitRidge, rowsFromDense } from './logistic.ts'
import { atRow, featureCount, type Learner, learnParts, measure, type Parts } from './parts.ts'
import { fitPlatt } from './platt.ts'
import type { Sources } from './sources.ts'
import { isSilent, NEVER } from './word-tables.ts'

// The stacks: word tables, n-gram models and style → one logit a register, calibrated on the share of experts, folded into
// one model.

const PENALTY = { stack: 0.5, unknown: 0.2 }
// The experts' sentences lead; the others keep the stacker from leaning on what only news sentences have. Without experts,
// language models' labels lead.
const WEIGHT = {
  default: { babe: 1, anno: 0.001, wnc: 0.003, plain: 0.03 },
  permissive: { babe: 0, anno: 1, wnc: 0.02, plain: 0.1 },
} as const
// How far apart the scores of reference prose lie, compared with what the stack for news would give it.
const REFERENCE_SPREAD = 1.15

interface Learned {
  readonly model: Model
  // Calibrated logits of the rows it is judged by, each from parts that did not see the row.
  readonly logits: readonly number[]
}

interface Stacks {
  readonly news: Fit
  readonly reference: Fit
}

export function learn(learner: Learner, rows: readonly number[], foldOf: (row: number) => number): Learned {
  const parts = learnParts(learner, rows)
  const { stacks, logits } = fitStacks(learner, parts, { rows, foldOf })
  return { model: foldModel(learner.sources, parts, stacks), logits }
}

function fitStacks(
  learner: Learner,
  parts: Parts,
  input: { rows: readonly number[]; foldOf: (row: number) => number },
): { stacks: Stacks; logits: readonly number[] } {
  const { sources, babe, others } = learner
  const order: number[] = []
  const matrix: Float64Array[] = []
  for (const fold of new Set(input.rows.map(input.foldOf))) {
    const blind = learnParts(
      learner,
      input.rows.filter((row) => input.foldOf(row) !== fold),
    )
    for (const row of input.rows) {
      if (input.foldOf(row) !== fold) continue
      order.push(row)
      matrix.push(measure(blind, babe, row))
    }
  }
  const examples = [...order.map((row) => atRow(babe.examples, row)), ...others.examples]
  for (const row of others.examples.keys()) matrix.push(measure(parts, others, row))
  const targets = examples.map((example) => example.target)
  const weights = examples.map(({ row }) => weightOf(sources.tier, row.id))
  const rows = rowsFromDense(matrix, featureCount(parts))
  const news = fitLogistic({ rows, targets, weights, penalty: PENALTY.stack, iterationsMax: 150 })
  const reference = fitReference(parts, { matrix, examples, news })
  const judged = sources.tier === 'default' ? input.rows.length : sources.annoStack.length
  const raw = matrix.slice(0, judged).map((line, at) => {
    const register = registerOf(parts.bare, atRow(examples, at).units)
    return (1 - register) * apply(news, line) + register * apply(reference, line)
  })
  const platt = fitPlatt(raw, targets.slice(0, judged))
  const calibrated = raw.map((logit) => logit * platt.slope + platt.intercept)
  const place = new Map(order.map((row, i) => [row, calibrated[i] ?? 0]))
  return {
    stacks: { news: rescale(news, platt), reference: rescale(reference, platt) },
    logits: sources.tier === 'default' ? input.rows.map((row) => place.get(row) ?? 0) : calibrated,
  }
}

interface Seen {
  readonly matrix: readonly Float64Array[]
  readonly examples: readonly Example[]
  readonly news: Fit
}

// What sets the sentences that editors changed apart, from the tables, the style and their own words only. Editors' labels
// are half and half, which says nothing about how often such prose is loaded: mean and spread are those of the news stack.
function fitReference(parts: Parts, { matrix, examples, news }: Seen): Fit {
  const edited = [...examples.keys()].filter((at) => examples[at]?.row.id.startsWith('wnc'))
  const lines = edited.map((at) => atRow(matrix, at))
  const own = new Set([parts.ngrams.length - 1, parts.ngrams.length + parts.sums.length - 1])
  const fit = fitLogistic({
    rows: rowsFromDense(
      lines.map((line) => line.map((x, k) => (k < FEATURE_COUNT || own.has(k - FEATURE_COUNT) ? x : 0))),
      featureCount(parts),
    ),
    targets: edited.map((at) => examples[at]?.target ?? 0),
    penalty: PENALTY.stack,
    iterationsMax: 150,
  })
  const want = momentsOf(lines.map((line) => apply(news, line)))
  const have = momentsOf(lines.map((line) => apply(fit, line)))
  const slope = (REFERENCE_SPREAD * want.spread) / have.spread
  return rescale(fit, { slope, intercept: want.mean - slope * have.mean })
}

function momentsOf(values: readonly number[]): { mean: number; spread: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
  return { mean, spread: Math.sqrt(variance) }
}

function apply(fit: Fit, line: Float64Array): number {
  return line.reduce((sum, x, i) => sum + x * (fit.weights[i] ?? 0), fit.intercept)
}

function rescale(fit: Fit, { slope, intercept }: { slope: number; intercept: number }): Fit {
  return { weights: fit.weights.map((weight) => weight * slope), intercept: fit.intercept * slope + intercept }
}

function weightOf(tier: Sources['tier'], id: string): number {
  const { babe, anno, wnc, plain } = WEIGHT[tier]
  if (id.startsWith('plain')) return plain
  return id.startsWith('anno') ? anno : id.startsWith('wnc') ? wnc : babe
}

function foldModel(sources: Sources, parts: Parts, { news, reference }: Stacks): Model {
  const { word, pairs, letterTable } = foldTables(sources, parts, news)
  const other = foldTables(sources, parts, reference)
  const unknown = fitUnknown(sources, parts.expert)
  return {
    ...parts.bare,
    word,
    pairs,
    referenceWord: other.word,
    referencePairs: other.pairs,
    letterTable,
    letters: spellAll(sources, letterTable),
    referenceLetterTable: other.letterTable,
    referenceLetters: spellAll(sources, other.letterTable),
    unknown: Float32Array.from(unknown.weights),
    constants: {
      ...parts.bare.constants,
      intercept: news.intercept,
      stack: [...news.weights.subarray(0, FEATURE_COUNT)],
      reference: { intercept: reference.intercept, stack: [...reference.weights.subarray(0, FEATURE_COUNT)] },
      unknownBase: unknown.intercept,
    },
  }
}

// A stack is linear in its n-gram and word models, so they add up to one table each for words, pairs and letters.
function foldTables(sources: Sources, parts: Parts, stack: Fit): Pick<Model, 'word' | 'pairs' | 'letterTable'> {
  const size = sources.vocabulary.words.length
  const sum = new Float64Array(size + (1 << PAIR_BITS) + (1 << LETTER_BITS))
  for (const [i, part] of parts.ngrams.entries()) {
    const share = stack.weights[FEATURE_COUNT + i] ?? 0
    for (let column = 0; column < part.weights.length; column++) {
      sum[column] = (sum[column] ?? 0) + share * (part.weights[column] ?? 0)
    }
  }
  for (const [i, part] of parts.sums.entries()) {
    addKnown(sources, sum, { part, share: stack.weights[FEATURE_COUNT + parts.ngrams.length + i] ?? 0 })
  }
  return {
    word: Float32Array.from(sum.subarray(0, size)),
    pairs: Float32Array.from(sum.subarray(size, size + (1 << PAIR_BITS))),
    letterTable: Float32Array.from(sum.subarray(size + (1 << PAIR_BITS))),
  }
}

function addKnown(sources: Sources, sum: Float64Array, known: { part: Fit; share: number }): void {
  for (const [row, line] of sources.lines.entries()) {
    if (isSilent(sources.vocabulary, row)) continue
    let logit = 0
    for (let k = 0; k < line.length; k++) logit += (line[k] ?? 0) * (known.part.weights[k] ?? 0)
    sum[row] = (sum[row] ?? 0) + known.share * logit
  }
}

function spellAll({ vocabulary }: Sources, table: Float32Array): Float32Array {
  return Float32Array.from(vocabulary.words, (word) => spell(table, word))
}

function spell(table: Float32Array, word: string): number {
  if (word.startsWith('<') || word === '0') return 0
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
  return fitRidge({ rows: builder.finish(), targets, penalty: PENALTY.unknown, iterationsMax: 25 })
}
