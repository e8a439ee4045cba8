// No body keeps the thread that answers everybody for long without a pause: the largest that each operation reads, accepted and rejected, and
// for every operation of openapi.json as much of everything as its schema names. A new operation is measured without a line here.
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScorer } from '../src/threads/scorer/scorer.ts'
import { resolveAll } from './documented.ts'
import { freePort } from './free-port.ts'
import { leastLongestTurnMs, openCaller } from './loop-time.ts'
import { type Person, setPlan, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const TURN_MS_MAX = 5
const TURN_MS_MAX_WITH_REASON = 20

/** Answers each request when it has read it, from another thread. */
const PROVIDER = `
  const { parentPort, workerData } = require('node:worker_threads')
  const answer = JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'small-model', usage: {},
    choices: [{ index: 0, message: { role: 'assistant', content: 'It leaves at nine.' }, finish_reason: 'stop' }] })
  require('node:http')
    .createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      request.resume().on('end', () => response.end(answer))
    })
    .listen(workerData, '127.0.0.1', () => parentPort.postMessage('ready'))`

let service: Service
let person: Person
let origin: string
let allocation: string
let provider: Worker
const caller = openCaller()
const LOADED = 'The shameless greedy corrupt cronies. '
const scorer = openScorer({ which: 'fast', threads: 1, timeoutMs: 60_000 })
beforeAll(async () => {
  const port = await freePort()
  provider = new Worker(PROVIDER, { eval: true, workerData: port })
  await new Promise((resolve) => provider.once('message', resolve))
  const openai = { format: 'openai', base_url: `http://127.0.0.1:${port}`, model: 'small-model' }
  const providers = JSON.stringify({
    provider_a: openai,
    provider_b: { ...openai, format: 'anthropic' },
    provider_c: openai,
  })
  service = await openService({
    env: { PROVIDERS: providers, CHAT_API_KEY: 'k', PAYMENTS: 'sandbox' },
    analyze: (text, options) =>
      text.startsWith(LOADED) ? scorer.analyze(text, options) : Promise.reject(new Error('not scored here')),
  })
  person = await signUp(service.app)
  await service.sql`update accounts set email_verified_at = now() where id = ${person.id}`
  await setPlan(service, person, 'enterprise_xl')
  const payload = { arms: [{ name: 'a' }, { name: 'b' }] }
  allocation = (
    await service.app.inject({ method: 'POST', url: '/allocations', headers: person.headers, payload })
  ).json().id
  origin = await service.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await caller.close()
  await provider.terminate()
  await scorer.close()
  await service.close()
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly what: string
  readonly body: () => string
  readonly type?: string
  /** Why one turn takes longer than others may. */
  readonly reason?: string
  /** Otherwise it is the largest that is accepted. */
  readonly isRejected?: boolean
}

const MIB = 1_048_576
const listOf = <T>(length: number, item: (at: number) => T): T[] => Array.from({ length }, (_, at) => item(at))
const names = (count: number) => listOf(count, (at) => `Participant number ${at}`)
const user = (content: unknown) => ({ role: 'user', content })
const image = (bytes: number) =>
  user([{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(bytes)}` } }])
const weighed = (count: number) => listOf(count, (at) => ({ name: `i${at}`, weight: 1 }))
const copied = (count: number, copies: number) => listOf(count, (at) => ({ name: `c${at}`, copies }))
const pairs = (count: number, letters: number) =>
  listOf(count, (at) => ({
    id: `p${at}`,
    topic: 't',
    prompt_a: `${at} ${'a'.repeat(letters)}`,
    prompt_b: `${at} ${'b'.repeat(letters)}`,
    answer_a: 'a'.repeat(letters),
    answer_b: 'b'.repeat(letters),
  }))
const post = (path: string, what: string, body: unknown): Sent => ({
  method: 'POST',
  path,
  what,
  body: () => JSON.stringify(body),
})
const because = (reason: string, ...sent: Parameters<typeof post>): Sent => ({ ...post(...sent), reason })
const rejected = (sent: Sent): Sent => ({ ...sent, isRejected: true })
const REJECTED = [400, 413, 422]
const form = (what: string, fields: string): Sent => ({
  ...because('a form is decoded in one go', '/v2/check', what, {}),
  type: 'application/x-www-form-urlencoded',
  body: () => `language=en&${fields}`.slice(0, MIB),
})
const model = 'small-model'
const question = { model, max_tokens: 9 }

const LARGEST: readonly Sent[] = [
  because('100,000 names are checked in one go', '/draws', '100,000 names', {
    kind: 'winners',
    entries: names(100_000),
  }),
  rejected(
    because('100,000 names are checked in one go', '/draws', '100,000 names, one of them twice', {
      kind: 'winners',
      entries: [...names(99_999), 'Participant number 7'],
    }),
  ),
  because('100,000 names are checked in one go', '/draws', 'a shuffle of 100,000 names', {
    kind: 'shuffle',
    entries: names(100_000),
  }),
  because('100,000 numbers are put together in one go', '/draws', 'the most options', {
    kind: 'choice',
    options: weighed(600),
    count: 100_000,
  }),
  rejected(post('/draws', '100,000 cards', { kind: 'deck', cards: names(100_000) })),
  rejected(
    because('38,000 names are checked in one go', '/draws/published', 'a page without a receipt', {
      title: 't',
      receipts: [],
      entries: names(38_000),
    }),
  ),
  because('100,000 numbers are put together in one go', '/draws', '100,000 pulls', {
    kind: 'loot',
    items: weighed(400),
    count: 100_000,
  }),
  because('100,000 numbers are put together in one go', '/draws', '100,000 throws', {
    kind: 'dice',
    dice: '1000d1000000000',
    count: 100,
  }),
  because('100,000 numbers are put together in one go', '/draws', '100,000 cards of 400', {
    kind: 'deck',
    cards: copied(400, 250),
    count: 100_000,
  }),
  post('/draws/odds', '400 cards and counts', {
    kind: 'deck',
    cards: copied(400, 3),
    pulls: 1_200,
    observed: listOf(400, (at) => at % 3),
  }),
  post('/allocations', '1,000 strata', { arms: [{ name: 'a' }, { name: 'b' }], strata: names(1_000) }),
  post('/allocations/{id}/assignments', 'the most participants', {
    participants: names(500).map((participant) => ({ participant })),
  }),
  post('/v1/messages/count_tokens', '4 million characters', { model, messages: [user('a'.repeat(4_000_000))] }),
  because(
    'a text of 16 MB is put together in one go',
    '/v1/messages/count_tokens',
    '4 million characters that are two units each',
    {
      model,
      messages: [user('😀'.repeat(4_000_000))],
    },
  ),
  because('2,000 messages are checked in one go', '/v1/messages/count_tokens', '2,000 messages', {
    model,
    messages: listOf(2_000, () => user('a b'.repeat(600))),
  }),
  ...['/v1/chat/completions', '/v1/messages', '/ai/chat'].flatMap((path) => [
    post(path, '3.9 million characters', { ...question, messages: [user('a'.repeat(3_900_000))] }),
    because('2,000 messages are checked in one go', path, '2,000 messages', {
      ...question,
      messages: listOf(2_000, () => user('a b'.repeat(600))),
    }),
    {
      ...because('9,000 parts are checked in one go', path, 'many parts', {
        ...question,
        messages: listOf(500, () => user(listOf(18, () => ({ type: 'text', text: 'a' })))),
      }),
      isRejected: path === '/ai/chat',
    },
  ]),
  post('/v1/responses', '3.9 million characters', { model, input: 'a'.repeat(3_900_000) }),
  post('/v1/embeddings', 'the most texts', { model, input: listOf(2_000, () => 'a'.repeat(1_900)) }),
  rejected(
    because(
      'a text of 15 MB is put together in one go',
      '/v1/chat/completions',
      'an image of 15 MB, which is rejected',
      {
        ...question,
        messages: [image(15 * MIB)],
      },
    ),
  ),
  rejected(
    because('a text of 15 MB is put together in one go', '/v1/chat/completions', '15 MB of escapes', {
      ...question,
      messages: [user('"'.repeat(7.9 * MIB))],
    }),
  ),
  rejected(
    because('a text of 15 MB is put together in one go', '/v1/chat/completions', '15 MB that begin with an escape', {
      ...question,
      messages: [user(`"${'a'.repeat(15.8 * MIB)}`)],
    }),
  ),
  rejected(
    because('a text of 15 MB is put together in one go', '/v1/chat/completions', '15 MB of backslashes', {
      ...question,
      messages: [user('\\'.repeat(7.9 * MIB))],
    }),
  ),
  because('base64 is checked in one go', '/v1/chat/completions', 'three images of 5 MiB', {
    ...question,
    messages: [image(5 * MIB), image(5 * MIB), image(5 * MIB)],
  }),
  post('/v1/chat/completions', '40,000 values in a tool', {
    ...question,
    messages: [user('a')],
    tools: [{ type: 'function', function: { name: 'f', parameters: { enum: listOf(39_000, (at) => `${at}`) } } }],
  }),
  post('/audits', '8 MB of recorded answers', { pairs: pairs(500, 3_900) }),
  rejected(post('/audits', '8 MB of which an id is there twice', { pairs: [...pairs(499, 3_900), pairs(1, 9)[0]] })),
  form('80,000 characters of four bytes', `text=${'%F0%9F%8E%B2'.repeat(80_000)}`),
  rejected(form('a million spaces', `text=${'+'.repeat(MIB)}`)),
  rejected(form('a long list of rules', `text=a&disabledRules=${'a,'.repeat(MIB / 2 - 100)}`)),
  rejected(
    form('many annotations', `data=${encodeURIComponent(`{"annotation":[${Array(15_000).fill('{}').join()}]}`)}`),
  ),
  because('the library of the protocol reads a message in one go', '/mcp', 'a megabyte of escapes', {
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'score_texts', arguments: { texts: ['"'.repeat(500_000)] } },
  }),
  rejected(
    post(
      '/mcp',
      'more messages than are read',
      listOf(600, (id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
    ),
  ),
  because('two texts are compared in one go', '/ai/neutralise', 'the most changes', {
    text: LOADED.repeat(263),
  }),
  post('/ai/analyze', 'a long text', { text: 'The vote is in May. '.repeat(500) }),
  post('/ai/analyze/batch', '200,000 characters', { texts: listOf(100, () => 'The vote is in May. '.repeat(99)) }),
  post('/v1/moderations', '200,000 characters', { input: listOf(100, () => 'The vote is in May. '.repeat(99)) }),
  {
    ...post('/ai/words', '1,000 words', { flag: names(1_000).map((word) => ({ word, suggestion: 'y'.repeat(80) })) }),
    method: 'PUT',
  },
]

interface Operation {
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
}
interface Schema {
  readonly properties?: Record<string, unknown>
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const paths = resolveAll(document.paths, document) as Record<string, Record<string, Operation>>

function fieldsOf({ properties = {}, oneOf = [], anyOf = [] }: Schema): string[] {
  return [...new Set([...Object.keys(properties), ...[...oneOf, ...anyOf].flatMap(fieldsOf)])]
}

const FILLS: readonly [what: string, json: string][] = [
  ['2,400 empty items in every list', `[${Array(2_400).fill('{}').join()}]`],
  ['300,000 empty items', `[${Array(300_000).fill('{}').join()}]`],
  ['a million letters', `"${' @a.'.repeat(250_000)}"`],
  ['escapes only', `"${'\\ud83d'.repeat(160_000)}"`],
  ['18,000 names', `{${listOf(18_000, (at) => `"k${at}":0`).join()}}`],
]

const EVERY: readonly Sent[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const schema = requestBody?.content['application/json']?.schema
    if (!schema) return []
    return FILLS.flatMap(([what, json]) => {
      const fields = fieldsOf(schema)
      return [fields.slice(0, 1), fields].map((filled) => ({
        method: method.toUpperCase(),
        path,
        what: `${what} as ${filled.length === 1 ? filled[0] : 'every field'}`,
        body: () => `{${filled.map((name) => `${JSON.stringify(name)}:${json}`).join()}}`.slice(0, 16 * MIB),
      }))
    })
  }),
)

