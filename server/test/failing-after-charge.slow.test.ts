// Every metered route fails after its charge in every possible way: one response, one refund, and the process continues. Then in every
// way that a caller can cause: what was sent to a provider, or computed by a thread, is charged.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { WebSocket } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../src/ground/errors.ts'
import { type Account, type AiService, openAiService, scoreByText } from './ai-service.ts'
import { type Behaviour, breakAfter, reject, say, stall } from './upstream.ts'
import { WAIT } from './waiting.ts'

/** How the work of a request ends. */
const ENDINGS = { throw: 500, unavailable: 503, timed_out: 504 } as const
let ending: keyof typeof ENDINGS = 'throw'
/** Whether the database rejects refunds. */
let refundsFail = false
/** Called when a request was charged and its work starts. */
let onCharged = () => {}

let service: AiService
let account: Account
/** How many texts were scored. */
let scored = 0
/** Called when the service is done with a request, including its refund. */
let onDone = () => {}
/** Requests that are over. Their connections can be closed later, which says nothing of the next request. */
const over = new Set<string>()
const loose: unknown[] = []
const note = (error: unknown) => loose.push(error)

beforeAll(async () => {
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  service = await openAiService({
    env: { AI_TIMEOUT_MS: '2000' },
    analyze: (text) => {
      scored++
      return scoreByText(text)
    },
    extend(app) {
      // Runs after the gate's own hook, which refunds. A stream that has started ends without it.
      app.addHook('onSend', async (request) => tellDone(request.id))
      app.addHook('onRequest', async (request, reply) => {
        reply.raw.once('close', () => reply.raw.headersSent && tellDone(request.id))
      })
      // After the charge and before the handler, where any of its first lines could fail.
      app.addHook('preHandler', async (request) => {
        if (!request.headers['x-fails'] || !request.charge) return
        const { charge } = request
        if (refundsFail) request.charge = { ...charge, id: 'not a uuid' }
        onCharged()
        if (ending === 'throw') throw new Error('it broke')
        if (ending === 'unavailable') throw new ApiError('unavailable', 'Not now.')
        if (ending === 'timed_out') throw new ApiError('timed_out', 'Too late.')
      })
    },
  })
  account = await service.account('enterprise')
})
afterAll(async () => {
  process.off('uncaughtException', note)
  process.off('unhandledRejection', note)
  await service.close()
})

function tellDone(id: string): void {
  if (!over.has(id)) onDone()
}

interface Sent {
  readonly url: string
  readonly type: string
  readonly body: string
}

/** What the document's own example lacks. */
const VALID: Record<string, Partial<Sent>> = {
  // Answers of a model are charged when requested; recorded ones are charged at once.
  'POST /audits': {
    body: JSON.stringify({ pairs: [{ topic: 't', prompt_a: 'a', prompt_b: 'b', answer_a: 'a', answer_b: 'b' }] }),
  },
  'GET /sweep': { url: '/sweep' },
  'GET /sequence': { url: '/sequence?bias=0.5' },
  'POST /v2/check': { type: 'application/x-www-form-urlencoded', body: 'language=en&text=Hello%20there.' },
}

interface Document {
  readonly paths: Record<string, Record<string, { requestBody?: { content: Record<string, { example?: unknown }> } }>>
}

/** Every metered route with a valid request to it. */
async function metered(): Promise<[name: string, sent: Sent][]> {
  const { paths } = (await service.app.inject('/openapi.json')).json<Document>()
  return service.app.accessTable
    .filter(({ access }) => typeof access === 'object' && access.meter !== undefined)
    .map(({ method, url }) => {
      const path = url.replace(/:(\w+)/g, '{$1}')
      const example = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example
      const body = example === undefined ? '' : JSON.stringify(example).replaceAll('"stream":true', '"stream":false')
      const name = `${method} ${url}`
      return [
        name,
        {
          url: url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
          type: 'application/json',
          body,
          ...VALID[name],
        },
      ]
    })
}

async function used(): Promise<number> {
  const [row] = await service.sql<{ used: number }[]>`
    select coalesce(sum(from_allowance + from_topup), 0)::int as used from usage_months where account_id = ${account.id}`
  return row?.used ?? -1
}

let workBegan = false

