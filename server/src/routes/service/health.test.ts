import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openGatedApp } from '../../../test/gated-app.ts'
import { healthRoutes } from './health.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function withDatabase(ping: () => Promise<void>) {
  const { app } = await openGatedApp(async () => undefined)
  healthRoutes(app, { version: '0.0.0-test', uptimeSeconds: () => 7, ping })
  await app.ready()
  return app
}

test.each(['/health', '/health/ready'])(
  '%s is 503 while the database is unavailable, with a Retry-After',
  async (url) => {
    const app = await withDatabase(async () => {
      throw new Error('away')
    })
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '30'])
    const detail = 'The database is unavailable. Try again in 30 seconds.'
    const about = { status: 'degraded', version: '0.0.0-test', uptime_seconds: 7, database: 'away' }
    expect(answer.json()).toEqual({ ...about, detail })
  },
)

test('a node that is about to stop is not ready, but still answers everything else', async () => {
  const { app } = await openGatedApp(async () => undefined)
  healthRoutes(app, { version: '0', uptimeSeconds: () => 7, ping: async () => {}, isDraining: () => true })
  await app.ready()
  const ready = await app.inject('/health/ready')
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    expect.objectContaining({ status: 'degraded', database: 'ok', detail: expect.stringContaining('is stopping') }),
  ])
  expect((await app.inject('/health')).statusCode).toBe(200)
  expect((await app.inject('/health/live')).statusCode).toBe(200)
})

test('a silent database counts as unavailable after two seconds, and is queried once however many callers ask', async () => {
  const ping = vi.fn(() => new Promise<void>(() => {}))
  const app = await withDatabase(ping)
  const asked = ['/health', '/health/ready', '/health'].map(async (url) => app.inject(url))
  while (vi.getTimerCount() < asked.length) await nextTurn()
  vi.advanceTimersByTime(1_999)
  expect(vi.getTimerCount()).toBe(3)
  vi.advanceTimersByTime(1)
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  expect(ping).toHaveBeenCalledTimes(1)
})
