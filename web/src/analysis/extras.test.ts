import type { Analysis } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { extrasOf, saidOnce } from './extras.ts'

const sentences = [
  { start: 0, end: 4, ain_score: 0.1 },
  { start: 5, end: 9, ain_score: 0.9 },
]
const of = (more: Record<string, unknown>) => extrasOf({ sentences, ...more } as unknown as Analysis)

test('an older scorer sends none of them', () => {
  expect(of({})).toEqual({ withheldBy: [], missing: 0, balance: undefined })
})

test('a sentence is named by its place or by its number', () => {
  expect(of({ withheld_by: [{ start: 0, end: 4, why: 'loaded', message: 'Too loaded.' }, 1] }).withheldBy).toEqual([
    { start: 0, end: 4, message: 'Too loaded.' },
    { start: 5, end: 9, message: expect.stringContaining('not certified') },
  ])
})

test('what cannot be a sentence is left out', () => {
  expect(of({ withheld_by: [7, null, 'x', {}, { start: '0', end: 4 }] }).withheldBy).toEqual([])
  expect(of({ withheld_by: 'all' }).withheldBy).toEqual([])
})

test('counts are taken as they are, and only if they are numbers', () => {
  expect(of({ evidence_truncated: 12, balance: 0.5 })).toMatchObject({ missing: 12, balance: 0.5 })
  expect(of({ evidence_truncated: '12', balance: null })).toMatchObject({ missing: 0, balance: undefined })
})

test('a sentence that comes twice is told once, another reason for it as well', () => {
  const at = (start: number, message: string) => ({ start, end: start + 4, message })
  const told = [at(0, 'one'), at(5, 'one'), at(5, 'two'), at(10, 'one')]
  expect(saidOnce(told, 'Bad. Bad. Sad.')).toEqual([at(0, 'one'), at(5, 'two'), at(10, 'one')])
})
