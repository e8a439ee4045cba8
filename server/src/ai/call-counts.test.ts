import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { createCallCounts } from './call-counts.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(() => fresh.close())

test('calls of several nodes add up by day, provider and result', async () => {
  const clock = { nowMs: Date.parse('2026-03-10T23:59:59Z') }
  const reports: string[] = []
  const open = () =>
    createCallCounts({ sql: fresh.sql, nowMs: () => clock.nowMs, report: (_error, message) => reports.push(message) })
  const nodes = [open(), open()]
  for (const node of nodes) {
    for (let call = 0; call < 5; call++) node.note({ target: 'provider_c', result: 'ok' })
    node.note({ target: 'provider_c', result: 'timeout' })
  }
  await Promise.all(nodes.map((node) => node.read()))
  clock.nowMs += 2_000
  nodes[1]?.note({ target: 'provider_c', result: 'ok' })
  expect(await nodes[1]?.read()).toEqual([
    { date: '2026-03-10', target: 'provider_c', result: 'ok', calls: 10 },
    { date: '2026-03-10', target: 'provider_c', result: 'timeout', calls: 2 },
    { date: '2026-03-11', target: 'provider_c', result: 'ok', calls: 1 },
  ])
  await Promise.all(nodes.map((node) => node.close()))
  expect(reports).toEqual([])
})
