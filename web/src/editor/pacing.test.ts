import { expect, test } from 'vitest'
import { isLongWait, waitMs } from './pacing.ts'

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
