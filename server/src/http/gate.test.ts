import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openGatedApp, signalled } from '../../test/gated-app.ts'
import type { Accounts, Caller, Credential } from '../accounts/accounts.ts'
import { ApiError } from '../ground/errors.ts'
import { createRateLimiter } from '../usage/usage.ts'
import { type App, callerGone } from './http.ts'

const KNOWN: Caller = { accountId: 7, email: 'a@b.example', plan: 'free', kind: 'key', scope: 'full', keyId: 3 }

async function gated(caller: Partial<Caller> | undefined = KNOWN) {
  const asked: Credential[] = []
  const options: Parameters<Accounts['identify']>[1][] = []
  const { app, balance } = await openGatedApp(async (credential, how) => {
    asked.push(credential)
    options.push(how)
    const jwt = credential.kind === 'jwt' && credential.text === 'good.token'
    if (!jwt && credential.text !== 'svc_good') return undefined
    return { ...KNOWN, ...caller, kind: credential.kind }
  })
  return { app, balance, asked, options }
}

function addWork(app: App, work: () => Promise<unknown> = async () => ({ ok: true })) {
  const access = {
    credentials: 'optional',
    kinds: ['jwt', 'key'],
    area: 'compute',
    meter: { name: 'compute', units: () => 5 },
  } as const
  app.post('/work', { config: { access }, schema: { body: z.object({ n: z.number() }) } }, work)
}

const key = { 'x-api-key': 'svc_good' }
const payload = { n: 1 }

test('a route that does not state its access cannot be registered', async () => {
  const { app } = await gated()
  expect(() => app.get('/forgotten', async () => 'x')).toThrow('GET /forgotten does not state its access')
})

test('a key is accepted in X-Api-Key and as a bearer, a token as a bearer and in the cookie', async () => {
  const { app, asked } = await gated()
  addWork(app)
  const sent: Record<string, string>[] = [
    key,
    { authorization: 'Bearer svc_good' },
    { authorization: 'bearer good.token' },
    { cookie: 'other=1; svc_session=good.token', origin: 'https://equipoise.example' },
  ]
  for (const headers of sent) {
    expect((await app.inject({ method: 'POST', url: '/work', headers, payload })).statusCode).toBe(200)
  }
  expect(asked.map(({ kind }) => kind)).toEqual(['key', 'key', 'jwt', 'jwt'])
})

test('invalid credentials are rejected even if none are needed, before the body is read', async () => {
  const { app } = await gated()
  addWork(app)
  const sent: Record<string, string>[] = [
    { 'x-api-key': 'svc_bad' },
    { authorization: 'Bearer x' },
    { authorization: 'Basic x' },
    { authorization: '' },
  ]
  for (const headers of sent) {
    const answer = await app.inject({ method: 'POST', url: '/work', headers, payload: 'not json' })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
})

test('valid credentials do not excuse invalid ones beside them', async () => {
  const { app } = await gated()
  addWork(app)
  const sent: [number, Record<string, string>][] = [
    [200, { authorization: 'Bearer good.token', 'x-api-key': 'svc_good' }],
    [401, { authorization: 'Bearer good.token', 'x-api-key': 'svc_bad' }],
    [401, { authorization: 'Bearer x', 'x-api-key': 'svc_good' }],
    [401, { authorization: 'Bearer good.token', 'x-api-key': '' }],
    [200, { authorization: 'Bearer good.token', cookie: 'svc_session=stale' }],
  ]
  for (const [status, headers] of sent) {
    expect((await app.inject({ method: 'POST', url: '/work', headers, payload })).statusCode).toBe(status)
  }
})

test('an error carries the version of the contract too', async () => {
  const { app } = await gated()
  addWork(app)
  const rejected = await app.inject({ method: 'POST', url: '/work', headers: { 'x-api-key': 'svc_bad' }, payload })
  expect(rejected.headers['x-api-version']).toMatch(/^\d+\.\d+\.\d+$/)
})

test('with the cookie, a changing request must come from our own pages', async () => {
  const { app } = await gated()
  addWork(app)
  for (const origin of [undefined, 'https://evil.example', 'null']) {
    const headers = { cookie: 'svc_session=good.token', ...(origin ? { origin } : {}) }
    expect((await app.inject({ method: 'POST', url: '/work', headers, payload })).statusCode).toBe(403)
  }
})

test('a key outside its scope is rejected before its body is read', async () => {
  const { app } = await gated({ scope: 'ai' })
  addWork(app)
  const answer = await app.inject({ method: 'POST', url: '/work', headers: key, payload: '{' })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    403,
    'The scope "ai" of this key does not allow POST /work',
  ])
})

test('the rate limit of the plan is enforced and shown in the headers', async () => {
  const { app } = await gated()
  addWork(app)
  const call = () => app.inject({ method: 'POST', url: '/work', headers: key, payload })
  const first = await call()
  expect(first.headers).toMatchObject({ 'ratelimit-limit': '600', 'ratelimit-remaining': '599' })
  for (let i = 1; i < 600; i++) await call()
  const rejected = await call()
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '1'])
})

