import { expect, it } from 'vitest'
import { analyze, joinAnalyses, splitText } from './score.ts'
import { readModel } from './weights.ts'

const model = readModel('default')
const PLAIN = 'The committee approved the budget on Monday by nine votes to four. The library opens at nine.\n\n'
const LOADED = 'The corrupt committee shamelessly rammed through its disgraceful budget.\n\n'

it('scores a text of any length, with positions in the whole text', () => {
  const text = `${PLAIN.repeat(600)}${LOADED}${PLAIN.repeat(600)}`
  expect(text.length).toBeGreaterThan(100_000)
  const whole = analyze(model, text)
  const at = text.indexOf(LOADED)
  expect(whole.sentences).toHaveLength(2401)
  expect(whole.wordCount).toBe(analyze(model, PLAIN).wordCount * 1200 + analyze(model, LOADED).wordCount)
  expect(whole.withheldBy).toMatchObject([{ start: at, end: at + LOADED.trim().length, why: 'loaded' }])
  expect(whole.ainScore).toBeLessThanOrEqual(0.69)
  expect(whole).toMatchObject({ certified: false, language: 'en' })
  for (const { start, end, text: word } of whole.evidence) expect(text.slice(start, end)).toBe(word)
})

it('certifies a long plain text, as it does a short one', () => {
  expect(analyze(model, PLAIN.repeat(800))).toMatchObject({ certified: true, biasDirection: 'neutral' })
})

it('one loaded part does not drown among many plain ones', () => {
  const mild = 'The plan was a remarkable success and a truly outstanding achievement for everybody.\n\n'
  const parts = splitText(PLAIN.repeat(1500) + mild.repeat(550), 50_000)
  const analyses = parts.map((part) => analyze(model, part.text))
  const lowest = Math.min(...analyses.map(({ ainScore }) => ainScore))
  const mean = analyses.reduce((sum, { ainScore }) => sum + ainScore, 0) / analyses.length
  expect(joinAnalyses(parts, analyses).ainScore).toBeLessThan(mean - (mean - lowest) / 4)
})

it('reads a long text in another language as one that cannot be judged', () => {
  const german = 'Der Ausschuss hat den Haushalt am Montag mit neun gegen vier Stimmen beschlossen. '
  expect(analyze(model, german.repeat(1000))).toMatchObject({ reason: 'unsupported_language', language: 'de' })
  expect(analyze(model, german.repeat(20) + PLAIN.repeat(800)).language).toBe('en')
})

const plain = analyze(model, PLAIN)
const part = (ainScore: number, wordCount: number, more: object = {}) => ({
  ...plain,
  ainScore,
  wordCount,
  sentences: [{ start: 0, end: 1, ainScore: 1 }],
  ...more,
})
const joined = (...analyses: (typeof plain)[]) =>
  joinAnalyses(
    analyses.map(() => ({ start: 0, text: '' })),
    analyses,
  )

it('is half the average of its parts and half the lowest of at least 200 words', () => {
  expect(joined(part(0.9, 800), part(0.4, 200)).ainScore).toBeCloseTo(0.6)
  expect(joined(part(0.9, 800), part(0.4, 199)).ainScore).toBeCloseTo(0.85)
})

it('is not certified if more than a fifth of its words are in another language', () => {
  const foreign = (wordCount: number) => part(0.9, wordCount, { reason: 'unsupported_language' })
  expect(joined(part(0.9, 800), foreign(200))).toMatchObject({ certified: true })
  expect(joined(part(0.9, 799), foreign(201))).toMatchObject({ certified: false, reason: 'unsupported_language' })
})
