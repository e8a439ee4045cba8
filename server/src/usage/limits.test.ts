import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { resetMs, startOf } from '../ground/limits.ts'
import { CATALOGUE } from '../ground/plans.ts'
import { chargeLimited, readLimitUse } from './limit-store.ts'
import { heldOf, type LimitRow, limitRowsOf, type Reservation } from './limits.ts'
import { type ChargeRow, cancelBatch } from './store.ts'
import { type BudgetLevel, type Charge, createUsage, type Usage } from './usage.ts'

let db: FreshDatabase
let accountId: number
let nodes: [Usage, Usage, Usage]
/** A Wednesday. */
const clock = { nowMs: 0 }
const problems: unknown[] = []
let levels: BudgetLevel[]

beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  clock.nowMs = Date.parse('2026-03-04T12:00:00Z')
  levels = []
  const onBudget = (level: BudgetLevel) => levels.push(level)
  const report = (error: unknown) => problems.push(error)
  const open = () => createUsage({ sql: db.sql, nowMs: () => clock.nowMs, report, onBudget })
  nodes = [open(), open(), open()]
  const [row] = await db.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  accountId = row?.id ?? 0
})
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  expect(problems).toEqual([])
})

const KEY = 'key 7'
const euros = (eur: number, change: Partial<Reservation> = {}): Reservation => ({
  by: [{ subject: KEY, limits: { budget_eur: { day: eur } } }],
  tokens: 100,
  micros: 300_000,
  ...change,
})
const request = (reservation: Reservation) => ({
  accountId,
  keyId: 7,
  plan: CATALOGUE.plans.enterprise,
  meter: 'ai/chat' as const,
  units: 1,
  reservation,
})
const charge = (reservation: Reservation, node = nodes[0]) => node.charge(request(reservation))
const settle = (made: Charge, micros: number, node = nodes[0]) => {
  if (!made.held) throw new Error('nothing is held')
  return node.settle({ accountId, held: made.held, used: { tokens: 10, micros } })
}
const used = async () =>
  Object.fromEntries((await readLimitUse(db.sql, accountId, [KEY])).map(({ m, p, used: of }) => [`${m} ${p}`, of]))
const units = async () => (await nodes[0].stats(accountId, CATALOGUE.plans.pro)).meters['ai/chat'].used
const SPENT = { kind: 'budget_spent' }

describe('a budget', () => {
  test('reserves the most that a call can cost, and keeps what it did cost', async () => {
    const first = await charge(euros(0.5))
    expect(first.held?.leftMicros).toBe(200_000)
    await expect(charge(euros(0.5))).rejects.toMatchObject({
      ...SPENT,
      message: expect.stringContaining('The limit of this API key is 0.5 euros a day: 0.2 are left'),
      headers: { 'retry-after': '43200', 'x-should-retry': 'false', 'x-budget-remaining': '0.2' },
      more: {
        type: 'budget_spent',
        limit: {
          of: 'key',
          measure: 'budget_eur',
          period: 'day',
          limit: 0.5,
          left: 0.2,
          resets_at: '2026-03-05T00:00:00.000Z',
        },
      },
    })
    expect(await units()).toBe(1)
    await settle(first, 20_000)
    await settle(first, 20_000, nodes[1])
    expect(await used()).toEqual({ 'budget_eur day': 20_000 })
    await charge(euros(0.5))
  })

  test('leaves no row for a call that the quota rejects, or that costs nothing', async () => {
    const beyond = { ...request(euros(0.5)), plan: CATALOGUE.plans.free, units: 1_000_000 }
    await expect(nodes[0].charge(beyond)).rejects.toMatchObject({ kind: 'quota_spent' })
    await settle(await charge(euros(0.5)), 0)
    expect(await used()).toEqual({})
  })

  test('that a single call exceeds says so, and names no time to wait for', async () => {
    const rejected = charge(euros(0.2))
    await expect(rejected).rejects.toMatchObject({ ...SPENT, message: expect.stringContaining('Ask for less') })
    await expect(rejected).rejects.not.toMatchObject({ headers: { 'retry-after': expect.anything() } })
  })

  test('rejects what nobody can price, with what to do', async () => {
    const unknown = 'Name a model with a price.'
    const rejected = charge(euros(9, { micros: undefined, unknown }))
    await expect(rejected).rejects.toMatchObject({ kind: 'forbidden', message: unknown })
    await charge({ ...euros(9, { micros: undefined, unknown }), by: [{ subject: KEY, limits: { calls: { day: 1 } } }] })
  })

  test('starts again with its period, and a call of the last period does not burden the next', async () => {
    const late = await charge(euros(0.5))
    clock.nowMs += 12 * 3_600_000
    const next = await charge(euros(0.5))
    await settle(late, 300_000)
    expect(await used()).toEqual({ 'budget_eur day': 300_000 })
    // A node whose clock is behind counts with the new period, and cannot bring the old one back.
    clock.nowMs -= 1_000
    await expect(charge(euros(0.5), nodes[2])).rejects.toMatchObject(SPENT)
    await settle(next, 0)
    expect(await used()).toEqual({})
  })

  test('is kept by the cost if a call cost more than anybody expected', async () => {
    await settle(await charge(euros(0.5)), 700_000)
    expect(await used()).toEqual({ 'budget_eur day': 700_000 })
    await expect(charge(euros(0.5, { micros: 1 }))).rejects.toMatchObject(SPENT)
  })
})

