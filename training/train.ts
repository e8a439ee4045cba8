import { mkdirSync, writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Model } from '../server/src/neutrality/model.ts'
import { foldOfArticle } from './folds.ts'
import { documentKnots, sentenceKnots } from './knots.ts'
import { writeModel } from './model-file.ts'
import { type Learner, prepareLearner } from './parts.ts'
import { readSources, type Sources } from './sources.ts'
import { learn } from './stack.ts'
import { fitTones } from './tone.ts'

// npm run train -- --data <folder> [--permissive]

const VERSION = '1.0.0'
const LICENCE = { default: 'AGPL-3.0-only', permissive: 'CC-BY-4.0 AND MIT' }

export function trainModel(learner: Learner, rows: readonly number[], tones: Float32Array): Model {
  const { sources } = learner
  const { model, logits } = learn(learner, rows, (row) => foldOfArticle(sources.babe[row]?.row))
  const judged = sources.tier === 'default' ? rows.map((row) => sources.babe[row]) : sources.annoStack
  const labels = judged.map((example) => example?.row.label ?? 0)
  const tuned: Model = {
    ...model,
    version: `${VERSION}-${sources.tier}`,
    licence: LICENCE[sources.tier],
    polarity: tones,
    constants: {
      ...model.constants,
      sentence: sentenceKnots(logits, labels),
      direction: { threshold: 0.04, bias: 0, mixed: 0.6, floor: 0.12 },
    },
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
  const tier = values.permissive ? 'permissive' : 'default'
  const sources: Sources = readSources({ folder: values.data, tier, say })
  say('tones')
  const tones = fitTones(sources)
  const learner = prepareLearner(sources)
  say('the model')
  const model = trainModel(learner, [...sources.babe.keys()], tones)
  const bytes = writeModel(model)
  const target = fileURLToPath(
    new URL(`../server/weights/neutrality${values.permissive ? '-permissive' : ''}.bin`, import.meta.url),
  )
  mkdirSync(fileURLToPath(new URL('../server/weights/', import.meta.url)), { recursive: true })
  writeFileSync(target, bytes)
  say(`${bytes.length} bytes written`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
