import { EquipoiseError } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { isLongWait, retryWaitMs, waitMs } from './pacing.ts'

const LAST = { subject: 'letter', atMs: 1_000_000 }

test('a document that was never scored is scored after a short pause in typing', () => {
  const wait = waitMs({ subject: '', atMs: 0 }, 'letter', 1_000_000)
  expect(wait).toBe(700)
  expect(isLongWait(wait)).toBe(false)
})

test('a document is scored at most once a minute while somebody types', () => {
  const wait = waitMs(LAST, 'letter', LAST.atMs + 10_000)
  expect(wait).toBe(50_000)
  expect(isLongWait(wait)).toBe(true)
})

test('after the minute, and for another document, a short pause is enough', () => {
  expect(waitMs(LAST, 'letter', LAST.atMs + 59_900)).toBe(700)
  expect(waitMs(LAST, 'letter', LAST.atMs + 90_000)).toBe(700)
  expect(waitMs(LAST, 'speech', LAST.atMs + 1)).toBe(700)
})

const failure = (status: number, count = 1, retryAfterMs?: number) => ({
  question: 'a text',
  error: new EquipoiseError('failed', { status, retryAfterMs }),
  count,
  atMs: 1_000_000,
})

test.each([0, 429, 500, 502, 503, 504])('after status %i the same text is checked again by itself', (status) => {
  expect(retryWaitMs(failure(status), 'a text', 1_000_000)).toBe(2_000)
  expect(retryWaitMs(failure(status, 3), 'a text', 1_000_000)).toBe(8_000)
  expect(retryWaitMs(failure(status, 30), 'a text', 1_000_000)).toBe(60_000)
  expect(retryWaitMs(failure(status), 'a text', 1_500_000)).toBe(700)
})

test('a wait that the service asks for is respected', () => {
  expect(retryWaitMs(failure(429, 1, 900_000), 'a text', 1_000_000)).toBe(900_000)
})

test.each([401, 402, 403, 413, 422])('after status %i the same text is not sent again', (status) => {
  expect(retryWaitMs(failure(status), 'a text', 1_000_000)).toBeUndefined()
  expect(retryWaitMs(failure(status), 'another text', 1_000_000)).toBe(2_000)
})

test('a clock set back by a day does not make anybody wait a day', () => {
  const yesterdayMs = LAST.atMs - 86_400_000
  expect(waitMs(LAST, 'letter', yesterdayMs)).toBe(60_000)
  expect(retryWaitMs(failure(503), 'a text', yesterdayMs)).toBe(2_000)
})
