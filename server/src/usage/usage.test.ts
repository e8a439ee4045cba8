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

test('names of models that are stored alike are counted together, and nobody else loses figures by them', async () => {
  const reports: unknown[] = []
  const usage = createUsage({ sql: db.sql, nowMs: Date.now, report: (error) => reports.push(error) })
  const newAccount = async () => {
    const [row] = await db.sql<{ id: number }[]>`
      insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
    return row?.id ?? 0
  }
  const [accountId, other] = [await newAccount(), await newAccount()]
  const counted = { keyId: undefined, inputTokens: 1, outputTokens: 1, costMicros: undefined }
  const long = 'x'.repeat(128)
  for (const model of [`${long}1`, `${long}2`, 'a\0', 'a']) usage.noteTokens({ ...counted, accountId, model })
  usage.noteTokens({ ...counted, accountId: other, model: 'a' })
  const today = new Date().toISOString().slice(0, 10)
  const modelsOf = async (id: number) =>
    (await usage.modelUse(id, { from: today, to: today, by: ['model'], rowsMax: 9 })).map((one) => [
      one.model,
      one.calls,
    ])
  expect(await modelsOf(accountId)).toEqual([
    ['a', 2],
    [long, 2],
  ])
  expect(await modelsOf(other)).toEqual([['a', 1]])
  expect(reports).toEqual([])
  await usage.close()
})