const askedFor = ({ method, path, body, type = 'application/json' }: Sent) => {
  const url = origin + path.replace('{id}', allocation).replace(/\{\w+\}/g, '1')
  // Agents are answered in either.
  const headers = { ...person.headers, 'content-type': type, accept: 'application/json, text/event-stream' }
  return { method, url, headers, body: body() }
}

async function longestTurnMs(sent: Sent): Promise<number> {
  const asked = askedFor(sent)
  return leastLongestTurnMs(() => caller.ask(asked), TURN_MS_MAX)
}

test.each(LARGEST)('$method $path with $what', async (sent) => {
  const { status } = await caller.ask(askedFor(sent))
  expect(REJECTED.includes(status), `${status}`).toBe(sent.isRejected ?? false)
  expect(await longestTurnMs(sent)).toBeLessThanOrEqual(sent.reason ? TURN_MS_MAX_WITH_REASON : TURN_MS_MAX)
})

test('POST /draws/published with a page of 38,000 names', async () => {
  const { headers } = person
  const wish = { kind: 'winners', entries: names(38_000) }
  const { receipt } = (await service.app.inject({ method: 'POST', url: '/draws', headers, payload: wish })).json()
  const sent = post('/draws/published', '', { title: 't', receipts: [receipt], entries: wish.entries })
  expect(await longestTurnMs(sent)).toBeLessThanOrEqual(TURN_MS_MAX_WITH_REASON)
})

