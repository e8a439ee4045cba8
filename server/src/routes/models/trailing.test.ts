// The provider may be asked while the charge is on its way. Here the charge is held back in the database, so that every order
// of the two can be had at will.
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, type AiService, openAiService } from '../../../test/ai-service.ts'
import { breakAfter, refuse, say, stall } from '../../../test/upstream.ts'

let service: AiService
let account: Account

beforeAll(async () => {
  service = await openAiService()
})
afterAll(() => service.close())

/** With the first call this node has seen that plenty is left. */
beforeEach(async () => {
  account = await service.account('pro')
  service.upstream.plan(say('x'))
  expect((await post()).status).toBe(200)
  expect(await account.used('ai/chat')).toBe(1)
})

const body = { messages: [{ role: 'user', content: 'Why?' }] }

async function post({ payload = body as object, as = account, headers = {} } = {}) {
  const answer = await fetch(`${service.url}/ai/chat`, {
    method: 'POST',
    headers: { 'x-api-key': as.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(payload),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Keeps every charge of the account waiting until it is let go, with nothing left of the quota if so wished. */
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

async function waitingCharges(): Promise<number[]> {
  const rows = await service.sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%charge_batch%'`
  return rows.map(({ pid }) => pid)
}

async function refunded({ id } = account): Promise<number> {
  const [row] = await service.sql<
    { count: number }[]
  >`select count(*) as count from usage_refunds where account_id = ${id}`
  return row?.count ?? 0
}

test.each([false, true])(
  'the provider is asked at once, and nothing leaves before the charge (stream: %j)',
  async (stream) => {
    const charges = await holdCharges()
    service.upstream.plan(say('Paid for.'))
    let isAnswered = false
    const called = service.upstream.nextCall()
    const answer = post({ payload: { ...body, stream } }).finally(() => {
      isAnswered = true
    })
    await called
    await expect.poll(waitingCharges).toHaveLength(1)
    expect(isAnswered).toBe(false)
    await charges.release()
    expect(await answer).toMatchObject({ status: 200, text: expect.stringContaining('Paid for.') })
    expect([await account.used('ai/chat'), await refunded()]).toEqual([2, 0])
  },
)

test.each([false, true])('a charge that is refused after all ends the ask with 402 (stream: %j)', async (stream) => {
  const charges = await holdCharges()
  service.upstream.plan(stall())
  const [called, released] = [service.upstream.nextCall(), service.upstream.nextHangUp()]
  const answer = post({ payload: { ...body, stream } })
  await called
  await charges.release(5_000)
  await released
  expect(await answer).toMatchObject({ status: 402, text: expect.stringContaining('5000 of 5000 calls') })
  expect([await account.used('ai/chat'), await refunded()]).toEqual([5_000, 0])
})

test.each([false, true])(
  'an answer that came before its charge was refused is not given (stream: %j)',
  async (stream) => {
    const charges = await holdCharges()
    service.upstream.plan(say('Not paid for.'))
    const called = service.upstream.nextCall()
    const answer = post({ payload: { ...body, stream } })
    await called
    await expect.poll(waitingCharges).toHaveLength(1)
    await charges.release(5_000)
    const { status, text } = await answer
    expect([status, text.includes('Not paid for.')]).toEqual([402, false])
  },
)

test('a database that becomes unavailable meanwhile ends the request with 503', async () => {
  const charges = await holdCharges()
  service.upstream.plan(stall())
  const [called, released] = [service.upstream.nextCall(), service.upstream.nextHangUp()]
  const answer = post()
  await called
  await expect.poll(waitingCharges).toHaveLength(1)
  for (const pid of await waitingCharges()) await service.sql`select pg_terminate_backend(${pid})`
  await released
  expect(await answer).toMatchObject({ status: 503, text: expect.stringContaining('database') })
  await charges.release()
  expect([await account.used('ai/chat'), await refunded()]).toEqual([1, 0])
})

test('if the provider fails first, the error is sent after the charge is stored, and the charge is refunded exactly once', async () => {
  const charges = await holdCharges()
  service.upstream.plan(refuse(401))
  const called = service.upstream.nextCall()
  const answer = post()
  await called
  await charges.release()
  expect((await answer).status).toBe(502)
  expect([await account.used('ai/chat'), await refunded()]).toEqual([1, 1])
})

test('a provider that fails does not hide that nothing was left', async () => {
  const charges = await holdCharges()
  service.upstream.plan(refuse(401))
  const called = service.upstream.nextCall()
  const answer = post()
  await called
  await charges.release(5_000)
  expect((await answer).status).toBe(402)
  expect([await account.used('ai/chat'), await refunded()]).toEqual([5_000, 0])
})

test.each([false, true])(
  'a caller who hangs up lets go of the provider at once, and gets back what is charged (stream: %j)',
  async (stream) => {
    const charges = await holdCharges()
    service.upstream.plan(stall())
    const [called, released] = [service.upstream.nextCall(), service.upstream.nextHangUp()]
    const headers = { 'x-api-key': account.key, 'content-type': 'application/json' }
    const call = httpRequest(`${service.url}/ai/chat`, { method: 'POST', headers }).on('error', () => {})
    call.end(JSON.stringify({ ...body, stream }))
    await called
    call.destroy()
    // The charge is still held here.
    await released
    await charges.release()
    await expect.poll(refunded).toBe(1)
    expect(await account.used('ai/chat')).toBe(1)
  },
)

test('an Idempotency-Key keeps nothing that was not charged, and is free again', async () => {
  const headers = { 'idempotency-key': 'k-1' }
  const charges = await holdCharges()
  service.upstream.plan(say('Answer.'))
  const called = service.upstream.nextCall()
  const refused = post({ headers })
  await called
  await charges.release(5_000)
  expect((await refused).status).toBe(402)
  await service.sql`update usage_months set from_allowance = 0 where account_id = ${account.id}`
  expect((await post({ headers })).status).toBe(200)
  expect((await post({ headers })).status).toBe(200)
  expect([service.upstream.calls.length, await account.used('ai/chat')]).toEqual([2, 1])
})

test('after an error, and if little is left, the charge comes first again', async () => {
  const small = await service.account('free')
  await post({ as: small })
  await service.sql`update usage_months set from_allowance = 5000 where account_id = ${account.id}`
  await post()
  await service.sql`update usage_months set from_allowance = 0 where account_id = ${account.id}`
  for (const as of [small, account]) {
    const charges = await holdCharges(as)
    service.upstream.plan(say('x'))
    const answer = post({ as })
    await expect.poll(waitingCharges).toHaveLength(1)
    expect(service.upstream.calls).toHaveLength(0)
    await charges.release()
    expect([(await answer).status, service.upstream.calls.length]).toEqual([200, 1])
  }
})

test('a stream that runs out of time before its charge is there is refused with its status', async () => {
  const hurried = await openAiService({ env: { AI_TIMEOUT_MS: '800' } })
  const { sql, app, upstream } = hurried
  const { id, key, used } = await hurried.account('pro')
  const ask = () =>
    app.inject({ method: 'POST', url: '/ai/chat', headers: { 'x-api-key': key }, payload: { ...body, stream: true } })
  expect((await ask()).statusCode).toBe(200)
  upstream.plan(breakAfter(['Too late '], 'stall'))
  const released = upstream.nextHangUp()
  const answer = await sql.begin(async (tx) => {
    await tx`select 1 from topup_balances where account_id = ${id} for update`
    const asked = ask()
    await released
    return { asked }
  })
  expect((await answer.asked).statusCode).toBe(504)
  expect(await used('ai/chat')).toBe(1)
  await hurried.close()
})
