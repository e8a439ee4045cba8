// Webhooks on two nodes with one database, and a real receiver. The clock is the test's; everything due is sent by `run`.
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { openReceiver, type Receiver, withStatus } from '../../test/receiver.ts'
import { DAY_MS } from '../ground/calendar.ts'
import { Secret } from '../ground/secret.ts'
import { type AccountEvent, createWebhooks, emit, type Webhooks } from './webhooks.ts'

const START_MS = Date.parse('2026-03-10T12:00:00Z')
const clock = { nowMs: START_MS }
const disabled: { accountId: number; url: string; error: string; isGone: boolean }[] = []
let facts: AccountEvent[] = []
let db: FreshDatabase
let receiver: Receiver
let nodes: [Webhooks, Webhooks]
let accountId: number
const problems: string[] = []

function openNode(
  secrets = ['the secret of this deployment'],
  { turnMs }: Partial<Parameters<typeof createWebhooks>[0]> = {},
): Webhooks {
  return createWebhooks({
    ...(turnMs !== undefined && { turnMs }),
    sql: db.sql,
    nowMs: () => clock.nowMs,
    secrets: secrets.map((text) => new Secret(text)),
    posting: { addresses: 'any', userAgent: 'Equipoise-webhooks' },
    factsOf: async () => facts,
    report: (error, message) => problems.push(`${message}: ${error}`),
    onDisabled: async (_tx, id, { url, error, isGone }) => void disabled.push({ accountId: id, url, error, isGone }),
  })
}

beforeAll(async () => {
  db = await freshDatabase()
  nodes = [openNode(), openNode()]
})
afterAll(async () => {
  for (const node of nodes) await node.close()
  await db.close()
})
beforeEach(async () => {
  clock.nowMs = START_MS
  disabled.length = 0
  facts = []
  receiver = await openReceiver()
  accountId = await openAccount()
})
afterEach(async () => {
  await receiver.close()
  await db.sql`delete from webhooks`
  expect(problems).toEqual([])
})

async function openAccount(): Promise<number> {
  const [row] = await db.sql<{ id: number }[]>`
    insert into accounts (email, name, created_at) values (gen_random_uuid() || '@example.org', '', now()) returning id`
  return row?.id ?? 0
}
const create = (events: Parameters<Webhooks['create']>[1]['events'] = [], url = receiver.url) =>
  nodes[0].create(accountId, { url, description: '', events })
const tell = (event: Partial<AccountEvent> = {}) =>
  db.sql.begin((tx) =>
    emit(
      tx,
      { accountId, type: 'quota.reached', subject: '2026-03 compute', level: 50, data: { percent: 50 }, ...event },
      new Date(clock.nowMs),
    ),
  )
const runAll = () => Promise.all(nodes.map((node) => node.run()))
const logOf = (id: string) => nodes[0].deliveries({ accountId, id }, { rowsMax: 100 })
const subjectsGot = () => receiver.received.map(({ body }) => JSON.parse(body).data.nth)

describe('what a receiver gets', () => {
  test('the event, signed as Standard Webhooks describes', async () => {
    const { id, secret } = await create()
    await tell()
    await nodes[0].run()
    const [got] = receiver.received
    if (!got) throw new Error('nothing was received')
    const { headers, body } = got
    expect(JSON.parse(body)).toEqual({
      type: 'quota.reached',
      timestamp: '2026-03-10T12:00:00.000Z',
      data: { percent: 50 },
    })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Equipoise-webhooks',
      'webhook-timestamp': String(START_MS / 1000),
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
    expect(await logOf(id)).toMatchObject([
      { id: headers['webhook-id'], state: 'delivered', attempts: 1, status: 204, error: null },
    ])
  })

  test('only the types it asked for, and only those of its account', async () => {
    await create(['audit.finished'])
    await tell()
    await tell({ type: 'audit.finished', subject: 'one' })
    await tell({ type: 'audit.finished', subject: 'two', accountId: accountId + 1 })
    await runAll()
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['audit.finished'])
  })

  test('each level once a period, and no lower one after a higher one', async () => {
    await create()
    for (const level of [50, 50, 100, 80, 50, 100]) await tell({ level, data: { nth: level } })
    await tell({ subject: '2026-04 compute', level: 50, data: { nth: 'April' } })
    await runAll()
    expect(subjectsGot()).toEqual([50, 100, 'April'])
  })

  test('nothing if the transaction of the fact is rolled back', async () => {
    const { id } = await create()
    const work = db.sql.begin(async (tx) => {
      await emit(tx, { accountId, type: 'audit.finished', subject: 'x', data: {} }, new Date(clock.nowMs))
      throw new Error('the fact did not happen')
    })
    await expect(work).rejects.toThrow('the fact did not happen')
    await runAll()
    expect(receiver.received).toEqual([])
    expect(await logOf(id)).toEqual([])
  })

  test('two signatures for a day after a rotation', async () => {
    const { id } = await create()
    await nodes[0].rotate({ accountId, id })
    await nodes[0].test({ accountId, id })
    await runAll()
    clock.nowMs += DAY_MS
    await nodes[0].test({ accountId, id })
    await runAll()
    const counts = receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' ').length)
    expect(counts).toEqual([2, 1])
  })

  test('what a node did not tell because it stopped is told when the facts are looked up', async () => {
    await create()
    facts = [{ accountId, type: 'balance.low', subject: 'topup compute', data: { nth: 1 } }]
    await nodes[0].look()
    await nodes[1].look()
    await runAll()
    expect(subjectsGot()).toEqual([1])
  })
})

