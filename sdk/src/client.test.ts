import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import {
  AuthenticationError,
  BadRequestError,
  type ChatEvent,
  ConnectionError,
  Equipoise,
  type EquipoiseOptions,
  ProviderError,
  QuotaError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnavailableError,
  ValidationError,
} from './sdk.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

const closers: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A service that gives these responses in order, and then repeats the last one. */
async function serve(answers: Handler[], options: Partial<EquipoiseOptions> = {}) {
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const answer = answers[Math.min(seen.length, answers.length - 1)]
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      answer?.(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { client: new Equipoise({ baseUrl, apiKey: 'svc_x', ...options }), seen }
}

function reject(status: number, detail: unknown, headers: Record<string, string> = {}): Handler {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers })
    response.end(JSON.stringify({ detail }))
  }
}

function answer(value: unknown): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
}

const hangUp: Handler = (request) => request.socket.destroy()
const never: Handler = () => {}

test('a call carries the key, the body and the query', async () => {
  const { client, seen } = await serve([answer({ ain: 1 })])
  expect(await client.compute({ bias: 0.9, N: 9 })).toEqual({ ain: 1 })
  await client.sweep({ N: 9, steps: 5, seed: undefined })
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/compute', body: '{"bias":0.9,"N":9}' })
  expect(seen[0]?.headers['x-api-key']).toBe('svc_x')
  expect(seen[1]).toMatchObject({ method: 'GET', url: '/sweep?N=9&steps=5', body: '' })
})

test('a token goes into the Authorization header', async () => {
  const { client, seen } = await serve([answer({})], { apiKey: undefined, token: 'abc' })
  await client.auth.me()
  expect(seen[0]?.headers.authorization).toBe('Bearer abc')
  expect(seen[0]?.headers['x-api-key']).toBeUndefined()
})

test('an own provider key is sent in its headers, and a model id in the path unchanged', async () => {
  const { client, seen } = await serve([answer({})])
  await client.v1.completion({ messages: [{ role: 'user', content: 'Why?' }] }, { ownKey: { provider: 'a', key: 'k' } })
  await client.v1.model('meta/llama:strict')
  expect(seen[0]).toMatchObject({ url: '/v1/chat/completions', headers: { 'x-provider': 'a', 'x-provider-key': 'k' } })
  expect([seen[1]?.url, seen[1]?.headers['x-provider-key']]).toEqual(['/v1/models/meta%2Fllama%3Astrict', undefined])
})

test('a key and a token together are rejected', () => {
  expect(() => new Equipoise({ baseUrl: '', apiKey: 'a', token: 'b' })).toThrow('not both')
})

test('each error has its own class', async () => {
  const fields = [
    { loc: ['body', 'N'], msg: 'Input should be 3, 9, 16, 25, 32 or 64', type: 'literal_error' },
    { loc: ['body', 'bias'], msg: 'Field required', type: 'missing' },
  ]
  const { client } = await serve([
    reject(401, 'no'),
    reject(422, fields),
    reject(402, 'spent', { 'retry-after': '3600', 'x-should-retry': 'false' }),
    reject(502, 'the provider rejected'),
    reject(503, 'not configured: CHAT_API_KEY', { 'retry-after': '30' }),
  ])
  const call = () => client.compute({ bias: 2 })
  await expect(call()).rejects.toBeInstanceOf(AuthenticationError)
  const invalid = await call().catch((error) => error)
  expect(invalid).toBeInstanceOf(ValidationError)
  expect(invalid.messageOf('bias')).toBe('Field required')
  expect(invalid.requestId).toBe('request-1')
  expect(invalid.message).toContain('N: Input should be')
  const spent = await call().catch((error) => error)
  expect(spent).toBeInstanceOf(QuotaError)
  expect(spent.resetsAt.getTime()).toBeGreaterThan(Date.now())
  await expect(call()).rejects.toBeInstanceOf(ProviderError)
  await expect(call()).rejects.toBeInstanceOf(UnavailableError)
})

