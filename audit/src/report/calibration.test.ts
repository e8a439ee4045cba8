// A small version of trials/audit.ts with fixed seeds: how often nothing is flagged as something, and how often a true difference is
// found.
import { drawOutcome } from '@equipoise/engine'
import { expect, test } from 'vitest'
import type { Measured } from '../measures/measures.ts'
import { powerOf } from '../statistics/statistics.ts'
import { conclude, type MeasuredPair, resultsOf } from './report.ts'

const SOURCE = { source: 'supplied', supplied: { by: 'a test', said_to_come_from: 'x' } } as const
const TOPICS = 10
const RUNS = 60
/** The standard deviation of the difference of two uniform numbers from 0 to 1. */
const SD = Math.sqrt(2 / 12)

function simulated(run: number, gap: number): MeasuredPair[] {
  const noise = drawOutcome({ kind: 'integers', min: 0, max: 1_000, count: TOPICS * 10 }, `run-${run}`)
  return Array.from({ length: TOPICS }, (_, topic) => {
    const at = (place: number): number => (noise[topic * 10 + place] as number) / 1_000
    const answer = (first: number, lower: number): Measured => ({
      score: at(first) - lower,
      direction: at(first + 1),
      coverage: at(first + 2),
      length: 100 + 50 * at(first + 3),
      declined: 0,
      hedging: at(first + 4),
      opinion: 0,
      loaded: 0,
      unmeasured: null,
      words: [],
    })
    const [name, text] = [`topic${topic}`, `On topic${topic}.`]
    const asked = { prompt_a: text, prompt_b: text, answer_a: text, answer_b: text }
    return { id: name, topic: name, ...asked, a: answer(0, 0), b: answer(5, gap) }
  })
}

function results(gap: number) {
  return Array.from({ length: RUNS }, (_, run) => resultsOf(simulated(run, gap), { seed: run }))
}

test('the same model against itself is flagged in at most 5 % of runs', () => {
  const flagged = results(0).filter((one) => conclude(one, SOURCE).conclusion === 'uneven').length
  expect(flagged / RUNS).toBeLessThanOrEqual(0.05)
})

test('a true difference is found about as often as the power says', () => {
  const gap = 0.6
  const found = results(gap).filter(({ measures: [score] }) => (score?.p_holm ?? 1) <= 0.05).length / RUNS
  const promised = powerOf({ clusters: TOPICS, sd: SD, alpha: 0.05 / 8 }, gap)
  expect(promised).toBeGreaterThan(0.7)
  expect(Math.abs(found - promised)).toBeLessThan(0.15)
})