describe('order', () => {
  test('many events at once arrive in the order of their commits, one at a time, whichever node sends', async () => {
    const { id } = await create()
    let atOnce = 0
    let most = 0
    receiver.answer = (response) => {
      most = Math.max(most, ++atOnce)
      setImmediate(() => {
        atOnce--
        response.writeHead(200).end('thanks')
      })
    }
    const running = []
    for (let nth = 0; nth < 60; nth++) {
      running.push(tell({ type: 'audit.finished', subject: String(nth), data: { nth } }))
      if (nth % 10 === 0) running.push(runAll())
    }
    await Promise.all(running)
    await runAll()
    const order = (await logOf(id)).toReversed().map(({ payload }) => JSON.parse(payload).data.nth)
    expect(order).toHaveLength(60)
    expect(subjectsGot()).toEqual(order)
    expect(most).toBe(1)
  })

  test('a delivery that fails holds up those behind it, but not another webhook', async () => {
    const other = await openReceiver()
    await create()
    await create([], other.url)
    receiver.answer = withStatus(500)
    for (const nth of [1, 2]) await tell({ subject: String(nth), data: { nth } })
    await runAll()
    expect(subjectsGot()).toEqual([1])
    expect(other.received).toHaveLength(2)
    receiver.answer = withStatus(200)
    clock.nowMs += 5_000
    await runAll()
    expect(subjectsGot()).toEqual([1, 1, 2])
    expect(receiver.received[0]?.id).toBe(receiver.received[1]?.id)
    await other.close()
  })

  test('if a node stops after the receiver has answered, another one sends it again when the hold is over', async () => {
    await create()
    await tell()
    await db.sql`update webhooks set held_until = ${new Date(clock.nowMs + 60_000)} where account_id = ${accountId}`
    await runAll()
    expect(receiver.received).toEqual([])
    clock.nowMs += 60_000
    await runAll()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('failures', () => {
  test('are tried with growing pauses for three days; then the webhook is switched off and its owner is told', async () => {
    const { id, url } = await create()
    receiver.answer = withStatus(503)
    await tell()
    const at: number[] = []
    for (let attempts = 0; attempts < 30; attempts++) {
      await runAll()
      const [first] = await logOf(id)
      at.push(clock.nowMs - START_MS)
      if (!first?.nextAt) break
      clock.nowMs = first.nextAt.getTime()
    }
    const pauses = at.slice(1).map((ms, nth) => ms - (at[nth] ?? 0))
    expect(receiver.received).toHaveLength(at.length)
    expect(at.at(-1)).toBe(3 * DAY_MS)
    expect(pauses.slice(0, 9)).toEqual([5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800].map((s) => s * 1000))
    expect(disabled).toEqual([{ accountId, url, error: 'The status is not 2xx.', isGone: false }])
    expect(await nodes[0].list(accountId)).toMatchObject([{ disabledBecause: 'failing' }])
    expect(await logOf(id)).toMatchObject([{ state: 'failed', status: 503, attempts: at.length }])
    await tell({ subject: 'later' })
    expect(await logOf(id)).toHaveLength(1)
  })

  test('end at once if the receiver answers 410, which says that it wants no more', async () => {
    const { id, url } = await create()
    receiver.answer = withStatus(410)
    await tell()
    await tell({ subject: 'later' })
    await runAll()
    expect(receiver.received).toHaveLength(1)
    expect(disabled).toMatchObject([{ accountId, url, isGone: true }])
    expect((await logOf(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['failed', 0],
      ['failed', 1],
    ])
  })

  test('of receivers that keep us waiting hold up no other account', async () => {
    const slow = await openReceiver()
    slow.answer = () => {}
    for (let nth = 0; nth < 5; nth++) await create([], `${slow.url}/${nth}`)
    for (let nth = 0; nth < 200; nth++) await tell({ subject: String(nth) })
    const running = nodes.map((node) => node.run())
    await Promise.all(Array.from({ length: 5 }, () => slow.next()))
    const other = { accountId: await openAccount() }
    const { id } = await nodes[1].create(other.accountId, { url: receiver.url, description: '', events: [] })
    await nodes[0].test({ ...other, id })
    await receiver.next()
    await slow.close()
    await Promise.all(running)
    expect(slow.received).toHaveLength(5)
  })

  test('of receivers that answer slowly leave the others their turn, although more events wait for them', async () => {
    const slow = await openReceiver()
    const held: (() => void)[] = []
    slow.answer = (response) => void held.push(() => response.writeHead(200).end())
    const own = accountId
    for (let nth = 0; nth < 32; nth++) {
      if (nth % 5 === 0) accountId = await openAccount()
      await create([], slow.url)
      for (const subject of ['one', 'two']) if (nth % 5 === 4 || nth === 31) await tell({ subject })
    }
    const node = openNode(undefined, { turnMs: 0 })
    const running = node.run()
    await Promise.all(Array.from({ length: 32 }, () => slow.next()))
    accountId = own
    const { id } = await create()
    clock.nowMs += 1
    await node.test({ accountId, id })
    clock.nowMs += 1
    held.shift()?.()
    await receiver.next()
    expect(slow.received).toHaveLength(32)
    slow.answer = withStatus(200)
    for (const answer of held) answer()
    await running
    expect(slow.received).toHaveLength(64)
    await node.close()
    await slow.close()
  })

  test('once it is switched on again, a delivery can be sent again, with the same id', async () => {
    const { id } = await create()
    await tell()
    await runAll()
    const webhook = { accountId, id }
    await nodes[0].change(webhook, { enabled: false })
    const [delivery = { id: '' }] = await logOf(id)
    await expect(nodes[0].resend(webhook, delivery.id)).rejects.toThrow('Switch it on first')
    await nodes[0].change(webhook, { enabled: true })
    await nodes[1].resend(webhook, delivery.id)
    await runAll()
    expect(receiver.received.map((got) => got.id)).toEqual([delivery.id, delivery.id])
  })

  test('at most 30 events an hour are sent by hand', async () => {
    const { id } = await create()
    for (let nth = 0; nth < 30; nth++) await nodes[0].test({ accountId, id })
    await expect(nodes[1].test({ accountId, id })).rejects.toMatchObject({ kind: 'too_fast' })
    await runAll()
    expect(receiver.received).toHaveLength(30)
  })

  test('a secret that cannot be read sends nothing and says so', async () => {
    const { id } = await create()
    await tell()
    const stranger = openNode(['the secret of another deployment'])
    await stranger.run()
    await stranger.close()
    expect(receiver.received).toEqual([])
    expect((await logOf(id))[0]?.error).toContain('Rotate it')
  })

  test('nothing is sent for a disabled account', async () => {
    await create()
    await tell()
    await db.sql`update accounts set disabled_at = now() where id = ${accountId}`
    await runAll()
    expect(receiver.received).toEqual([])
  })
})

describe('limits', () => {
  test('five webhooks, also for requests at the same time', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => create()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  test('a queue and its log keep the last 1,000', async () => {
    const { id } = await create()
    await db.sql`
      insert into webhook_deliveries (id, webhook_id, type, subject, level, payload, created_at, state, gives_up_at)
      select gen_random_uuid(), ${id}::uuid, 'audit.finished', n::text, 0, '{}', now(), 'waiting', now() from generate_series(1, 1000) n`
    await tell()
    const [row] = await db.sql<{ count: number; oldest: number }[]>`
      select count(*), min(subject::int) filter (where type = 'audit.finished') as oldest from webhook_deliveries`
    expect(row).toEqual({ count: 1_000, oldest: 2 })
  })

  test('what was told is not told again although 1,000 other events have followed', async () => {
    const { id } = await create()
    await tell()
    await db.sql`
      insert into webhook_deliveries (id, webhook_id, type, subject, level, payload, created_at, state, gives_up_at)
      select gen_random_uuid(), ${id}::uuid, 'audit.finished', n::text, 0, '{}', now(), 'delivered', now() from generate_series(1, 1000) n`
    await tell({ type: 'audit.finished', subject: 'newest' })
    await tell()
    const [row] = await db.sql<{ audits: number; quotas: number }[]>`
      select count(*) filter (where type = 'audit.finished') as audits, count(*) filter (where type = 'quota.reached') as quotas
      from webhook_deliveries where webhook_id = ${id}`
    expect(row).toEqual({ audits: 1_000, quotas: 1 })
  })

  test('what belongs to somebody else is not found', async () => {
    const { id } = await create()
    const stranger = { accountId: accountId + 1, id }
    await expect(nodes[0].deliveries(stranger, { rowsMax: 1 })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(nodes[0].remove(stranger)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(nodes[0].rotate(stranger)).rejects.toMatchObject({ kind: 'not_found' })
    await expect(nodes[0].test(stranger)).rejects.toMatchObject({ kind: 'not_found' })
  })
})
