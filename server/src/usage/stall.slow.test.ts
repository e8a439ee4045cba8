// A database that freezes while charges are on their way to it, and continues after their callers were answered.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type TestServer } from '../../test/database.ts'
import { connect, type Database, openDatabase, type Sql } from '../db/db.ts'
import { CATALOGUE } from '../ground/plans.ts'
import { createUsage } from './usage.ts'

let server: TestServer
let database: Database
let impatient: Sql
beforeAll(async () => {
  server = await startPostgres()
  database = await openDatabase({ url: server.url, dataDir: '', log: () => {} })
  impatient = connect({ url: server.url, poolMax: 3, statementTimeoutMs: 100 })
})
afterAll(async () => {
  await impatient.end()
  await database.close()
  await server.close()
})

test('charges that were answered as unavailable while the database was frozen do not appear when it continues', async () => {
  const reports: string[] = []
  const usage = createUsage({ sql: impatient, nowMs: Date.now, report: (_error, message) => reports.push(message) })
  const [row] = await database.sql<{ id: number }[]>`
    insert into accounts (email, password_hash) values (${`${randomUUID()}@example.org`}, 'x') returning id`
  const accountId = row?.id ?? 0
  const request = { accountId, plan: CATALOGUE.plans.free, meter: 'compute', units: 40 } as const
  const used = async () => (await usage.stats(accountId, request.plan)).meters.compute.used
  await usage.charge(request)

  // Open connections: what is sent to them stays in their sockets, and is read when they continue.
  const frozen = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  expect(frozen.length).toBeGreaterThan(0)
  for (const { pid } of frozen) process.kill(pid, 'SIGSTOP')
  const charges = await Promise.allSettled([usage.charge(request), usage.charge(request), usage.charge(request)])
  expect(charges.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  for (const { pid } of frozen) process.kill(pid, 'SIGCONT')

  await usage.close()
  for (const { pid } of frozen) await goneOf(pid)
  expect(await used()).toBe(40)
  expect(reports).toEqual([])
  expect(await usage.charge(request)).toMatchObject({ fromAllowance: 40 })
  expect(await used()).toBe(80)
})

/** Waits until the server process of an abandoned connection has done its work and ended. */
async function goneOf(pid: number): Promise<void> {
  for (;;) {
    const rows = await database.sql`select 1 from pg_stat_activity where pid = ${pid}`
    if (rows.length === 0) return
  }
}
