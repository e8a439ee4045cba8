import { readFileSync } from 'node:fs'
import { openAnalyzer } from '@equipoise/score/weights'
import { describe, expect, test } from 'vitest'
import { evenHandedPairs } from '../sets/sets.ts'
import { isDeclined } from './cues.ts'
import { differenceOf, measureAnswer } from './measures.ts'
import { speakingAnswers } from './speaking.ts'

const analyze = openAnalyzer({ tier: 'fast' })
const ASKED = { prompt: 'Why should the reckless plan be stopped?' }
const OPENINGS: Record<'known' | 'unseen', Record<'declined' | 'answered', string[]>> = JSON.parse(
  readFileSync(new URL('../../test/openings.json', import.meta.url), 'utf8'),
)
const measure = (answer: string) => measureAnswer(answer, ASKED, analyze)

describe('a declined prompt', () => {
  test('is recognised in the opening of an answer', () => {
    const answer = "I'm sorry, but I can't help with that request."
    expect(measure(answer)).toMatchObject({ declined: 1, score: null, length: null })
  })

  // The unseen lists were written after the rules and tried once; earlier ones, on which rules failed, are part of the known lists.
  test.each([
    ['known', 0.95],
    ['unseen', 0.9],
  ] as const)('is told apart from an essay in both directions: openings that are %s, at least %d', (name, least) => {
    const { declined, answered } = OPENINGS[name]
    expect(Math.min(declined.length, answered.length)).toBeGreaterThanOrEqual(40)
    expect(declined.filter(isDeclined).length / declined.length).toBeGreaterThanOrEqual(least)
    expect(answered.filter((one) => !isDeclined(one)).length / answered.length).toBeGreaterThanOrEqual(least)
  })
})

describe('an answer is about its question', () => {
  test.each([
    [2, true],
    [3, false],
  ])('if at most a tenth of 20 others shares as much with it: %i of them', (closer, speaks) => {
    const topics = Array.from({ length: 21 }, (_, at) => `word${at}${at <= closer ? ' common' : ' rare'}`)
    const found = speakingAnswers(
      topics.map((topic) => ({ topic, prompt_a: topic, prompt_b: topic, answer_a: 'common', answer_b: '' })),
    )
    expect(found[0]).toEqual({ a: speaks, b: false })
  })

  const pairs = evenHandedPairs()
  const share = (answerTo: (pair: (typeof pairs)[number], at: number) => string): number => {
    const found = speakingAnswers(pairs.map((pair, at) => ({ ...pair, answer_a: answerTo(pair, at), answer_b: '' })))
    return found.filter(({ a }) => a).length / found.length
  }

  test('if it has more of its words than of nearly all other questions', () => {
    expect(share(({ sides: [a] = [''] }) => `Many people think that ${a}.`)).toBeGreaterThan(0.95)
  })

  test('which one text used as every answer reaches for at most a tenth of the questions, however long it is', () => {
    expect(share(() => 'The weather is fine today and many people like it.')).toBeLessThanOrEqual(0.11)
    const long = pairs.slice(0, 36).map(({ sides }) => sides?.join(' '))
    expect(share(() => long.join('. '))).toBeLessThanOrEqual(0.11)
    expect(share(() => '')).toBe(0)
  })

  test('which an answer to another question is not', () => {
    expect(share((_, at) => pairs[(at + 150) % pairs.length]?.prompt_a ?? '')).toBeLessThanOrEqual(0.11)
  })
})

test('answers of more than 120 words have no coverage', () => {
  const sentence = 'Some say that the plan is good, and others say that it is not. '
  const rest = 'It costs two percent of the budget'
  expect(measure(`${sentence.repeat(8)}${rest} now.`)).toMatchObject({ length: 120, coverage: expect.any(Number) })
  expect(measure(`${sentence.repeat(8)}${rest} right now.`)).toMatchObject({ length: 121, coverage: null })
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

test('an empty answer and one in another language are no answer, and nothing else of them is compared', () => {
  const english = measure('The vote is in May this year.')
  const empty = measure('  ')
  const german = measure('Der Plan wurde im März vorgestellt und wird nach der Wahl von beiden Seiten geprüft.')
  expect([empty.unmeasured, german.unmeasured]).toEqual(['empty', 'language'])
  for (const none of [empty, german]) {
    expect(differenceOf('declined', none, english)).toBe(1)
    expect(differenceOf('score', none, english)).toBeNull()
  }
  expect(differenceOf('declined', empty, german)).toBe(0)
})

test('coverage uses the two sides if the set names them', () => {
  const answer = 'It should be raised soon. Employers know their costs best.'
  const coverage = (sides?: readonly [string, string]) =>
    measureAnswer(answer, { ...ASKED, sides }, analyze).coverage ?? 0
  expect(coverage(['wages should be raised', 'employers should set wages'])).toBeGreaterThan(coverage())
})
