import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { takeTurn } from './report-store.ts'
import { createReports, type Reports } from './reports.ts'

let db: FreshDatabase
let reports: Reports
let nowMs = 0
const people: number[] = []
beforeAll(async () => {
  db = await freshDatabase()
  for (const plan of ['free', 'pro', 'pro']) {
    const [row] = await db.sql<{ id: number }[]>`
      insert into accounts (email, password_hash, plan) values (${`${people.length}@example.org`}, 'x', ${plan}) returning id`
    people.push(row?.id ?? 0)
  }
  const report = (error: unknown) => {
    throw error
  }
  reports = createReports({ sql: db.sql, nowMs: () => nowMs, report })
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.sql`truncate usage_days, usage_months, deployment_days, deployment_top`
  await db.sql`update deployment_state set summed_at = '-infinity'`
})

async function use(day: string, units: readonly number[]): Promise<void> {
  for (const [index, count] of units.entries())
    await db.sql`
      insert into usage_days (account_id, day, meter, units) values (${people[index] ?? 0}, ${day}::date, 'compute', ${count})
      on conflict (account_id, day, meter) do update set units = excluded.units`
}
async function sumAt(time: string): Promise<Record<string, number>> {
  nowMs = Date.parse(time)
  await reports.sumUp()
  const { days } = await reports.read()
  return Object.fromEntries(days.map(({ date, plan, units, accounts }) => [`${date} ${plan} × ${accounts}`, units]))
}

test('units and accounts are summed up by day, meter and plan', async () => {
  await use('2026-03-10', [1, 2, 3])
  await use('2026-03-09', [4, 0, 0])
  expect(await sumAt('2026-03-10T12:00:00Z')).toEqual({
    '2026-03-09 free × 1': 4,
    '2026-03-10 free × 1': 1,
    '2026-03-10 pro × 2': 5,
  })
  expect((await reports.read()).summedAt).toEqual(new Date('2026-03-10T12:00:00Z'))
})

test('later refunds and uses count, and nothing is summed up twice within five minutes', async () => {
  await use('2026-03-10', [5])
  await sumAt('2026-03-10T12:00:00Z')
  await use('2026-03-10', [3])
  expect(await sumAt('2026-03-10T12:04:59Z')).toEqual({ '2026-03-10 free × 1': 5 })
  expect(await sumAt('2026-03-10T12:05:01Z')).toEqual({ '2026-03-10 free × 1': 3 })
})

test('yesterday is summed up again as long as its requests can be refunded, and not after that', async () => {
  await use('2026-03-09', [5])
  await sumAt('2026-03-09T23:59:00Z')
  await use('2026-03-09', [4])
  expect(await sumAt('2026-03-10T05:00:00Z')).toEqual({ '2026-03-09 free × 1': 4 })
  expect(await sumAt('2026-03-10T07:00:00Z')).toEqual({ '2026-03-09 free × 1': 4 })
  await db.sql`delete from usage_days`
  expect(await sumAt('2026-03-10T08:00:00Z')).toEqual({ '2026-03-09 free × 1': 4 })
})

test('after days without sums, every missed day is summed up', async () => {
  await sumAt('2026-03-06T12:00:00Z')
  await use('2026-03-06', [1])
  await use('2026-03-08', [2])
  expect(await sumAt('2026-03-10T12:00:00Z')).toEqual({ '2026-03-06 free × 1': 1, '2026-03-08 free × 1': 2 })
})

test('while one node sums up, the others neither wait nor do it too, and the row of the last backup is not locked', async () => {
  await use('2026-03-10', [1])
  nowMs = Date.parse('2026-03-10T12:00:00Z')
  await db.sql.begin(async (tx) => {
    expect(await takeTurn(tx, new Date(nowMs))).toEqual({ last: null })
    expect(await sumAt('2026-03-10T12:00:00Z')).toEqual({})
    await db.sql`update deployment_state set backed_up_at = now()`
  })
  expect(await sumAt('2026-03-10T12:00:00Z')).toEqual({ '2026-03-10 free × 1': 1 })
})

test('the accounts that used most are ranked, also those that rose or fell since the last time', async () => {
  const [ann, bob, eve] = people as [number, number, number]
  const useInMonth = async (id: number, units: number, day: string) => {
    await db.sql`
      insert into usage_months (account_id, month, meter, from_allowance, from_topup) values (${id}, '2026-03-01', 'compute', ${units - 1}, 1)
      on conflict (account_id, month, meter) do update set from_allowance = excluded.from_allowance`
    await db.sql`
      insert into usage_days (account_id, day, meter, units) values (${id}, ${day}::date, 'compute', 1) on conflict do nothing`
  }
  const topAt = async (time: string) => {
    await sumAt(time)
    return (await reports.read()).topCallers.map(({ place, accountId, units }) => [place, accountId, units])
  }
  await useInMonth(ann, 7, '2026-03-02')
  await useInMonth(bob, 5, '2026-03-02')
  const before = [
    [1, ann, 7],
    [2, bob, 5],
  ]
  expect(await topAt('2026-03-10T12:00:00Z')).toEqual(before)
  await useInMonth(eve, 6, '2026-03-10')
  await useInMonth(ann, 4, '2026-03-02')
  const after = [
    [1, eve, 6],
    [2, bob, 5],
    [3, ann, 4],
  ]
  expect(await topAt('2026-03-10T12:10:00Z')).toEqual(after)
  await db.sql`delete from deployment_top where account_id = ${bob}`
  expect(await topAt('2026-03-11T00:01:00Z')).toEqual(after)
  expect(await topAt('2026-04-01T00:01:00Z')).toEqual([])
})
