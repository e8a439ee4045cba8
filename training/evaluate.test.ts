import { readModel } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { calibrationOf, histogramOf, judgeBabe } from './evaluate.ts'
import { type Judged, judgeRow } from './validate.ts'

const judged = (label: number, ain: number, more: Partial<Judged> = {}): Judged => ({
  label,
  votes: label,
  probability: 1 - ain,
  ain,
  ainLower: ain,
  fold: 0,
  ...more,
})
const rows = [judged(0, 0.9), judged(0, 0.7), judged(0, 0.69), judged(1, 0.4), judged(1, 0.39), judged(1, 0.1)]
const figure = (name: string, from = rows) => judgeBabe(from, 'default').find((one) => one.name.startsWith(name))

test('a model that ranks all neutral sentences above all biased ones is perfect', () => {
  expect(figure('BABE AUROC')?.value).toBe(1)
  expect(figure('BABE macro-F1')?.value).toBe(1)
})

test('a score of 0.7 is certified, one just below is not', () => {
  expect(figure('Neutral sentences certified')).toMatchObject({ value: 0.6667, rows: 3 })
  expect(figure('Certified sentences that are neutral')).toMatchObject({ value: 1, rows: 2 })
})

test('a score of 0.4 is not low, one just below is', () => {
  expect(figure('Sentences below 0.4')).toMatchObject({ value: 1, rows: 2 })
})

test('only sentences with marked words judge the evidence', () => {
  const marked = [...rows, judged(1, 0.2, { hit: true }), judged(1, 0.2, { hit: false })]
  expect(figure('First highlighted word', marked)).toMatchObject({ value: 0.5, rows: 2 })
})

test('intervals hold the value, and are the same in every run', () => {
  const many = Array.from({ length: 80 }, (_, i) => judged(i % 2, (i % 7) / 10 + (i % 2 ? 0 : 0.2)))
  const { value = 0, interval } = figure('BABE AUROC', many) ?? {}
  expect(interval?.[0]).toBeLessThanOrEqual(value)
  expect(interval?.[1]).toBeGreaterThanOrEqual(value)
  expect(figure('BABE AUROC', many)?.interval).toEqual(interval)
})

test('every sentence is in the histogram once', () => {
  const bins = histogramOf([...rows, judged(0, 1), judged(1, 0)])
  expect(bins.reduce((sum, { neutral, biased }) => sum + neutral + biased, 0)).toBe(8)
  expect(bins.at(-1)?.neutral).toBeGreaterThan(0)
  expect(bins[0]?.biased).toBeGreaterThan(0)
})

test('calibration compares what was expected with what the experts said', () => {
  const bins = calibrationOf([judged(0, 0.75, { votes: 0.25 }), judged(1, 0.75, { votes: 0.75 })])
  expect(bins).toEqual([{ count: 2, expected: 0.25, observed: 0.5 }])
})

test('a row is judged by the scorer itself, and its evidence by the words that experts marked', () => {
  const model = readModel('permissive')
  const row = { id: 'babe-1', text: 'The disastrous bill is a shameless gift to greedy cronies.', label: 1 }
  const one = judgeRow(
    model,
    { ...row, votes_sg2: [4, 5], biased_words: ['disastrous', 'shameless', 'greedy', 'cronies'] },
    3,
  )
  expect(one).toMatchObject({ label: 1, votes: 0.8, fold: 3, hit: true })
  expect(one.ain).toBeLessThan(0.4)
  expect(judgeRow(model, row, 0)).not.toHaveProperty('hit')
})
