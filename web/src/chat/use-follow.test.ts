import { expect, test } from 'vitest'
import { follows } from './use-follow.ts'

test('the newest words are followed until the person scrolls up', () => {
  expect(follows(true, { endInView: false, movedUp: false })).toBe(true)
  expect(follows(true, { endInView: false, movedUp: true })).toBe(false)
  expect(follows(false, { endInView: false, movedUp: false })).toBe(false)
})

test('whoever is back at the end is followed again', () => {
  expect(follows(false, { endInView: true, movedUp: false })).toBe(true)
  expect(follows(true, { endInView: true, movedUp: true })).toBe(true)
})
