import { expect, test } from 'vitest'
import { follows } from './use-follow.ts'

test('the newest words are followed until the person scrolls up', () => {
  expect(follows(true, { endInView: false, movedUp: false })).toBe(true)
  expect(follows(true, { endInView: false, movedUp: true })).toBe(false)
  expect(follows(false, { endInView: false, movedUp: false })).toBe(false)
})

test('scrolling follows the answer again once the reader is back at the end', () => {
  expect(follows(false, { endInView: true, movedUp: false })).toBe(true)
  expect(follows(true, { endInView: true, movedUp: true })).toBe(true)
})
