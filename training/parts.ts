import { FEATURE_COUNT, measureTable, TABLE_FEATURES } from '../server/src/neutrality/features.ts'
import type { Constants, Model } from '../server/src/neutrality/model.ts'
import { LETTER_BITS, PAIR_BITS } from '../server/src/neutrality/ngrams.ts'
import { lookUpTables } from '../server/src/neutrality/scoring.ts'
import { type Example, ngramRows } from './examples.ts'
import { type Fit, fitLogistic, pickRows, rowsFromDense, type SparseRows, scoreRow, sigmoid } from './logistic.ts'
import { countListed, type Sources } from './sources.ts'
import { countMarks, fitTable, NEVER, sumLines } from './word-tables.ts'

// The parts the stacker puts together: the expert table, and models of n-grams and of what is known about the words.

export interface Learner {
  readonly sources: Sources
  readonly babe: Rows
  // Rows of the other corpora that none of their own models saw.
  readonly others: Rows
}

export interface Rows {
  readonly examples: readonly Example[]
  readonly ngrams: SparseRows
  readonly sums: SparseRows
}

export interface Parts {
  readonly expert: Float32Array
  readonly ngrams: readonly Fit[]
  readonly sums: readonly Fit[]
  // The word tables as a model, for measuring features before there is a stack.
  readonly bare: Model
}

const PENALTY = { expertWord: 1, expertKnown: 1, ngrams: 2, sums: 4 }

export function prepareLearner(sources: Sources): Learner {
  const rowsOf = (examples: readonly Example[]): Rows => ({
    examples,
    ngrams: ngramRows(
      sources.vocabulary,
      examples.map((e) => e.units),
      true,
    ),
    sums: rowsFromDense(
      examples.map((e) => sumLines(sources.vocabulary, sources.lines, e.units)),
      sources.lines[0]?.length ?? 0,
    ),
  })
  return { sources, babe: rowsOf(sources.babe), others: rowsOf([...sources.annoStack, ...sources.wncStack]) }
}

export function learnParts(learner: Learner, rows: readonly number[]): Parts {
  const { sources, babe } = learner
  const shape = { lines: sources.lines, penaltyWord: PENALTY.expertWord, penaltyKnown: PENALTY.expertKnown }
  if (sources.tier === 'permissive') {
    const expert = fitTable(sources.vocabulary, countListed(sources.vocabulary, sources.anno), shape)
    return {
      expert,
      ngrams: [sources.annoFit, sources.wncFit],
      sums: [sources.annoSum, sources.wncSum],
      bare: bareModel(sources, expert),
    }
  }
  const examples = rows.map((row) => atRow(babe.examples, row))
  const targets = examples.map((e) => e.target)
  const expert = fitTable(sources.vocabulary, countMarks(sources.vocabulary, examples), shape)
  const ngrams = fitLogistic({ rows: pickRows(babe.ngrams, rows), targets, penalty: PENALTY.ngrams, iterationsMax: 50 })
  const sums = fitLogistic({ rows: pickRows(babe.sums, rows), targets, penalty: PENALTY.sums, iterationsMax: 80 })
  return {
    expert,
    ngrams: [ngrams, sources.annoFit, sources.wncFit],
    sums: [sums, sources.annoSum, sources.wncSum],
    bare: bareModel(sources, expert),
  }
}

export function featureCount(parts: Parts): number {
  return FEATURE_COUNT + parts.ngrams.length + parts.sums.length
}

export function measure(parts: Parts, rows: Rows, row: number): Float64Array {
  const { units, stretch, style } = atRow(rows.examples, row)
  const features = new Float64Array(featureCount(parts))
  features.set(style)
  const tables = { units, expert: new Float32Array(units.count), editor: new Float32Array(units.count) }
  lookUpTables(parts.bare, tables)
  const top = new Int32Array(4)
  measureTable(tables.expert, stretch, { features, at: 0, top })
  measureTable(tables.editor, stretch, { features, at: TABLE_FEATURES.length, top })
  let at = FEATURE_COUNT
  for (const fit of parts.ngrams) features[at++] = scoreRow(rows.ngrams, row, fit.weights)
  for (const fit of parts.sums) features[at++] = scoreRow(rows.sums, row, fit.weights)
  return features
}

export const NO_CONSTANTS: Constants = {
  intercept: 0,
  stack: [],
  unknownBase: NEVER,
  sentence: { at: 0, slope: 1 },
  document: { at: 0, slope: 1 },
  documentSentences: 15,
  direction: { threshold: 0, bias: 0, mixed: 1, floor: 0 },
}

function bareModel(sources: Sources, expert: Float32Array): Model {
  const { vocabulary } = sources
  const empty = new Float32Array(vocabulary.words.length)
  return {
    hashes: vocabulary.hashes,
    flags: vocabulary.flags,
    slots: vocabulary.slots,
    aliases: vocabulary.aliases,
    version: '',
    tier: sources.tier,
    licence: '',
    expert: expert.map(sigmoid),
    editor: sources.editor.map(sigmoid),
    word: empty,
    letters: empty,
    pairs: new Float32Array(1 << PAIR_BITS),
    letterTable: new Float32Array(1 << LETTER_BITS),
    unknown: new Float32Array(1 << LETTER_BITS),
    polarity: empty,
    constants: NO_CONSTANTS,
  }
}

export function atRow<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new RangeError(`No row ${index}`)
  return found
}