/** Returns the status; undefined if the caller hung up. */
function send(name: string, { url, type, body }: Sent, hangsUp = false): Promise<number | undefined> {
  const method = name.split(' ', 1)[0] ?? ''
  const headers = {
    'x-api-key': account.key,
    'x-fails': 'yes',
    ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  }
  return new Promise((resolve, reject) => {
    const call = httpRequest(service.url + url, { method, headers }, (answer) =>
      answer.resume().once('end', () => resolve(answer.statusCode)),
    )
    workBegan = false
    onCharged = () => {
      workBegan = true
      if (hangsUp) call.destroy()
    }
    call.once('error', hangsUp ? () => resolve(undefined) : reject)
    call.end(body)
  })
}

describe('every metered route that fails after its charge', () => {
  test.each(Object.entries(ENDINGS))('by %s responds %i once and refunds once', async (how, status) => {
    ending = how as keyof typeof ENDINGS
    const routes = await metered()
    expect(routes.length).toBeGreaterThan(15)
    for (const [name, sent] of routes) {
      const before = await used()
      expect([name, await send(name, sent), await used()]).toEqual([name, status, before])
      expect(workBegan, name).toBe(true)
    }
    expect(loose).toEqual([])
  })

  test('with a refund that fails too, responds the same once, and the log reports the refund', async () => {
    ending = 'unavailable'
    refundsFail = true
    for (const [name, sent] of await metered()) {
      const before = await used()
      const told = service.log().split('could not be refunded').length
      expect([name, await send(name, sent)]).toEqual([name, 503])
      expect([name, service.log().split('could not be refunded').length]).toEqual([name, told + 1])
      expect(await used(), name).toBeGreaterThan(before)
    }
    refundsFail = false
    expect(loose).toEqual([])
  })

  test('leaves the service running', async () => {
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200)
    expect(loose).toEqual([])
  })
})

/** How a caller can make a request to a provider fail, and what the provider does meanwhile. */
const WAYS: [way: string, behaviour: Behaviour, hangsUp?: boolean][] = [
  ['hanging up when the provider has the request', stall(), true],
  ['hanging up in the middle of an answer', breakAfter(['Once '], 'stall'), true],
  ['asking for more than the deadline allows', stall()],
  ['sending what the provider rejects', reject(400)],
  ['naming a model that the provider does not know', reject(404)],
  ['asking for what the provider filters', say('Once', { finish: 'filtered' })],
  ['asking for an empty answer', say('')],
]

/** Sends one request and waits until the service is done with it; optionally hangs up once the provider has it or it was charged. */
async function leave(name: string, { url, type, body }: Sent, hangsUp: boolean): Promise<void> {
  const method = name.split(' ', 1)[0] ?? ''
  const id = randomUUID()
  const headers = { 'x-api-key': account.key, 'x-request-id': id, ...(body && { 'content-type': type }) }
  const done = new Promise<void>((resolve) => {
    onDone = resolve
  })
  const call = httpRequest(service.url + url, { method, headers }, (answer) => answer.resume())
  call.on('error', () => {})
  if (hangsUp) void Promise.race([service.upstream.nextCall(), done]).then(() => call.destroy())
  call.end(body)
  await done
  over.add(id)
}

