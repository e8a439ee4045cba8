import { expect, test } from 'vitest'
import { isLongWait, liveWaitMs, waitMs } from './pacing.ts'

const LAST = { subject: 'letter', atMs: 1_000_000 }

test('a document that was never scored is scored after a short rest', () => {
  const wait = waitMs({ subject: '', atMs: 0 }, 'letter', 1_000_000)
  expect(wait).toBe(700)
  expect(isLongWait(wait)).toBe(false)
})

test('a document is scored at most once a minute while somebody types', () => {
  const wait = waitMs(LAST, 'letter', LAST.atMs + 10_000)
  expect(wait).toBe(50_000)
  expect(isLongWait(wait)).toBe(true)
})

test('after the minute, and for another document, a short rest is enough', () => {
  expect(waitMs(LAST, 'letter', LAST.atMs + 59_900)).toBe(700)
  expect(waitMs(LAST, 'letter', LAST.atMs + 90_000)).toBe(700)
  expect(waitMs(LAST, 'speech', LAST.atMs + 1)).toBe(700)
})

test('the model in the browser is asked at once about a short text, and about a long one when the hand rests', () => {
  const long = 'x'.repeat(2_001)
  expect(liveWaitMs('short', 1_000, 1_001)).toBe(0)
  expect(liveWaitMs(long, 1_000, 1_001)).toBe(250)
  // Somebody who does not rest sees an estimate all the same.
  expect(liveWaitMs(long, 1_000, 2_400)).toBe(100)
  expect(liveWaitMs(long, 1_000, 60_000)).toBe(0)
})
