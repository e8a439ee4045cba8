import { expect, test } from 'vitest'
import { follows } from './use-follow.ts'

test('the page follows the answer until the person scrolls up', () => {
  expect(follows(true, { endInView: false, movedUp: false })).toBe(true)
  expect(follows(true, { endInView: false, movedUp: true })).toBe(false)
  expect(follows(false, { endInView: false, movedUp: false })).toBe(false)
})

test('the page follows the answer again once the person is back at the end', () => {
  expect(follows(false, { endInView: true, movedUp: false })).toBe(true)
  expect(follows(true, { endInView: true, movedUp: true })).toBe(true)
})
