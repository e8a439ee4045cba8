import { readFileSync } from 'node:fs'
import { loadModel } from '@equipoise/score'
import { basisOf, CUE_NAMES, cueValue } from '@equipoise/score/balance'
import { readText } from '@equipoise/score/reading'
import { readCorpus } from './corpora.ts'
import { fitLogistic, rowsFromDense } from './logistic.ts'
import { auroc } from './metrics.ts'

// npx tsx training/balance.ts DATA MODEL: the weights of score/src/balance, fitted on answers of language models whose stance two people
// labelled (neutral against one-sided), and how well they rank answers on topics that they were not fitted on.

const FOLDS = 5
const PENALTY = 3

const [data = '', modelFile = ''] = process.argv.slice(2)
const model = loadModel(readFileSync(modelFile))
const rows = readCorpus(data, 'issuebench_llm').filter((row) => row.label !== null)
const topics = [...new Set(rows.map((row) => row.topic ?? ''))].sort()
const described = rows.map((row) => {
  const sentences = readText(model, row.text).words.sentences.map(({ start, end }) => row.text.slice(start, end))
  const basis = basisOf(sentences)
  return {
    balanced: 1 - (row.label ?? 0),
    fold: topics.indexOf(row.topic ?? '') % FOLDS,
    cues: CUE_NAMES.map((name) => cueValue(basis[name], sentences.length)),
  }
})

const fits = Array.from({ length: FOLDS }, (_, fold) => fit(described.filter((row) => row.fold !== fold)))
const judged = described.map(
  (row) => sum(fits[row.fold]?.weights ?? new Float64Array(0), row.cues) + (fits[row.fold]?.intercept ?? 0),
)
console.log(
  `AUROC on topics kept back: ${auroc(
    judged,
    described.map(({ balanced }) => balanced),
  ).toFixed(3)}, ${rows.length} answers`,
)
const all = fit(described)
console.log(
  Object.fromEntries(CUE_NAMES.map((name, at) => [name, Number((all.weights[at] ?? 0).toFixed(3))])),
  all.intercept.toFixed(3),
)

/** Both classes weigh the same, so that one half means undecided. */
function fit(picked: readonly (typeof described)[number][]) {
  const balanced = picked.filter((row) => row.balanced === 1).length
  return fitLogistic({
    rows: rowsFromDense(
      picked.map(({ cues }) => cues),
      CUE_NAMES.length,
    ),
    targets: picked.map((row) => row.balanced),
    weights: picked.map((row) => picked.length / 2 / (row.balanced === 1 ? balanced : picked.length - balanced)),
    penalty: PENALTY,
  })
}

function sum(weights: Float64Array, values: readonly number[]): number {
  return values.reduce((total, value, at) => total + (weights[at] ?? 0) * value, 0)
}
