import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestServer } from '../../test/database.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { CATALOGUE } from '../ground/plans.ts'
import { createUsage } from './usage.ts'

let server: TestServer
let database: Database
beforeAll(async () => {
  server = await startPostgres()
  database = await openDatabase({ url: server.url, dataDir: '', log: () => {} })
})
afterAll(async () => {
  await database.close()
  await server.close()
})

async function charged() {
  const reports: string[] = []
  const usage = createUsage({ sql: database.sql, nowMs: Date.now, report: (_error, message) => reports.push(message) })
  const [row] = await database.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  const accountId = row?.id ?? 0
  const plan = CATALOGUE.plans.free
  const charge = await usage.charge({ accountId, plan, meter: 'compute', units: 40 })
  const used = async () => (await usage.stats(accountId, plan)).meters.compute.used
  return { usage, charge, used, reports }
}

test('a refund while the database is unavailable is made once when it is back', async () => {
  const { usage, charge, used, reports } = await charged()
  await server.stop()
  await usage.refund(charge)
  await server.start()
  await usage.close()
  await usage.refund(charge)
  expect(await used()).toBe(0)
  expect(reports).toEqual([])
})

test('a refund that cannot be made before the end is reported', async () => {
  const { usage, charge, used, reports } = await charged()
  await server.stop()
  await usage.refund(charge)
  await usage.close()
  expect(reports).toEqual([`charge ${charge.id} could not be refunded`])
  await server.start()
  expect(await used()).toBe(40)
})