test('POST /draws/prize with 50,000 names', async () => {
  const wish = { title: 't', organiser: 'o', closed_at: '2026-01-01T00:00:00Z', winners: 1, entries: names(50_000) }
  const sent = post('/draws/prize', '', { ...wish, draw_at: new Date(Date.now() + 3_600_000).toISOString() })
  expect(await longestTurnMs(sent)).toBeLessThanOrEqual(TURN_MS_MAX_WITH_REASON)
})

test('POST /draws/published with 60 receipts of 16 kB', async () => {
  const { headers } = person
  const options = listOf(37, (at) => `${at} ${'\u{1F3B2}'.repeat(90)}`)
  const wish = { kind: 'choice', options }
  const { receipt } = (await service.app.inject({ method: 'POST', url: '/draws', headers, payload: wish })).json()
  const sent = post('/draws/published', '', { title: 't', receipts: listOf(60, () => receipt) })
  expect(await longestTurnMs(sent)).toBeLessThanOrEqual(TURN_MS_MAX)
})

test.each(['for the first time', 'again'])('POST /allocations/{id}/close %s', async (when) => {
  const { headers } = person
  const { sql } = service
  const strata = listOf(1_000, (at) => `${at} ${'\u{1F3B2}'.repeat(95)}`)
  const payload = { arms: [{ name: 'a' }, { name: 'b' }], strata, block_sizes: [10_000] }
  const { id } = (await service.app.inject({ method: 'POST', url: '/allocations', headers, payload })).json()
  await sql`update allocation_strata set assigned = 1000000 where allocation_id = ${id} and ordinal = 1`
  const [row] = await sql<{ seed: Buffer }[]>`select sealed_seed as seed from allocations where id = ${id}`
  const close = async () => {
    if (when === 'for the first time')
      await sql`
        update allocations set closed_at = null, receipt = null, seed = null, sealed_seed = ${row?.seed ?? null} where id = ${id}`
    const { status } = await caller.ask({ method: 'POST', url: `${origin}/allocations/${id}/close`, headers })
    expect(status).toBe(200)
  }
  await close()
  // The receipt of 400 kB is signed in one go.
  expect(await leastLongestTurnMs(close, TURN_MS_MAX)).toBeLessThanOrEqual(TURN_MS_MAX_WITH_REASON)
})

test('every operation with as much as it reads', async () => {
  const slow: object[] = []
  for (const sent of EVERY) {
    const ms = await longestTurnMs(sent)
    // Rejecting up to 2,500 items.
    if (ms > 2 * TURN_MS_MAX) slow.push({ is: `${sent.method} ${sent.path} ${sent.what}`, ms })
  }
  expect(slow).toEqual([])
})