test('a budget tells at 50, 80 and 100 %, by what calls did cost or when it rejects one', async () => {
  for (const cost of [240_000, 20_000, 160_000]) await settle(await charge(euros(0.5, { micros: 80_000 })), cost)
  expect(levels.map(({ percent, usedMicros }) => [percent, usedMicros])).toEqual([
    [50, 260_000],
    [80, 420_000],
  ])
  await expect(charge(euros(0.5))).rejects.toMatchObject(SPENT)
  expect(levels[2]).toEqual({
    accountId,
    subject: KEY,
    period: 'day',
    starts: '2026-03-04',
    percent: 100,
    usedMicros: 420_000,
    budgetMicros: 500_000,
    resetsAt: new Date('2026-03-05T00:00:00Z'),
  })
})

test('what a budget tells can be found again while its period lasts, and for an hour after it', async () => {
  const by = [
    { subject: KEY, limits: { budget_eur: { day: 1, month: 9 } } },
    { subject: 'account', limits: { budget_eur: { day: 1 } } },
  ]
  await settle(await charge({ ...euros(1), by, micros: 900_000 }), 850_000)
  const found = async (at: string) => {
    clock.nowMs = Date.parse(at)
    const all = await nodes[1].budgetLevels(accountId, by)
    return all.map(({ subject, period, percent, usedMicros }) => [subject, period, percent, usedMicros])
  }
  const both = [KEY, 'account'].map((subject) => [subject, 'day', 80, 850_000])
  expect(await found('2026-03-04T12:00:00Z')).toEqual(both)
  expect(await found('2026-03-05T00:59:59Z')).toEqual(both)
  expect(await found('2026-03-05T01:00:00Z')).toEqual([])
})

