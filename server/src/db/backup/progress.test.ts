import { expect, test } from 'vitest'
import { tellRows } from './progress.ts'

/** Work that has just started, the messages it has logged, and its clock. */
function begin() {
  const heard: string[] = []
  const clock = { nowMs: 0 }
  const log = (message: string) => heard.push(message)
  return { heard, clock, tell: tellRows(log, 'written', () => clock.nowMs) }
}

test('work that takes long reports its progress every ten seconds', () => {
  const { heard, clock, tell } = begin()
  for (clock.nowMs = 0; clock.nowMs < 35_000; clock.nowMs += 1_000) tell(clock.nowMs * 100)
  expect(heard).toEqual([
    '1,000,000 rows written so far.',
    '2,000,000 rows written so far.',
    '3,000,000 rows written so far.',
  ])
})

test('work that is done within ten seconds reports nothing', () => {
  const { heard, clock, tell } = begin()
  clock.nowMs = 9_999
  tell(5)
  expect(heard).toEqual([])
})