test('a rejected caller sees the rate limit too, without using it up', async () => {
  const { app } = await gated({ scope: 'ai' })
  addWork(app)
  app.get('/open', { config: { access: 'open' } }, async () => ({ ok: true }))
  const wrong = { 'x-api-key': 'svc_bad' }
  const errors: [number, Record<string, string>][] = [
    [401, wrong],
    [401, wrong],
    [403, key],
    [403, { cookie: 'svc_session=good.token' }],
  ]
  for (const [status, headers] of errors) {
    const answer = await app.inject({ method: 'POST', url: '/work', headers, payload })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'ratelimit-limit': '600',
      'ratelimit-remaining': '600',
      'ratelimit-reset': '1',
    })
  }
  expect((await app.inject('/open')).headers['ratelimit-remaining']).toBe('599')
})

test('a key outside its scope sees the rate limit of its plan', async () => {
  const { app } = await gated({ scope: 'ai', plan: 'pro' })
  addWork(app)
  const answer = await app.inject({ method: 'POST', url: '/work', headers: key, payload })
  expect([answer.statusCode, answer.headers['ratelimit-limit']]).toEqual([403, '3000'])
})

test('all addresses of one IPv6 network share the rate limit of an anonymous caller', async () => {
  const { app } = await gated()
  addWork(app)
  const left = async (remoteAddress: string) =>
    (await app.inject({ method: 'POST', url: '/work', payload, remoteAddress })).headers['ratelimit-remaining']
  expect([await left('2001:db8:1:2::a'), await left('2001:db8:1:2::b'), await left('2001:db8:1:3::a')]).toEqual([
    '599',
    '598',
    '599',
  ])
})

test('invalid input costs nothing, valid input costs its units', async () => {
  const { app, balance } = await gated()
  addWork(app)
  expect((await app.inject({ method: 'POST', url: '/work', headers: key, payload: {} })).statusCode).toBe(422)
  expect(balance).toEqual({ taken: 0, returned: 0 })
  await app.inject({ method: 'POST', url: '/work', headers: key, payload })
  expect(balance).toEqual({ taken: 5, returned: 0 })
})

test('anonymous callers are not metered', async () => {
  const { app, balance } = await gated()
  addWork(app)
  expect((await app.inject({ method: 'POST', url: '/work', payload })).statusCode).toBe(200)
  expect(balance.taken).toBe(0)
})

test('failed work is refunded, and the cause goes to the log only', async () => {
  const { app, balance } = await gated()
  addWork(app, async () => {
    throw new Error('a secret detail')
  })
  const answer = await app.inject({ method: 'POST', url: '/work', headers: key, payload })
  expect([answer.statusCode, answer.json()]).toEqual([500, { detail: 'Internal server error' }])
  expect(balance).toEqual({ taken: 5, returned: 5 })
})

test('an error response is sent even if its refund fails, and the process continues', async () => {
  const refundAfter = Promise.reject(new Error('it cannot'))
  refundAfter.catch(() => {})
  const { app } = await openGatedApp(async () => KNOWN, { refundAfter })
  addWork(app, async () => {
    throw new ApiError('unavailable', 'Not now.')
  })
  const answer = await app.inject({ method: 'POST', url: '/work', headers: key, payload })
  expect([answer.statusCode, answer.json()]).toEqual([503, { detail: 'Not now.' }])
})

test('work that has started and runs out of time stays charged', async () => {
  const { app, balance } = await gated()
  addWork(app, async () => {
    throw new ApiError('timed_out', 'Too late.', { keepsCharge: true })
  })
  expect((await app.inject({ method: 'POST', url: '/work', headers: key, payload })).statusCode).toBe(504)
  expect(balance).toEqual({ taken: 5, returned: 0 })
})

test('a route with its own error handler cannot be registered', async () => {
  const { app } = await gated()
  const options = { config: { access: 'open' }, errorHandler: () => {} } as const
  expect(() => app.get('/own', options, async () => 'x')).toThrow('state config.formatError instead')
})

test('an error response does not wait for a refund in a database that hangs, and the refund still happens', async () => {
  const frozen = signalled()
  const { app, balance, returned } = await openGatedApp(async () => KNOWN, { refundAfter: frozen.promise })
  addWork(app, async () => {
    throw new Error('it failed')
  })
  const answer = await app.inject({ method: 'POST', url: '/work', headers: key, payload })
  expect([answer.statusCode, balance]).toEqual([500, { taken: 5, returned: 0 }])
  frozen.resolve()
  await returned
  expect(balance).toEqual({ taken: 5, returned: 5 })
})

