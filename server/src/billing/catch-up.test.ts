import { expect, it } from 'vitest'
import { createCatchUp, FIRST_LOOK_BACK_MS } from './catch-up.ts'

const HOUR_MS = 3_600_000

it('looks three days back first, and then since a little before the last successful look', async () => {
  const since: number[] = []
  let now = 100 * 24 * HOUR_MS
  let works = true
  const reports: string[] = []
  const { look } = createCatchUp({
    nowMs: () => now,
    report: (_error, message) => reports.push(message),
    async catchUp(sinceMs) {
      since.push(sinceMs)
      if (!works) throw new Error('away')
      return 0
    },
  })
  await look()
  expect(since).toEqual([now - FIRST_LOOK_BACK_MS])
  const firstMs = now
  works = false
  now += HOUR_MS
  await look()
  works = true
  now += HOUR_MS
  await look()
  expect(reports).toHaveLength(1)
  expect(since[1]).toBeLessThan(firstMs)
  expect(since[2]).toBe(since[1])
  await look()
  expect(since[3]).toBeGreaterThan(firstMs)
})

it('never looks twice at the same time', async () => {
  let calls = 0
  let finish = () => {}
  const running = new Promise<number>((resolve) => {
    finish = () => resolve(0)
  })
  const { look } = createCatchUp({
    nowMs: () => 0,
    report: () => {},
    catchUp: () => {
      calls++
      return running
    },
  })
  const first = look()
  await look()
  finish()
  await first
  expect(calls).toBe(1)
})