describe('several limits', () => {
  test('are reserved all or none, and a refund gives the request back', async () => {
    const by = [
      { subject: 'account', limits: { tokens: { week: 1_000 } } },
      { subject: KEY, limits: { calls: { day: 2, month: 3 } } },
    ]
    const first = await charge({ by, tokens: 400, micros: 0 })
    const second = await charge({ by, tokens: 400, micros: 0 })
    await expect(charge({ by, tokens: 400, micros: 0 })).rejects.toMatchObject(SPENT)
    expect(await used()).toEqual({ 'calls day': 2, 'calls month': 2 })
    await settle(first, 0)
    await expect(charge({ by, tokens: 400, micros: 0 })).rejects.toThrow('this API key is 2 requests a day')
    await nodes[0].refund(second)
    await nodes[0].refund(second)
    expect(await used()).toEqual({ 'calls day': 1, 'calls month': 1 })
    expect(await units()).toBe(1)
  })

  test('hold nothing if the quota does not allow the call', async () => {
    const plan = { ...CATALOGUE.plans.free, allowance: { ...CATALOGUE.plans.free.allowance, 'ai/chat': 0 } }
    await expect(nodes[0].charge({ ...request(euros(9)), plan })).rejects.toMatchObject({ kind: 'quota_spent' })
    expect(await used()).toEqual({})
  })
})

test('a batch that is cancelled gives back what it reserved, once, also before it runs', async () => {
  const limits = limitRowsOf(euros(0.5), clock.nowMs)
  const row: ChargeRow = { accountId, keyId: 7, meter: 'ai/chat', units: 1, allowance: 9, day: '2026-03-04', limits }
  const ticket = { slot: randomUUID(), batch: 1 }
  const decisions = await chargeLimited(db.sql, [row, row], { ticket })
  expect(decisions.map(({ granted }) => granted)).toEqual([true, false])
  expect(decisions[1]?.limits).toEqual({ short: 0, used: 300_000 })
  for (let again = 0; again < 2; again++) await cancelBatch(db.sql, [row, row], ticket)
  expect(await used()).toEqual({})
  const next = { ...ticket, batch: 2 }
  await cancelBatch(db.sql, [row], next)
  await expect(chargeLimited(db.sql, [row], { ticket: next })).rejects.toMatchObject({ code: '57014' })
  expect(await used()).toEqual({})
})

test('64 callers on three nodes never hold more than the budget, whatever their calls cost', async () => {
  const most = 300_000
  let real = 0
  let granted = 0
  const caller = async (nth: number) => {
    for (let call = 0; call < 8; call++) {
      const node = nodes[(nth + call) % 3] ?? nodes[0]
      const made = await charge(euros(5, { micros: most }), node).catch((error) => {
        expect(error).toMatchObject(SPENT)
        return undefined
      })
      if (!made) continue
      granted++
      const cost = (nth * 7_919 + call * 104_729) % (most + 1)
      real += cost
      // Every eighth call is never settled, as if its node had been killed: the most that it can cost stays counted.
      if ((nth + call) % 8 > 0) await settle(made, cost, node)
      else real += most - cost
      expect(real).toBeLessThanOrEqual(5_000_000)
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, nth) => caller(nth)))
  expect(await used()).toEqual({ 'budget_eur day': real })
  expect(granted).toBeGreaterThan(16)
  expect(await units()).toBe(granted)
})

test('weeks start on Monday and months on their first day, in UTC', () => {
  const at = (time: string) => Date.parse(time)
  const sunday = at('2026-03-01T23:59:59Z')
  expect([startOf('week', sunday), startOf('month', sunday), startOf('day', sunday)]).toEqual([
    '2026-02-23',
    '2026-03-01',
    '2026-03-01',
  ])
  expect(startOf('week', at('2026-03-02T00:00:00Z'))).toBe('2026-03-02')
  expect(resetMs('week', sunday)).toBe(at('2026-03-02T00:00:00Z'))
  expect(resetMs('week', at('2026-03-02T00:00:00Z'))).toBe(at('2026-03-09T00:00:00Z'))
  expect(resetMs('day', sunday)).toBe(at('2026-03-02T00:00:00Z'))
  expect(resetMs('month', sunday)).toBe(at('2026-04-01T00:00:00Z'))
})

test('an outcome without a limit of euros has nothing left to tell', () => {
  const rows: LimitRow[] = [{ s: 'account', m: 'calls', p: 'day', d: '2026-03-04', x: 5, n: 1 }]
  expect(heldOf(rows, [1], 0).leftMicros).toBeUndefined()
})
