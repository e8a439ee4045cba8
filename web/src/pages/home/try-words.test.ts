import { expect, test } from 'vitest'
import { costWords, tryWords } from './try-words.ts'

const STATE = {
  isBlank: false,
  isOffline: false,
  isTooLong: false,
  isMember: false,
  isChecking: false,
  isLive: true,
  hasScore: true,
  hasFailed: false,
}

test('an estimate that will not be checked is labelled as one', () => {
  expect(tryWords(STATE)).toBe('Quick estimate from your browser. It can miss bias in plain words.')
  expect(tryWords({ ...STATE, hasFailed: true })).toBe('An estimate from a small model in your browser.')
  expect(tryWords({ ...STATE, isLive: false })).toBe('AIN runs from 0 (loaded) to 1 (neutral).')
})

test('only visitors are told to sign up for longer texts', () => {
  expect(tryWords({ ...STATE, isTooLong: true })).toBe('Rough estimate. To check longer texts, create a free account.')
  expect(tryWords({ ...STATE, isTooLong: true, isMember: true })).toBe('Too long to be checked.')
})

test('members see what a check costs and how many are left', () => {
  const cost = 'Each check of up to 10,000 characters uses one of your text analyses.'
  expect(costWords(10_000, { remaining: 1_480 })).toBe(`${cost} You have 1,480 left.`)
  expect(costWords(10_000, { remaining: null })).toBe(cost)
  expect(costWords(10_000, undefined)).toBe(cost)
})
