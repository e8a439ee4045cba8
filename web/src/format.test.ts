import { afterEach, expect, test, vi } from 'vitest'
import { formatDay, formatUtcDay } from './format.ts'

const FIRST_OF_JUNE = '2031-06-01T00:00:00.000Z'

afterEach(() => vi.unstubAllEnvs())

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])('a day of the service is the same in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(formatUtcDay(FIRST_OF_JUNE)).toBe('1 Jun 2031')
})

test('a moment falls on the day that the person has', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(formatDay(FIRST_OF_JUNE)).toBe('31 May 2031')
})