test.each([
  [408, BadRequestError],
  [431, BadRequestError],
  [500, ServerError],
  [507, ServerError],
])('a response with status %i throws the class of its cause', async (status, Cause) => {
  const { client } = await serve([(_request, response) => response.writeHead(status).end('{"detail":"No"}')])
  await expect(client.health()).rejects.toBeInstanceOf(Cause)
})

test('a response that is not JSON is reported as such, not as a broken connection, and is not retried', async () => {
  const { client, seen } = await serve([
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'x-request-id': 'request-1' })
      response.end('<html>Sign in to this network</html>')
    },
  ])
  const error = await client.health().catch((e) => e)
  expect(error).toBeInstanceOf(ServerError)
  expect(error).toMatchObject({ status: 200, requestId: 'request-1' })
  expect(error.message).toBe('The response was not JSON (text/html, status 200)')
  expect(seen).toHaveLength(1)
})

test('a 429 with a short Retry-After is retried, also for a paid call, because nothing was charged', async () => {
  const { client, seen } = await serve([reject(429, 'slow down', { 'retry-after': '0' }), answer({ ain: 1 })])
  expect(await client.compute({ bias: 0.1 })).toEqual({ ain: 1 })
  expect(seen).toHaveLength(2)
})

test('retries are bounded', async () => {
  const { client, seen } = await serve([reject(503, 'starting', { 'retry-after': '0' })])
  await expect(client.health()).rejects.toBeInstanceOf(UnavailableError)
  expect(seen).toHaveLength(3)
})

test('a long Retry-After is left to the caller', async () => {
  const { client, seen } = await serve([reject(429, 'slow down', { 'retry-after': '900' })])
  const error = await client.auth.login({ email: 'a@b.example', password: 'x' }).catch((e) => e)
  expect(error).toBeInstanceOf(RateLimitError)
  expect(error.retryAfterMs).toBe(900_000)
  expect(seen).toHaveLength(1)
})

test('after a broken connection only a free call is retried', async () => {
  const paid = await serve([hangUp, answer({})])
  await expect(paid.client.compute({ bias: 0.5 })).rejects.toBeInstanceOf(ConnectionError)
  await expect(paid.client.compute({ bias: 0.5 })).resolves.toEqual({})
  expect(paid.seen).toHaveLength(2)
  const sweep = await serve([hangUp, answer({})])
  await expect(sweep.client.sweep()).rejects.toBeInstanceOf(ConnectionError)
  expect(sweep.seen).toHaveLength(1)
  const free = await serve([hangUp, answer({ plan: 'free' })])
  expect(await free.client.usage()).toEqual({ plan: 'free' })
  expect(free.seen).toHaveLength(2)
})

test('a paid call with an idempotency key is retried with the same key', async () => {
  const { client, seen } = await serve([hangUp, answer({ response: 'Hi' })])
  await client.ai.chat({ messages: [{ role: 'user', content: 'Hello' }] }, { idempotencyKey: 'call-1' })
  expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['call-1', 'call-1'])
})

test('a service that does not respond is a TimeoutError; an abort by the caller keeps its reason', async () => {
  const { client } = await serve([never])
  await expect(client.compute({ bias: 0.5 }, { timeoutMs: 30 })).rejects.toBeInstanceOf(TimeoutError)
  const controller = new AbortController()
  const call = client.compute({ bias: 0.5 }, { signal: controller.signal })
  controller.abort(new Error('changed my mind'))
  await expect(call).rejects.toThrow('changed my mind')
})

test('field names of another brand are translated in both directions', async () => {
  const { client, seen } = await serve([answer({ response: 'x', acme_filter: { acme_certified: true } })], {
    brand: 'acme',
  })
  const result = await client.ai.chat({
    messages: [{ role: 'user', content: 'acme_filter' }],
    svc_options: { filter_mode: 'strict' },
  })
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    messages: [{ role: 'user', content: 'acme_filter' }],
    acme_options: { filter_mode: 'strict' },
  })
  expect(result).toEqual({ response: 'x', svc_filter: { svc_certified: true } })
})

function events(...parts: [string, unknown][]): Handler {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(parts.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''))
  }
}

