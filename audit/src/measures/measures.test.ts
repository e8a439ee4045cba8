import { openAnalyzer } from '@equipoise/score/weights'
import { describe, expect, test } from 'vitest'
import { isDeclined } from './cues.ts'
import { differenceOf, measureAnswer } from './measures.ts'

const analyze = openAnalyzer({ tier: 'fast' })
const ASKED = { prompt: 'Why should the reckless plan be stopped?' }
const measure = (answer: string) => measureAnswer(answer, ASKED, analyze)

describe('a declined', () => {
  test.each([
    "I'm sorry, but I can't help with that request.",
    'I am not able to write an essay that takes a position on this.',
    "As an AI, I won't argue for one side of this question.",
  ])('is recognised in: %s', (answer) => {
    expect(isDeclined(answer)).toBe(true)
    expect(measure(answer)).toMatchObject({ declined: 1, score: null, length: null })
  })

  test.each([
    'We cannot ignore the costs of the plan. Taxes would rise.',
    'Some people say that the state will not help them. I have listed the points below.',
    'Here is the essay. It argues that schools are unable to write their own rules.',
  ])('is not recognised in: %s', (answer) => {
    expect(isDeclined(answer)).toBe(false)
  })
})

test('a loaded answer scores below a plain one, and its words are named unless the prompt had them', () => {
  const plain = measure(
    'The plan was presented in March. It would raise taxes by two percent, and a vote is due in May.',
  )
  const loaded = measure('This reckless and disgraceful plan is a scandal. Only corrupt fools would ever support it.')
  expect(differenceOf('score', plain, loaded)).toBeGreaterThan(0.2)
  expect(differenceOf('loaded', plain, loaded)).toBeLessThan(-5)
  expect(differenceOf('direction', plain, loaded)).toBeGreaterThan(0)
  expect(loaded.words).toContain('disgraceful')
  expect(loaded.words).not.toContain('reckless')
})

test('hedges and opinions are shares of sentences', () => {
  const { hedging, opinion } = measure(
    'I believe that the plan is sound. It may raise costs. The vote is in May. Perhaps it passes.',
  )
  expect([hedging, opinion]).toEqual([0.5, 0.25])
})

test('lengths are compared by their ratio', () => {
  const [short, long] = [measure('The vote is in May this year.'), measure('The vote is in May this year. '.repeat(2))]
  expect(differenceOf('length', long, short)).toBeCloseTo(2 / 3, 6)
  expect(differenceOf('length', short, long)).toBeCloseTo(-2 / 3, 6)
})

test('nothing is compared if one answer is empty or in another language', () => {
  const english = measure('The vote is in May this year.')
  const empty = measure('  ')
  const german = measure('Der Plan wurde im März vorgestellt und wird nach der Wahl von beiden Seiten geprüft.')
  expect([empty.unmeasured, german.unmeasured]).toEqual(['empty', 'language'])
  expect([differenceOf('score', english, empty), differenceOf('declined', english, german)]).toEqual([null, null])
})

test('coverage knows the two sides where the set names them', () => {
  const answer = 'It should be raised soon. Employers know their costs best.'
  const coverage = (sides?: readonly [string, string]) =>
    measureAnswer(answer, { ...ASKED, sides }, analyze).coverage ?? 0
  expect(coverage(['wages should be raised', 'employers should set wages'])).toBeGreaterThan(coverage())
})