/** The same over a WebSocket, for which the service is done twice: with the request of a message, and with the connection. */
async function leaveSocket(hangsUp: boolean): Promise<void> {
  const done: (() => void)[] = []
  const [first, second] = [0, 1].map(() => new Promise<void>((resolve) => done.push(resolve)))
  onDone = () => done.shift()?.()
  const headers = { 'x-api-key': account.key }
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v1/responses`, { headers } as never)
  await once(socket as never, 'open')
  const called = service.upstream.nextCall()
  socket.send(JSON.stringify({ type: 'response.create', model: 'small-model', input: 'Why?' }))
  await (hangsUp ? called : first)
  socket.close()
  await second
}

describe('a caller cannot get free work', () => {
  test.each(WAYS)('by %s', async (way, behaviour, hangsUp = false) => {
    for (const [name, sent] of await metered()) {
      // Embeddings have no text that could be withheld or missing.
      if (name === 'POST /v1/embeddings' && /filters|empty/.test(way)) continue
      const streamed = sent.body.replaceAll('"stream":false', '"stream":true')
      for (const body of new Set([sent.body, streamed])) {
        service.upstream.plan(behaviour)
        const [usedBefore, scoredBefore] = [await used(), scored]
        await leave(name, { ...sent, body }, hangsUp)
        const paid = (await used()) - usedBefore
        const asked = Math.min(1, service.upstream.calls.length)
        const worked = Math.max(asked, Math.min(1, scored - scoredBefore))
        expect([name, paid >= worked], `${paid} paid, ${asked} asked`).toEqual([name, true])
      }
    }
  })

  test.each(WAYS)('over a WebSocket by %s', async (_way, behaviour, hangsUp = false) => {
    service.upstream.plan(behaviour)
    const before = await used()
    await leaveSocket(hangsUp)
    expect([service.upstream.calls.length > 0, (await used()) - before]).toEqual([true, 1])
  })

  test('by having tokens counted: only the provider of their own key is asked', async () => {
    service.upstream.plan(say('1'))
    const payload = { model: 'small-model', messages: [{ role: 'user', content: 'Why?' }] }
    const sent = { method: 'POST', url: '/v1/messages/count_tokens', headers: { 'x-api-key': account.key } } as const
    expect((await service.app.inject({ ...sent, payload })).headers['x-token-count']).toBe('estimated')
    expect(service.upstream.calls).toEqual([])
  })

  test('by sending a wrong signature of a beacon: its check is paid', async () => {
    const before = await used()
    const seed_from = { beacon: 'drand', round: 1, signature: 'ab'.repeat(48) }
    const sent = { method: 'POST', url: '/draws', headers: { 'x-api-key': account.key } } as const
    const rejected = await service.app.inject({ ...sent, payload: { kind: 'dice', dice: '1d6', seed_from } })
    expect([rejected.statusCode, (await used()) - before]).toEqual([422, 1])
  })

  test('by making two draws with one nonce: the slower one is paid, too', async () => {
    const headers = { 'x-api-key': account.key }
    const { id: commitment } = (
      await service.app.inject({ method: 'POST', url: '/commitments', headers, payload: {} })
    ).json()
    const draw = (client_seed: string) => {
      const payload = { kind: 'dice', dice: '1d6', commitment, client_seed, nonce: 0 }
      return service.app.inject({ method: 'POST', url: '/draws', headers, payload })
    }
    const before = await used()
    const { asked } = await service.sql.begin(async (tx) => {
      await tx`select 1 from draw_commitments where id = ${commitment} for update`
      const asked = Promise.all([draw('a'), draw('b')])
      const waiting = () => service.sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%into committed_draws%'`
      await expect.poll(async () => (await waiting()).length, WAIT).toBe(2)
      return { asked }
    })
    expect((await asked).map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await used()) - before).toBe(2)
  })

  test('by locking two prize draws at once: both pools were sealed', async () => {
    const headers = { 'x-api-key': account.key }
    const [closed_at, draw_at] = [-60_000, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const payload = { title: 't', organiser: 'o', closed_at, draw_at, winners: 1, entries: ['Ada', 'Ben'] }
    const lock = () => service.app.inject({ method: 'POST', url: '/draws/prize', headers, payload })
    const before = await used()
    const { locked } = await service.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`draws of account ${account.id}`}, 0))`
      const locked = Promise.all([lock(), lock()])
      const waiting = () => service.sql`
        select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await waiting()).length, WAIT).toBe(2)
      return { locked }
    })
    expect((await locked).map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect((await used()) - before).toBe(2)
  })

  test('by repeatedly cancelling and resuming an audit', async () => {
    service.upstream.plan(stall())
    const headers = { 'x-api-key': account.key }
    const pairs = Array.from({ length: 3 }, (_, at) => ({ topic: 't', prompt_a: `a${at}`, prompt_b: `b${at}` }))
    const before = await used()
    const called = service.upstream.nextCall()
    const { id } = (await service.app.inject({ method: 'POST', url: '/audits', headers, payload: { pairs } })).json()
    await called
    for (let round = 0; round < 5; round++) {
      await service.app.inject({ method: 'POST', url: `/audits/${id}/cancel`, headers })
      const next = service.upstream.nextCall()
      await service.app.inject({ method: 'POST', url: `/audits/${id}/resume`, headers, payload: {} })
      await next
    }
    await service.app.inject({ method: 'DELETE', url: `/audits/${id}`, headers })
    expect(service.upstream.calls.length).toBeGreaterThan(5)
    expect((await used()) - before).toBeGreaterThanOrEqual(service.upstream.calls.length)
  })
})
