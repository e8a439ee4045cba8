import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database, ListenOptions } from '../db/db.ts'
import { createRateSharing, type RateSharing } from './rate-sharing.ts'

const LIMIT = 600
let opened: RateSharing[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(opened.map((one) => one.close()))
  opened = []
})

/** Processes that receive each other's messages when the test delivers them. */
function openProcesses(count: number, nowMs = () => 0) {
  const ears: ListenOptions[] = []
  const sent: string[] = []
  let isBroken = false
  const database = {
    sql: async (_text: TemplateStringsArray, _channel: string, messages: string[]) => {
      if (isBroken) throw new Error('the database cannot be reached')
      sent.push(...messages)
    },
    listen(options: ListenOptions) {
      ears.push(options)
      return { close: async () => {} }
    },
  } as unknown as Database
  const limiters = Array.from({ length: count }, () => {
    const sharing = createRateSharing({ database, nowMs })
    opened.push(sharing)
    return sharing.limiter('requests')
  })
  const deliver = async (): Promise<number> => {
    await nextTurn()
    await nextTurn()
    const messages = sent.splice(0)
    for (const message of messages) for (const { onMessage } of ears) onMessage(message)
    return messages.length
  }
  const breakDatabase = (is: boolean) => {
    isBroken = is
  }
  return { limiters, deliver, breakDatabase }
}

test.each([2, 4, 8])('%i processes together grant no more than one would, within 10 %%', async (count) => {
  const { limiters, deliver } = openProcesses(count)
  let granted = 0
  for (let round = 0; round < 2 * LIMIT; round++) {
    for (const limiter of limiters) if (limiter.take('account:1', LIMIT).allowed) granted++
    // Like real notifications: a few requests pass in each process while one is on its way.
    if (round % 3 === 2) await deliver()
  }
  expect(granted).toBeGreaterThanOrEqual(LIMIT)
  expect(granted).toBeLessThanOrEqual(LIMIT * 1.1)
})

test('an initial excess is waited for: over time the limit is exact', async () => {
  let now = 0
  const { limiters, deliver } = openProcesses(2, () => now)
  const [here, there] = limiters
  let granted = 0
  const ask = () => {
    for (const limiter of [here, there]) if (limiter?.take('account:1', LIMIT).allowed) granted++
  }
  // A burst so fast that no message arrives meanwhile: each process grants the whole limit.
  for (let call = 0; call < LIMIT; call++) ask()
  expect(granted).toBe(2 * LIMIT)
  for (; now < 120_000; now += 100) {
    await deliver()
    ask()
    vi.advanceTimersByTime(100)
  }
  const exact = LIMIT + (now / 60_000) * LIMIT
  expect(granted).toBeGreaterThan(exact * 0.98)
  expect(granted).toBeLessThan(exact * 1.02)
})

test('slow callers are reported at most four times a second, fast ones at once', async () => {
  const { limiters, deliver } = openProcesses(2)
  const [here] = limiters
  for (let call = 0; call < 6; call++) {
    here?.take('slow', LIMIT)
    vi.advanceTimersByTime(60)
  }
  expect(await deliver()).toBe(0)
  vi.advanceTimersByTime(250)
  expect(await deliver()).toBe(1)
  for (let call = 0; call < 6; call++) here?.take('hurried', LIMIT)
  expect(await deliver()).toBe(1)
})

test('less than a hundredth of a limit is not reported', async () => {
  const { limiters, deliver } = openProcesses(2)
  for (let call = 0; call < 5; call++) limiters[0]?.take('account:1', LIMIT)
  vi.advanceTimersByTime(1_000)
  expect(await deliver()).toBe(0)
})

test('limiters of different names do not share, and many subjects fit into messages that PostgreSQL accepts', async () => {
  const { limiters, deliver } = openProcesses(2)
  for (let subject = 0; subject < 1_000; subject++) limiters[0]?.take(`address:2001:db8::${subject}`, 10)
  expect(await deliver()).toBeGreaterThan(4)
  expect(limiters[1]?.look('address:2001:db8::999', 10).remaining).toBe(9)
  expect(opened[1]?.limiter('try').look('address:2001:db8::999', 10).remaining).toBe(10)
})

test('without the database each process limits by what it knows, and shares again when it is back', async () => {
  const { limiters, deliver, breakDatabase } = openProcesses(2)
  breakDatabase(true)
  expect(limiters[0]?.take('a', 1).allowed).toBe(true)
  await deliver()
  expect(limiters[1]?.take('a', 1).allowed).toBe(true)
  await deliver()
  breakDatabase(false)
  limiters[0]?.take('b', 1)
  await deliver()
  expect(limiters[1]?.take('b', 1).allowed).toBe(false)
})

test('an invalid message changes nothing', () => {
  const ears: ListenOptions[] = []
  const database = { listen: (options: ListenOptions) => ears.push(options) && { close: async () => {} } }
  const sharing = createRateSharing({ database: database as unknown as Database, nowMs: () => 0 })
  const limiter = sharing.limiter('requests')
  for (const text of [
    '',
    'null',
    '[]',
    '["x", 1]',
    '["x", ["requests", "a", -1, -5]]',
    '["x", ["no such", "a", 5, 5]]',
  ]) {
    ears[0]?.onMessage(text)
  }
  expect(limiter.look('a', 5).remaining).toBe(5)
  ears[0]?.onMessage('["x", ["requests", "a", 5, 3]]')
  expect(limiter.look('a', 5).remaining).toBe(2)
})
