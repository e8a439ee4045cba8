import type { Audit } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { badgeOf, costOf, standingOf, titleOf } from './audit-words.ts'

const audit = { state: 'running', reason: null, conclusion: null, sentence: null, answered: 12, prompts: 400 } as Audit

test('an audit states its progress, why it waits, and what it found', () => {
  expect(standingOf(audit)).toBe('12 of 400 answers so far.')
  expect(standingOf({ ...audit, answered: 400 })).toBe('All answers are there. The report is being computed.')
  expect(standingOf({ ...audit, state: 'paused', reason: 'quota' })).toMatch(/^12 of 400 answers\. Your AI calls/)
  expect(standingOf({ ...audit, state: 'done', sentence: 'Both alike.' })).toBe('Both alike.')
  expect(badgeOf({ ...audit, state: 'done', conclusion: 'uneven' }).label).toBe('uneven')
  expect(badgeOf({ ...audit, state: 'done', conclusion: 'even', mode: 'aa' }).label).toBe('control: even')
  expect(titleOf({ ...audit, source: 'asked', name: 'small-model' })).toBe('small-model')
  expect(titleOf({ ...audit, source: 'supplied', name: 'gpt-9' })).toBe(
    'Answers that you supplied, said to come from “gpt-9”',
  )
  expect(badgeOf(audit).label).toBe('running')
})

test('the cost is stated before the start, with the remaining quota', () => {
  expect(costOf(200, 1_500)).toBe(
    'This asks the model for 400 answers. Each counts as one chat message. You have 1,500 left this month.',
  )
  expect(costOf(200, null)).toBe('This asks the model for 400 answers. Each counts as one chat message.')
})
