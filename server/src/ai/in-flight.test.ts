import { expect, test } from 'vitest'
import { ApiError } from '../ground/errors.ts'
import { createInFlight } from './in-flight.ts'

test('an account cannot run more than its share, others can, and ended requests free their places', () => {
  const inFlight = createInFlight(8)
  const error = (accountId: number) => {
    try {
      inFlight.enter(accountId, 2)
    } catch (error) {
      return error instanceof ApiError ? [error.kind, error.headers] : error
    }
  }
  const leaving = [inFlight.enter(1, 2), inFlight.enter(1, 2)]
  expect(error(1)).toEqual(['too_fast', { 'retry-after': '1' }])
  leaving.push(inFlight.enter(2, 2), inFlight.enter(3, 2))
  // Half of the places are left, so an account can no longer take a second one.
  expect(error(2)).toEqual(['too_fast', { 'retry-after': '1' }])
  leaving.push(...[4, 5, 6, 7].map((accountId) => inFlight.enter(accountId, 2)))
  expect(error(8)).toEqual(['unavailable', {}])
  for (const leave of leaving) leave()
  expect(inFlight.count()).toBe(0)
  inFlight.enter(1, 1)
  expect(inFlight.count()).toBe(1)
})