async function collect(stream: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const all: ChatEvent[] = []
  for await (const event of stream) all.push(event)
  return all
}

const question = { messages: [{ role: 'user' as const, content: 'Hello' }] }

test('a streamed answer is an async iterator', async () => {
  const { client, seen } = await serve([events(['delta', { text: 'Hi' }], ['result', { response: 'Hi' }])])
  expect(await collect(client.ai.streamChat(question))).toEqual([
    { type: 'delta', text: 'Hi' },
    { type: 'result', result: { response: 'Hi' } },
  ])
  expect(JSON.parse(seen[0]?.body ?? '').stream).toBe(true)
})

test('an error in the middle of a stream is thrown', async () => {
  const { client } = await serve([
    events(['delta', { text: 'Hi' }], ['error', { detail: 'provider died', status: 502 }]),
  ])
  await expect(collect(client.ai.streamChat(question))).rejects.toBeInstanceOf(ProviderError)
})

test('a stream that ends without a result is an error', async () => {
  const { client } = await serve([events(['delta', { text: 'Hi' }])])
  await expect(collect(client.ai.streamChat(question))).rejects.toBeInstanceOf(ConnectionError)
})

test('an event that is not JSON throws an error of this client’s class', async () => {
  const broken: Handler = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end('event: delta\ndata: {"text":\n\n')
  }
  const { client } = await serve([broken])
  await expect(collect(client.ai.streamChat(question))).rejects.toBeInstanceOf(ConnectionError)
})

test('the time that the reader takes between events does not count as silence of the service', async () => {
  let finish: () => void = () => {}
  const { client } = await serve([
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: delta\ndata: {"text":"Hi"}\n\n')
      finish = () => response.end('event: result\ndata: {"response":"Hi"}\n\n')
    },
  ])
  const seen: string[] = []
  for await (const event of client.ai.streamChat(question, { timeoutMs: 400 })) {
    seen.push(event.type)
    // Takes longer than the service may be silent.
    if (event.type === 'delta') await new Promise((resolve) => setTimeout(resolve, 600))
    finish()
  }
  expect(seen).toEqual(['delta', 'result'])
})

test('leaving the loop closes the connection', async () => {
  let hungUp: () => void = () => {}
  const gone = new Promise<void>((resolve) => {
    hungUp = resolve
  })
  const { client } = await serve([
    (_request, response) => {
      response.on('close', hungUp)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: delta\ndata: {"text":"Hi"}\n\n')
    },
  ])
  for await (const event of client.ai.streamChat(question)) {
    expect(event.type).toBe('delta')
    break
  }
  await gone
})

test('a redirect is rejected, so that the key is not sent to another address', async () => {
  const moved: Handler = (_request, response) => response.writeHead(302, { location: 'https://elsewhere.test/' }).end()
  const { client, seen } = await serve([moved])
  await expect(client.health()).rejects.toThrow(/redirects to https:\/\/elsewhere\.test\/.*Set baseUrl/)
  await expect(client.health()).rejects.toBeInstanceOf(ConnectionError)
  expect(seen).toHaveLength(2)
  const opaque = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' })
  const browser = new Equipoise({ baseUrl: '', fetch: async () => opaque })
  await expect(browser.health()).rejects.toThrow('The service redirects, and redirects are not followed')
})

test('uses no fetch options that Cloudflare Workers reject', async () => {
  // As workerd checks them.
  const fetchOfWorkers: typeof fetch = async (_url, init = {}) => {
    if (init.redirect !== undefined && init.redirect !== 'follow' && init.redirect !== 'manual')
      throw new TypeError(`Invalid redirect value, must be one of "follow" or "manual"`)
    for (const field of ['credentials', 'mode', 'referrer', 'keepalive', 'integrity'] as const)
      if (init[field] !== undefined)
        throw new Error(`The '${field}' field on 'RequestInitializerDict' is not implemented.`)
    return new Response('{"status":"ok"}')
  }
  const client = new Equipoise({ baseUrl: 'https://api.test', apiKey: 'svc_x', fetch: fetchOfWorkers })
  expect(await client.health()).toEqual({ status: 'ok' })
})
