import { readFileSync } from 'node:fs'
import { loadModel } from '@equipoise/score'
import { COVERAGE_FEATURES, coverageBasisOf, type Sides } from '@equipoise/score/balance'
import { readText } from '@equipoise/score/reading'
import { readCorpus } from './corpora.ts'
import { fitLogistic, rowsFromDense } from './logistic.ts'
import { auroc } from './metrics.ts'

// npx tsx training/coverage.ts DATA MODEL: the weights of score/src/balance/coverage.ts. Fitted on answers of language models whose stance two people
// labelled and, with a smaller weight, on short pairs of our own (own-sides.txt). Judged on topics kept back, on pairs kept back, and on the pairs of
// score/test/data/sides.txt, which nothing is fitted on.

const FOLDS = 10
const PENALTY = 20
const WEIGHT = 300
const OWN_WEIGHT = 90

interface Row {
  readonly group: string
  readonly both: number
  readonly values: readonly number[]
}

const [data = '', modelFile = ''] = process.argv.slice(2)
const model = loadModel(readFileSync(modelFile))
// Its topics are not questions with two stated sides.
const SUPPORT: Sides = ['support benefits good', 'oppose problems bad']

const labelled = readCorpus(data, 'issuebench_llm')
  .filter((row) => row.label !== null)
  .map((row): Row => rowOf(row.text, { sides: SUPPORT, group: row.topic ?? '', both: 1 - (row.label ?? 0) }))
const own = readPairs(new URL('own-sides.txt', import.meta.url))
const judged = readPairs(new URL('../score/test/data/sides.txt', import.meta.url))
const scale = COVERAGE_FEATURES.map((_, at) => deviation(labelled.map(({ values }) => values[at] ?? 0)))

console.log(`Topics kept back: AUROC ${keptBack(labelled, own).toFixed(3)}, ${labelled.length} answers`)
console.log(`Own pairs kept back: AUROC ${keptBack(own, labelled).toFixed(3)}, ${own.length} answers`)
const all = fit([...labelled, ...own])
console.log(`Pairs of the check set: AUROC ${aurocOf(judged, judged.map(all)).toFixed(3)}, ${judged.length} answers`)

function readPairs(file: URL): Row[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [first = '', second = '', even = '', oneSided = ''] = line.split(' | ')
      const about = { sides: [first, second] as const, group: first }
      return [rowOf(even, { ...about, both: 1 }), rowOf(oneSided, { ...about, both: 0 })]
    })
}

function rowOf(text: string, { sides, group, both }: { sides: Sides; group: string; both: number }): Row {
  const sentences = readText(model, text).words.sentences.map(({ start, end }) => text.slice(start, end))
  const basis = coverageBasisOf(sentences, sides)
  return { group, both, values: COVERAGE_FEATURES.map((name) => basis?.[name] ?? 0) }
}

function keptBack(rows: readonly Row[], beside: readonly Row[]): number {
  const groups = [...new Set(rows.map(({ group }) => group))].sort()
  const foldOf = ({ group }: Row): number => groups.indexOf(group) % FOLDS
  const fits = Array.from({ length: FOLDS }, (_, fold) =>
    fit([...rows.filter((row) => foldOf(row) !== fold), ...beside]),
  )
  return aurocOf(
    rows,
    rows.map((row) => fits[foldOf(row)]?.(row) ?? 0),
  )
}

function aurocOf(rows: readonly Row[], logits: readonly number[]): number {
  return auroc(
    logits,
    rows.map(({ both }) => both),
  )
}

/** Both classes weigh the same, so that one half means undecided. */
function fit(rows: readonly Row[]): (row: Row) => number {
  const isOwn = new Set(own)
  const both = rows.filter((row) => !isOwn.has(row) && row.both === 1).length
  const count = rows.filter((row) => !isOwn.has(row)).length
  const ownCount = rows.length - count
  const { weights, intercept } = fitLogistic({
    rows: rowsFromDense(
      rows.map(({ values }) => values.map((value, at) => value / (scale[at] ?? 1))),
      COVERAGE_FEATURES.length,
    ),
    targets: rows.map((row) => row.both),
    weights: rows.map((row) =>
      isOwn.has(row) ? OWN_WEIGHT / ownCount : WEIGHT / 2 / (row.both === 1 ? both : count - both),
    ),
    penalty: PENALTY,
  })
  const raw = COVERAGE_FEATURES.map((_, at) => (weights[at] ?? 0) / (scale[at] ?? 1))
  if (rows.length === labelled.length + own.length) {
    console.log(
      Object.fromEntries(COVERAGE_FEATURES.map((name, at) => [name, Number((raw[at] ?? 0).toFixed(3))])),
      intercept.toFixed(3),
    )
  }
  return ({ values }) => values.reduce((sum, value, at) => sum + value * (raw[at] ?? 0), intercept)
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
