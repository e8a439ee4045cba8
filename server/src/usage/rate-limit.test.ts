import { expect, test } from 'vitest'
import { createRateLimiter, rateOfAddress } from './rate-limit.ts'

test('a full minute of requests passes at once, the next one is rejected with the seconds to wait', () => {
  const limiter = createRateLimiter(() => 0)
  for (let i = 0; i < 60; i++) expect(limiter.take('a', 60).allowed).toBe(true)
  expect(limiter.take('a', 60)).toEqual({ allowed: false, limit: 60, remaining: 0, resetSeconds: 1 })
})

test('the bucket refills evenly, and never above its size', () => {
  let now = 0
  const limiter = createRateLimiter(() => now)
  for (let i = 0; i < 60; i++) limiter.take('a', 60)
  now = 2_000
  expect(limiter.take('a', 60)).toMatchObject({ allowed: true, remaining: 1 })
  now = 1_000_000
  expect(limiter.take('a', 60)).toMatchObject({ allowed: true, remaining: 59 })
})

test('looking takes nothing, and reports the same as the request before it', () => {
  let now = 0
  const limiter = createRateLimiter(() => now)
  expect(limiter.look('a', 2)).toEqual({ allowed: true, limit: 2, remaining: 2, resetSeconds: 1 })
  expect(limiter.take('a', 2)).toEqual(limiter.look('a', 2))
  limiter.take('a', 2)
  expect(limiter.take('a', 2)).toEqual(limiter.look('a', 2))
  now = 30_000
  expect(limiter.look('a', 2)).toMatchObject({ allowed: true, remaining: 1 })
})

test('one subject does not affect another', () => {
  const limiter = createRateLimiter(() => 0)
  limiter.take('a', 1)
  expect(limiter.take('a', 1).allowed).toBe(false)
  expect(limiter.take('b', 1).allowed).toBe(true)
})

test('all networks of one customer can do four times what one can; what its own network denies is not counted for the others', () => {
  const limiter = createRateLimiter(() => 0)
  const ask = (network: number) => rateOfAddress(limiter, `2001:db8:1:${network}::1`, { limit: 2 })
  expect([1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5].map((network) => ask(network).allowed)).toEqual([
    ...[true, true, false, false],
    ...[true, true, true, true, true, true, false],
  ])
  expect(ask(5).limit).toBe(8)
  expect(rateOfAddress(limiter, '2001:db8:2:1::1', { limit: 2 })).toMatchObject({ limit: 2, remaining: 1 })
})

test('memory is bounded: the subject seen longest ago is forgotten', () => {
  const limiter = createRateLimiter(() => 0, { subjectsMax: 2 })
  limiter.take('old', 1)
  limiter.take('b', 1)
  limiter.take('c', 1)
  expect(limiter.take('c', 1).allowed).toBe(false)
  expect(limiter.take('old', 1).allowed).toBe(true)
})
