import { LETTER_BITS } from '@equipoise/score/reading'
import {
  type Constants,
  FEATURE_COUNT,
  gatherTerms,
  type Model,
  PAIR_BITS,
  TABLE_FEATURES,
} from '@equipoise/score/scoring'
import { type Example, ngramRows } from './examples.ts'
import {
  type Fit,
  fitLogistic,
  joinRows,
  pickRows,
  rowsFromDense,
  type SparseRows,
  scoreRow,
  sigmoid,
} from './logistic.ts'
import { countListed, type Sources } from './sources.ts'
import { measureTable } from './table-features.ts'
import { countMarks, fitTable, NEVER, sumLines } from './word-tables.ts'

// The parts the stacker puts together: the expert table, and models of n-grams and of what is known about the words.

export interface Learner {
  readonly sources: Sources
  readonly babe: Rows
  readonly plain: Rows
  // Rows of the other corpora, and plain ones, that none of their own models saw.
  readonly others: Rows
}

interface Rows {
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

const PENALTY = { expertWord: 0.5, expertKnown: 0.5, ngrams: 2, sums: 4 }

const PLAIN_WEIGHT = 0.03

export function prepareLearner(sources: Sources): Learner {
  const rowsOf = (examples: readonly Example[]): Rows => ({
    examples,
    ngrams: ngramRows(
      sources.vocabulary,
      examples.map((e) => e.units),
    ),
    sums: rowsFromDense(
      examples.map((e) => sumLines(sources.vocabulary, sources.lines, e.units)),
      sources.lines[0]?.length ?? 0,
    ),
  })
  return {
    sources,
    babe: rowsOf(sources.babe),
    plain: rowsOf(sources.plain),
    others: rowsOf([...sources.annoStack, ...sources.wncStack, ...sources.plainStack]),
  }
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
  const { plain } = learner
  const examples = [...rows.map((row) => atRow(babe.examples, row)), ...plain.examples]
  const targets = examples.map((e) => e.target)
  const weights = examples.map((_, i) => (i < rows.length ? 1 : PLAIN_WEIGHT))
  const expert = fitTable(sources.vocabulary, countMarks(sources.vocabulary, examples), shape)
  const fit = (from: SparseRows, all: SparseRows, penalty: number | Float64Array): Fit =>
    fitLogistic({ rows: joinRows(pickRows(from, rows), all), targets, weights, penalty, iterationsMax: 30 })
  const rarity = sources.rarity.map((factor) => factor * PENALTY.ngrams)
  const ngrams = fit(babe.ngrams, plain.ngrams, rarity)
  const sums = fit(babe.sums, plain.sums, PENALTY.sums)
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
  const { expert, editor } = gatherTerms(parts.bare, tables)
  const top = new Int32Array(4)
  measureTable(expert, stretch, { features, at: 0, top })
  measureTable(editor, stretch, { features, at: TABLE_FEATURES.length, top })
  let at = FEATURE_COUNT
  for (const fit of parts.ngrams) features[at++] = scoreRow(rows.ngrams, row, fit.weights)
  for (const fit of parts.sums) features[at++] = scoreRow(rows.sums, row, fit.weights)
  return features
}

const NO_CONSTANTS: Constants = {
  intercept: 0,
  stack: [],
  reference: { intercept: 0, stack: [] },
  register: { intercept: Number.NEGATIVE_INFINITY },
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
    referenceWord: empty,
    referenceLetters: empty,
    referencePairs: new Float32Array(1 << PAIR_BITS),
    register: Float32Array.from(sources.register.weights),
    letterTable: new Float32Array(1 << LETTER_BITS),
    referenceLetterTable: new Float32Array(1 << LETTER_BITS),
    unknown: new Float32Array(1 << LETTER_BITS),
    polarity: empty,
    constants: { ...NO_CONSTANTS, register: { intercept: sources.register.intercept } },
  }
}

export function atRow<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new RangeError(`No row ${index}`)
  return found
}