test('a caller that hangs up while the work is done is charged', async () => {
  const { app, balance } = await gated()
  const started = signalled()
  const gone = signalled()
  const access = {
    credentials: 'required',
    kinds: ['key'],
    area: 'compute',
    meter: { name: 'compute', units: () => 5 },
  } as const
  app.post('/slow', { config: { access } }, async (_request, reply) => {
    const signal = callerGone(reply)
    started.resolve()
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    reply.raw.once('close', () => gone.resolve())
    setImmediate(() => gone.resolve())
    return { late: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const controller = new AbortController()
  const call = fetch(`http://127.0.0.1:${port}/slow`, {
    method: 'POST',
    headers: key,
    signal: controller.signal,
  }).catch(() => 'aborted')
  await started.promise
  controller.abort()
  expect(await call).toBe('aborted')
  await gone.promise
  await app.close()
  expect(balance).toEqual({ taken: 5, returned: 0 })
})

test('a connection that is closed before its request is read causes no work and no error of ours', async () => {
  const { app, balance, asked } = await gated()
  addWork(app)
  app.get('/page', { config: { access: 'public' } }, async () => 'a page')
  // Such a connection has no address.
  app.server.prependListener('request', ({ socket }) => {
    Object.defineProperty(socket, 'remoteAddress', { value: undefined })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const headers = { ...key, 'content-type': 'application/json' }
  const work = await fetch(`${url}/work`, { method: 'POST', headers, body: JSON.stringify(payload) })
  const page = await fetch(`${url}/page`)
  await app.close()
  expect([work.status, page.status]).toEqual([499, 499])
  expect([asked, balance]).toEqual([[], { taken: 0, returned: 0 }])
})

test('public routes and unknown paths are rate-limited by address, with a separate count', async () => {
  const limiter = createRateLimiter(() => 0)
  const { app } = await openGatedApp(async () => undefined, { limiter })
  app.get('/page', { config: { access: 'public' } }, async () => 'a page')
  app.get('/call', { config: { access: 'open' } }, async () => 'a call')
  while (limiter.take('public:192.0.2.1', 6_000).allowed);
  const get = (url: string, remoteAddress = '192.0.2.1') => app.inject({ url, remoteAddress })
  const rejected = await get('/page')
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([429, '1'])
  expect((await get('/no-such-path')).statusCode).toBe(429)
  expect((await get('/call')).statusCode).toBe(200)
  const other = await get('/page', '192.0.2.2')
  expect([other.statusCode, other.headers['ratelimit-limit']]).toEqual([200, '6000'])
})

test('invalid credentials are also limited over all networks that one customer may have', async () => {
  const { app } = await gated()
  addWork(app)
  const post = (remoteAddress: string, headers = { 'x-api-key': 'svc_bad' }) =>
    app.inject({ method: 'POST', url: '/work', headers, payload, remoteAddress })
  for (let at = 0; at < 240; at++) expect((await post(`2001:db8:1:${at.toString(16)}::1`)).statusCode).toBe(401)
  expect((await post('2001:db8:1:ffff::1')).statusCode).toBe(429)
  expect((await post('2001:db8:2:ffff::1')).statusCode).toBe(401)
  expect((await post('2001:db8:1:ffff::1', { 'x-api-key': 'svc_good' })).statusCode).toBe(200)
})

describe('after 60 requests with invalid credentials in a minute from one address', () => {
  const addresses = { remoteAddress: '192.0.2.9' }
  async function exhausted() {
    const opened = await gated()
    addWork(opened.app)
    const post = (headers: Record<string, string>, from = addresses) =>
      opened.app.inject({ method: 'POST', url: '/work', headers, payload: { n: 1 }, ...from })
    for (let failure = 0; failure < 60; failure++) expect((await post({ 'x-api-key': 'svc_bad' })).statusCode).toBe(401)
    return { ...opened, post }
  }

  test('further ones get 429 without a look-up', async () => {
    const { post, options } = await exhausted()
    const rejected = await post({ authorization: 'Bearer svc_bad' })
    expect([rejected.statusCode, rejected.json().detail]).toEqual([429, expect.stringContaining('invalid credentials')])
    expect(rejected.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-limit': '60' })
    expect(options.at(-1)).toMatchObject({ address: '192.0.2.9' })
    expect(options.at(-1)?.onlyRemembered?.()).toBe(true)
  })

  test('known callers, callers without credentials and other addresses are still served', async () => {
    const { post } = await exhausted()
    expect((await post(key)).statusCode).toBe(200)
    expect((await post({})).statusCode).toBe(200)
    expect((await post({ 'x-api-key': 'svc_bad' }, { remoteAddress: '192.0.2.10' })).statusCode).toBe(401)
  })
})

test('a route cannot offer HEAD if GET costs units', async () => {
  const { app } = await gated()
  const access = {
    credentials: 'required',
    kinds: ['key'],
    area: 'compute',
    meter: { name: 'compute', units: () => 1 },
  } as const
  expect(() => app.get('/costly', { config: { access } }, async () => 'x')).toThrow('exposeHeadRoute')
  app.get('/costly-too', { config: { access }, exposeHeadRoute: false }, async () => 'x')
  const head = await app.inject({ method: 'HEAD', url: '/costly-too' })
  expect([head.statusCode, head.headers.allow]).toEqual([405, 'GET'])
})
