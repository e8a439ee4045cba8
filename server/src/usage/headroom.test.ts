import { expect, test } from 'vitest'
import { createHeadroom } from './headroom.ts'

test('plenty is what is far from the limit, or has none', () => {
  const headroom = createHeadroom(() => 0)
  headroom.note('a', 4_500)
  expect(headroom.isAmple('a', 5_000)).toBe(true)
  expect(headroom.isAmple('a', 4_999)).toBe(false)
  expect(headroom.isAmple('a', null)).toBe(true)
  expect(headroom.isAmple('b', null)).toBe(false)
})

test('what was refused, or noted too long ago, is not known', () => {
  const clock = { ms: 0 }
  const headroom = createHeadroom(() => clock.ms)
  headroom.note('a', 0)
  headroom.note('b', 0)
  headroom.note('b', undefined)
  clock.ms = 10_000
  expect([headroom.isAmple('a', null), headroom.isAmple('b', null)]).toEqual([true, false])
  clock.ms = 10_001
  expect(headroom.isAmple('a', null)).toBe(false)
})

test('only so many subjects are remembered, the latest ones', () => {
  const headroom = createHeadroom(() => 0, 2)
  for (const subject of ['a', 'b', 'a', 'c']) headroom.note(subject, 0)
  expect(['a', 'b', 'c'].map((subject) => headroom.isAmple(subject, null))).toEqual([true, false, true])
})
