import type { Analysis, Evidence } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { liveAnalysis } from './live-analysis.ts'

const word = (text: string, start: number, weight = 1): Evidence => ({
  start,
  end: start + text.length,
  text,
  kind: 'loaded',
  direction: 'neutral',
  weight,
})
const analysis = (score: number, sentences: [number, number, number][], evidence: Evidence[]): Analysis => ({
  ain_score: score,
  bias_direction: 'neutral',
  svc_certified: score >= 0.7,
  band: 'neutral',
  word_ratios: { positive: 0, negative: 0, loaded: 0, neutral: 1 },
  word_count: 9,
  sentences: sentences.map(([start, end, ain_score]) => ({ start, end, ain_score })),
  withheld_by: [],
  evidence,
  evidence_truncated: 0,
  balance: null,
  balance_basis: null,
  language: 'en',
  confidence: 1,
  model_version: 'x',
})

test("without an analysis of the service, the small model's is shown, and nothing is certified", () => {
  const own = analysis(0.8, [[0, 5, 0.8]], [])
  const answer = { ignored: [], text: 'Fine.', analysis: own, anchor: undefined, anchored: undefined }
  expect(liveAnalysis(answer)).toEqual({ ...own, svc_certified: false })
})

test('a sentence that the service has scored keeps its score and evidence when it moves', () => {
  const checked = {
    text: 'A bad plan. It rains.',
    ignored: [],
    analysis: analysis(
      0.4,
      [
        [0, 11, 0.2],
        [12, 21, 0.9],
      ],
      [word('bad', 2, 3)],
    ),
  }
  const text = 'So it is. A bad plan.'
  const own = analysis(
    0.6,
    [
      [0, 9, 0.7],
      [10, 21, 0.5],
    ],
    [word('So', 0, 1), word('plan', 16, 2)],
  )
  const shown = liveAnalysis({ ignored: [], text, analysis: own, anchor: checked, anchored: { score: 0.5, share: 1 } })
  expect(shown.sentences.map(({ ain_score }) => ain_score)).toEqual([0.7, 0.2])
  expect(shown.evidence.map(({ start, text: found }) => [start, found])).toEqual([
    [12, 'bad'],
    [0, 'So'],
  ])
  expect(shown.ain_score).toBeCloseTo(0.5)
  expect(shown).toMatchObject({ band: 'moderate', svc_certified: false })
})

test('a sentence with a word that was ignored since is scored again', () => {
  const text = 'A bad plan. It rains.'
  const places: [number, number][] = [
    [0, 11],
    [12, 21],
  ]
  const scored = (score: number, each: [number, number], evidence: Evidence[]) =>
    analysis(
      score,
      places.map(([start, end], i) => [start, end, each[i] ?? 0]),
      evidence,
    )
  const checked = { text, ignored: [], analysis: scored(0.4, [0.2, 0.9], [word('bad', 2, 3)]) }
  const own = scored(0.7, [0.8, 0.7], [])
  const shown = liveAnalysis({
    text,
    ignored: ['bad'],
    analysis: own,
    anchor: checked,
    anchored: { score: 0.5, share: 1 },
  })
  expect(shown.sentences.map(({ ain_score }) => ain_score)).toEqual([0.8, 0.9])
  expect(shown.evidence).toEqual([])
  expect(shown.ain_score).toBeCloseTo(0.6)
})

test('the estimate of another text does not depend on what was checked before it', () => {
  const own = analysis(0.6, [[0, 9, 0.6]], [])
  const scoreAfter = (score: number, share: number) => {
    const anchor = { text: 'A bad plan.', ignored: [], analysis: analysis(score, [[0, 11, score]], []) }
    return liveAnalysis({ text: 'It rains.', ignored: [], analysis: own, anchor, anchored: { score: 0.5, share } })
      .ain_score
  }
  expect([scoreAfter(0.1, 0), scoreAfter(0.9, 0)]).toEqual([0.6, 0.6])
  expect([scoreAfter(0.25, 0.5), scoreAfter(0.9, 1)]).toEqual([0.475, 1])
})
