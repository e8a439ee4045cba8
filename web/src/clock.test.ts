import { afterEach, expect, test, vi } from 'vitest'
import { nowMs, watchedFetch } from './clock.ts'
import { DAY_MS } from './format.ts'

const NOON_MS = Date.parse('2031-06-01T12:00:00Z')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function nowAfterResponse(clockMs: number, headers: Record<string, string>): Promise<number> {
  vi.useFakeTimers({ now: clockMs })
  vi.stubGlobal('fetch', async () => new Response('', { headers }))
  await watchedFetch('/plans')
  return nowMs()
}

const AT_NOON = { date: new Date(NOON_MS).toUTCString() }

test.each([DAY_MS, -DAY_MS])('a clock that is %i ms off is corrected by the first response', async (offMs) => {
  expect(await nowAfterResponse(NOON_MS + offMs, AT_NOON)).toBe(NOON_MS)
})

test('a clock that is about right is not corrected, nor is one that is years off', async () => {
  expect(await nowAfterResponse(NOON_MS + 5_000, AT_NOON)).toBe(NOON_MS + 5_000)
  expect(await nowAfterResponse(NOON_MS + 900 * DAY_MS, AT_NOON)).toBe(NOON_MS + 900 * DAY_MS)
})

test('a response without a time changes nothing', async () => {
  await nowAfterResponse(NOON_MS + DAY_MS, AT_NOON)
  expect(await nowAfterResponse(NOON_MS + DAY_MS, {})).toBe(NOON_MS)
})
