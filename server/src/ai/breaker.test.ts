import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

test('after five failures in a row a target is skipped for 30 seconds, then tried with one call', () => {
  let nowMs = 0
  const breaker = createBreaker(() => nowMs)
  const failAndAsk = () => {
    breaker.begins()
    breaker.failed()
    return breaker.admits()
  }
  expect([failAndAsk(), failAndAsk(), failAndAsk(), failAndAsk()]).toEqual([true, true, true, true])
  breaker.succeeded()
  expect([1, 2, 3, 4, 5].map(failAndAsk)).toEqual([true, true, true, true, false])
  nowMs = 29_999
  expect(breaker.admits()).toBe(false)
  nowMs = 30_000
  expect(breaker.admits()).toBe(true)
  breaker.begins()
  expect(breaker.admits()).toBe(false)
  breaker.succeeded()
  expect(breaker.admits()).toBe(true)
})
