// Run by the build (see vite.config.ts): prints what the first screen shows without a request to the service. The analyses come from the
// shipped model, so they equal the service's.
import { readFileSync } from 'node:fs'
import { analyze } from '@equipoise/score'
import { apiShape } from '@equipoise/score/api-shape'
import { readDeep, readModel } from '@equipoise/score/weights'
import { SAMPLES } from './src/analysis/samples.ts'
import { drawHere } from './src/draws/draw-here.ts'
import { EXCHANGE, RAFFLE } from './src/pages/home/exchange.ts'
import { figuresIn } from './src/pages/home/figures.ts'
import { FIRST_TEXT, shownResponse } from './src/pages/home/first-call.ts'
import { PAIRS } from './src/pages/home/pairs.ts'

const model = readModel('default')
const deep = readDeep('default')
const analysed = (text: string) => apiShape(analyze(model, text, { deep }))
const card = readFileSync(new URL('../docs/model-card.md', import.meta.url), 'utf8')

/** Only what the home page shows of an attempt, because it is part of the first script. */
function shownOf({ ain_score, band, svc_certified, evidence }: ReturnType<typeof analysed>) {
  return { ain_score, band, svc_certified, evidence: svc_certified ? [] : evidence }
}

process.stdout.write(
  JSON.stringify({
    samples: SAMPLES.map(({ text }) => analysed(text)),
    attempts: EXCHANGE.attempts.map((text) => shownOf(analysed(text))),
    response: shownResponse(analysed(FIRST_TEXT)),
    figures: figuresIn(card, analysed(FIRST_TEXT).model_version),
    pairs: PAIRS.map(({ topic, answers }) => ({ topic, scores: answers.map((text) => analysed(text).ain_score) })),
    winner: drawHere({ kind: 'winners', entries: [...RAFFLE.entries], count: 1 }, RAFFLE.seed).values[0],
  }),
)
