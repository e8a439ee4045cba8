import { format } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, type AiService, CHAT_KEY, openAiService } from '../../../test/ai-service.ts'
import { type Behaviour, breakAfter, reject, reset, say, sendRaw, stall } from '../../../test/upstream.ts'

// A planted key is sent in every possible way. Afterwards nothing stored and no response may contain it.
const CANARY = 'cnry-Zq7XkW93vLm2Tt5B'

let service: AiService
let account: Account
const printed: string[] = []
const answered: string[] = []

beforeAll(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      printed.push(String(chunk))
      return true
    })
  }
  // The test runner's console does not write to the process's own streams.
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, level).mockImplementation((...said) => void printed.push(format(...said)))
  }
  service = await openAiService({ env: { AI_TIMEOUT_MS: '500', LOG_LEVEL: 'trace' } })
  account = await service.account('studio')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await service.close()
})

interface Sending {
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
  readonly path?: string
}

async function send(body: string, { headers = {}, signal, path = '/ai/proxy' }: Sending = {}) {
  const sent = { 'x-api-key': account.key, 'content-type': 'application/json', ...headers }
  const options = { method: 'POST', headers: sent, body, ...(signal ? { signal } : {}) }
  const answer = await fetch(service.url + path, options).catch(() => undefined)
  if (!answer) return 0
  answered.push(JSON.stringify([...answer.headers]), await answer.text().catch(() => ''))
  return answer.status
}

function proxyBody(rest: object = {}): string {
  const messages = [{ role: 'user', content: 'Why?' }]
  return JSON.stringify({ provider: 'provider_a', user_api_key: CANARY, messages, ...rest })
}

const echo = {
  message: `Incorrect API key provided: ${CANARY}. You sent "Authorization: Bearer ${CANARY}"`,
  code: CANARY,
}
const WAYS: [string, Behaviour, number, number][] = [
  ['success', say('Fine.'), 200, 200],
  ['400', reject(400, echo), 502, 502],
  ['401', reject(401, echo), 502, 502],
  ['403', reject(403, echo), 502, 502],
  ['404', reject(404, echo), 502, 502],
  ['429', reject(429, echo, { 'retry-after': '99', 'x-echo': CANARY }), 429, 429],
  ['500', reject(500, echo, { 'retry-after': '99' }), 502, 502],
  ['redirect', reject(307, echo, { location: `http://127.0.0.1:1/?key=${CANARY}` }), 502, 502],
  ['timeout', stall(), 504, 504],
  ['reset', reset(), 502, 502],
  ['broken JSON', sendRaw(`{"echo": "${CANARY}`), 502, 502],
  ['error in a stream', breakAfter(['Once '], 'error', echo.message), 502, 200],
  ['reset in a stream', breakAfter(['Once '], 'reset'), 502, 200],
  ['silence in a stream', breakAfter(['Once '], 'stall'), 504, 200],
]

const messages = [{ role: 'user', content: 'Why?' }]
const V1: [string, object][] = [
  ['/v1/chat/completions', { model: 'm', messages }],
  ['/v1/responses', { model: 'm', input: 'Why?' }],
  ['/v1/messages', { model: 'm', max_tokens: 9, messages }],
]

/** Sends the key in the header to every /v1/* endpoint, whole and streamed. Other tests check the responses. */
async function sendByHeader(provider: string): Promise<number[]> {
  const headers = { 'x-provider': provider, 'x-provider-key': CANARY }
  const bodies = V1.flatMap(([path, body]) => [false, true].map((stream) => ({ path, body: { ...body, stream } })))
  const embedding = { path: '/v1/embeddings', body: { model: 'm', input: 'Why?' } }
  return Promise.all([...bodies, embedding].map(({ path, body }) => send(JSON.stringify(body), { headers, path })))
}

test('the planted key is nowhere in the log, the output, the database, the metrics or the responses', async () => {
  for (const [what, behaviour, whole, streamed] of WAYS) {
    for (const provider of ['provider_a', 'provider_b']) {
      service.upstream.plan(behaviour)
      const headers = { 'idempotency-key': `${what}-${provider}`.replaceAll(' ', '-') }
      expect([what, await send(proxyBody({ provider }), { headers })]).toEqual([what, whole])
      expect(service.upstream.calls.length).toBeGreaterThan(0)
      // A stream that breaks before its charge is stored is rejected as a whole answer would be.
      expect([streamed, whole], what).toContain(await send(proxyBody({ provider, stream: true })))
      service.upstream.plan(behaviour)
      expect(await sendByHeader(provider), what).not.toContain(500)
      const carrying = service.upstream.calls.filter(({ headers: sent }) => JSON.stringify(sent).includes(CANARY))
      // Not all of them: a reset connection also ends the request that waited for it.
      expect(carrying.length, what).toBeGreaterThan(0)
    }
  }
  service.upstream.plan(breakAfter(['Once '], 'stall'))
  const controller = new AbortController()
  const [called, released] = [service.upstream.nextCall(), service.upstream.nextHangUp()]
  const aborted = send(proxyBody({ stream: true }), { signal: controller.signal })
  await called
  controller.abort()
  await Promise.all([aborted, released])
  expect(await send(proxyBody({ user_api_key: `${CANARY}\r\nX: 1` }))).toBe(422)
  expect(await send(proxyBody({ provider: CANARY }))).toBe(422)
  expect(await send(`${proxyBody()}}`)).toBe(400)
  for (const [path, body] of V1) {
    const wrong: [Record<string, string>, number][] = [
      [{ 'x-provider': CANARY, 'x-provider-key': CANARY }, 422],
      [{ 'x-provider-key': CANARY }, 422],
      [{ 'x-provider': 'provider_a', 'x-provider-key': `${CANARY} ${CANARY}` }, 422],
    ]
    for (const [headers, status] of wrong) expect(await send(JSON.stringify(body), { headers, path })).toBe(status)
    const headers = { 'x-provider': 'provider_a', 'x-provider-key': CANARY }
    expect(await send(JSON.stringify({ ...body, stream: CANARY }), { headers, path })).toBe(422)
    expect(await send('{', { headers, path })).toBe(400)
  }

  const metrics = (await service.app.inject({ url: '/metrics' })).body
  expect(metrics).toContain('http_request_duration_seconds')
  const stored = await everyRow()
  expect(stored.length).toBeGreaterThan(10)
  for (const path of ['/ai/proxy', '/v1/embeddings', ...V1.map(([one]) => one)]) {
    expect(service.log()).toContain(`"path":"${path}"`)
  }
  // Here CANARY is an invalid provider, not a key; an error may name what is allowed, never what was sent.
  const traces = {
    log: service.log(),
    printed: printed.join(''),
    metrics,
    stored: stored.join('\n'),
    answered: answered.join('\n'),
  }
  for (const [where, text] of Object.entries(traces)) {
    for (const secret of [CANARY, CHAT_KEY]) {
      for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
        expect([where, text.includes(form)]).toEqual([where, false])
      }
    }
  }
})

async function everyRow(): Promise<string[]> {
  const tables = await service.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  const rows = await Promise.all(
    tables.map(({ name }) => service.sql<{ row: string }[]>`select t::text as row from ${service.sql(name)} t`),
  )
  return rows.flat().map(({ row }) => row)
}
