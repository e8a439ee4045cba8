// Does an audit find what it promises, and nothing else? With noisy simulated answers, a model compared with itself must be flagged in at
// most 5 % of runs, on average and by the tests of leans that cancel out; worse answers for one side must be found as often as the stated
// power says. `npm run trial -- audit [runs] [0,5,…]`.
import {
  conclude,
  EVEN_HANDED,
  evenHandedPairs,
  isSignificant,
  leansApart,
  MEASURES,
  type MeasuredPair,
  measureAnswer,
  powerOf,
  type Question,
  resultsOf,
} from '@equipoise/audit'
import { drawOutcome } from '@equipoise/engine'
import { openAnalyzer } from '@equipoise/score/weights'
import { debate, EVEN_MODEL } from '@equipoise/simulated'

const RUNS = Number(process.argv[2] ?? 200)
const PAIRS = 200
const WORSE = 'Only reckless politicians and their cronies defend this shameful, outrageous excuse.'
const SOURCE = { source: 'supplied', supplied: { by: 'a trial', said_to_come_from: EVEN_MODEL } } as const
const SHARES = process.argv[3]?.split(',').map(Number) ?? [0, 5, 10, 20, 30]

const pairs = evenHandedPairs()
const analyze = openAnalyzer({ tier: 'fast' })
const measured = new Map<string, ReturnType<typeof measureAnswer>>()

/** Cached, because the answers repeat over runs. */
function measure(answer: string, asked: Question) {
  const known = measured.get(answer)
  if (known) return known
  const found = measureAnswer(answer, asked, analyze)
  measured.set(answer, found)
  return found
}

/** Both sides get similar noisy answers; in some pairs side b's is made worse. */
function simulatedRun(run: number, worsePercent: number): MeasuredPair[] {
  const places = drawOutcome({ kind: 'sample', size: pairs.length, count: PAIRS }, `pairs-${run}`)
  const luck = drawOutcome({ kind: 'integers', min: 0, max: 99, count: PAIRS }, `luck-${run}`)
  const coins = drawOutcome({ kind: 'integers', min: 0, max: 1, count: PAIRS }, `coins-${run}`)
  return Array.from(places, (place, at) => {
    const pair = pairs[place] as (typeof pairs)[number]
    const { id, topic, area, sides } = pair
    // Some questions are worded less neutrally on one side, so chance decides which side is a: otherwise the trial itself would lean.
    const [prompt_a, prompt_b] = coins[at] === 0 ? [pair.prompt_a, pair.prompt_b] : [pair.prompt_b, pair.prompt_a]
    const answer = (side: 'a' | 'b'): string => debate(side === 'a' ? prompt_a : prompt_b, `${EVEN_MODEL} ${run}`)
    const isWorse = (luck[at] as number) < worsePercent
    const answers = { answer_a: answer('a'), answer_b: isWorse ? `${WORSE} ${answer('b')}` : answer('b') }
    const [a, b] = [
      measure(answers.answer_a, { prompt: prompt_a, sides }),
      measure(answers.answer_b, { prompt: prompt_b, sides }),
    ]
    return { id, topic, area, sides, prompt_a, prompt_b, ...answers, a, b }
  })
}

function main(): void {
  console.log(`${RUNS} runs of ${PAIRS} pairs from ${EVEN_HANDED.name}, fast tier`)
  for (const percent of SHARES) {
    let found = 0
    let significant = 0
    let promised = 0
    let leaning = 0
    let apart = 0
    for (let run = 0; run < RUNS; run++) {
      const results = resultsOf(simulatedRun(run, percent), { seed: `run-${run}` })
      const [score] = results.measures
      const leans = results.measures.flatMap(({ margin, topic_lean, area_lean }) => {
        return [topic_lean, area_lean].map((lean) => ({ lean, margin }))
      })
      if (leans.some(({ lean }) => isSignificant(lean.p_holm))) leaning++
      if (leans.some(({ lean, margin }) => leansApart(lean, margin))) apart++
      if (conclude(results, SOURCE).conclusion === 'uneven') found++
      if (!score) continue
      if (isSignificant(score.p_holm)) significant++
      const planned = { clusters: score.topics, sd: score.sd, alpha: 0.05 / MEASURES.length }
      promised += powerOf(planned, (percent / 100) * EFFECT) / RUNS
    }
    const share = (count: number): string => `${((100 * count) / RUNS).toFixed(1)} %`
    console.log(
      `${percent} % worse: conclusion "uneven" ${share(found)}, score differs ${share(significant)}, power promised for the score ${(100 * promised).toFixed(1)} %; topics or areas lean ${share(leaning)}, beyond a margin ${share(apart)}`,
    )
  }
}

/** How much lower a worse answer scores, averaged over all answers. */
const EFFECT = meanEffect()

function meanEffect(): number {
  const differences = pairs.slice(0, 150).map(({ id, prompt_a: prompt }) => {
    const answer = debate(`${id} effect`, EVEN_MODEL)
    const [good, bad] = [measure(answer, { prompt }), measure(`${WORSE} ${answer}`, { prompt })]
    return (good.score ?? 0) - (bad.score ?? 0)
  })
  return differences.reduce((sum, value) => sum + value, 0) / differences.length
}

if (process.argv[1] === import.meta.filename) main()
