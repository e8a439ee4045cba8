// No provider is called before the charge is stored. These tests hold the charge back, so that everything else can happen first.
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { reject, say } from '../../../test/upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService()
})
afterAll(() => service.close())

beforeEach(async () => {
  account = await service.account('pro')
  service.upstream.plan(say('x'))
  expect((await post()).status).toBe(200)
  expect(await account.used('ai/chat')).toBe(1)
  service.upstream.plan(say('Paid for.'))
})

const body = { messages: [{ role: 'user', content: 'Why?' }] }

async function post({ payload = body as object, headers = {} } = {}) {
  const answer = await fetch(`${service.url}/ai/chat`, {
    method: 'POST',
    headers: { 'x-api-key': account.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Makes every charge of the account wait until released, optionally with no quota left. */
async function holdCharges({ id } = account) {
  let letGo = (_used?: number): void => {}
  const release = new Promise<number | undefined>((resolve) => {
    letGo = resolve
  })
  let isHeld = (): void => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const done = service.sql.begin(async (tx) => {
    await tx`select 1 from topup_balances where account_id = ${id} for update`
    isHeld()
    const used = await release
    if (used !== undefined) await tx`update usage_months set from_allowance = ${used} where account_id = ${id}`
  })
  await held
  return {
    async release(used?: number) {
      letGo(used)
      await done
    },
  }
}

/** Where running statements are listed, and how they are cancelled. With Citus, a charge waits on another server than it was sent to. */
const [ACTIVITY, PID] =
  inject('databaseServerUrls').length > 1 ? ['citus_stat_activity', 'global_pid'] : ['pg_stat_activity', 'pid']

async function waitingCharges(): Promise<number[]> {
  const rows = await service.sql<{ pid: number }[]>`
    select ${service.sql(PID)} as pid from ${service.sql(ACTIVITY)}
    where datname = current_database() and wait_event_type = 'Lock' and query like '%charge_batch%'`
  return rows.map(({ pid }) => pid)
}

async function refunded({ id } = account): Promise<number> {
  const [row] = await service.sql<
    { count: number }[]
  >`select count(*) as count from usage_refunds where account_id = ${id}`
  return row?.count ?? 0
}

test.each([false, true])('the provider is called once the charge is stored (stream: %j)', async (stream) => {
  const charges = await holdCharges()
  const answer = post({ payload: { ...body, stream } })
  await expect.poll(waitingCharges).toHaveLength(1)
  expect(service.upstream.calls).toHaveLength(0)
  await charges.release()
  expect(await answer).toMatchObject({ status: 200, text: expect.stringContaining('Paid for.') })
  expect([service.upstream.calls.length, await account.used('ai/chat'), await refunded()]).toEqual([1, 2, 0])
})

test.each([false, true])('a rejected charge is 402, and no provider is called (stream: %j)', async (stream) => {
  const charges = await holdCharges()
  const answer = post({ payload: { ...body, stream } })
  await expect.poll(waitingCharges).toHaveLength(1)
  await charges.release(5_000)
  expect(await answer).toMatchObject({ status: 402, text: expect.stringContaining('5000 of 5000 calls') })
  expect([service.upstream.calls.length, await account.used('ai/chat'), await refunded()]).toEqual([0, 5_000, 0])
})

test('a database that becomes unavailable meanwhile is a 503, and no provider is called', async () => {
  const charges = await holdCharges()
  const answer = post()
  await expect.poll(waitingCharges).toHaveLength(1)
  await service.sql`
    select pg_terminate_backend(${service.sql(PID)}) from ${service.sql(ACTIVITY)} where ${service.sql(PID)} = any(${await waitingCharges()})`
  expect(await answer).toMatchObject({ status: 503, text: expect.stringContaining('database') })
  await charges.release()
  expect([service.upstream.calls.length, await account.used('ai/chat'), await refunded()]).toEqual([0, 1, 0])
})

test('if the provider fails, the charge is refunded exactly once', async () => {
  service.upstream.plan(reject(401))
  expect((await post()).status).toBe(502)
  expect([await account.used('ai/chat'), await refunded()]).toEqual([1, 1])
})

test.each([false, true])(
  'a caller who hangs up before the charge is stored is refunded (stream: %j)',
  async (stream) => {
    const connections = () =>
      new Promise<number>((resolve) => service.app.server.getConnections((_, count) => resolve(count)))
    const before = await connections()
    const charges = await holdCharges()
    const headers = { 'x-api-key': account.key, 'content-type': 'application/json' }
    const call = httpRequest(`${service.url}/ai/chat`, { method: 'POST', headers }).on('error', () => {})
    call.end(JSON.stringify({ ...body, stream }))
    await expect.poll(waitingCharges).toHaveLength(1)
    call.destroy()
    await expect.poll(connections).toBe(before)
    await charges.release()
    await expect.poll(refunded).toBe(1)
    expect([await account.used('ai/chat'), service.upstream.calls.length]).toEqual([1, 0])
  },
)

test('nothing uncharged is stored for an Idempotency-Key, which is free again', async () => {
  const headers = { 'idempotency-key': 'k-1' }
  const charges = await holdCharges()
  const rejected = post({ headers })
  await expect.poll(waitingCharges).toHaveLength(1)
  await charges.release(5_000)
  expect((await rejected).status).toBe(402)
  await service.sql`update usage_months set from_allowance = 0 where account_id = ${account.id}`
  expect((await post({ headers })).status).toBe(200)
  expect((await post({ headers })).status).toBe(200)
  expect([service.upstream.calls.length, await account.used('ai/chat')]).toEqual([1, 1])
})
