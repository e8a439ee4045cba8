import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { connect } from '../db/connect.ts'
import type { Sql } from '../db/db.ts'
import { CATALOGUE } from '../ground/plans.ts'
import { createUsage } from './usage.ts'

let db: FreshDatabase
let hasty: Sql
beforeAll(async () => {
  db = await freshDatabase()
  hasty = connect({ url: db.url, poolMax: 2, statementTimeoutMs: 600 })
})
afterAll(async () => {
  await hasty.end()
  await db.close()
})

test('a refund that waits too long for a locked row is remembered, and made afterwards', async () => {
  const reports: string[] = []
  const usage = createUsage({ sql: hasty, nowMs: Date.now, report: (_error, message) => reports.push(message) })
  const [row] = await db.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  const accountId = row?.id ?? 0
  const plan = CATALOGUE.plans.free
  const charge = await usage.charge({ accountId, plan, meter: 'compute', units: 40 })
  await db.sql.begin(async (tx) => {
    await tx`select 1 from topup_balances where account_id = ${accountId} for update`
    await usage.refund(charge)
  })
  await usage.close()
  expect((await usage.stats(accountId, plan)).meters.compute.used).toBe(0)
  expect(reports).toEqual([])
})
