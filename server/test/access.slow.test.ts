// Every route × every kind of credentials. The expectations of the specification (sections 4 and 5) and the contract, and those for
// routes outside the API document, are written here independently of the routes; all others come from each route's Operation.
import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../src/accounts/accounts.ts'
import type { AccessWords } from '../src/http/http.ts'
import { makeKey, type Person, signUp, type TestKey } from './people.ts'
import { openService, type Service, TEST_SECRET } from './service.ts'

const PROGRAMS = ['../../docs', '../../clients/python']
  .flatMap((folder) => readdirSync(new URL(folder, import.meta.url)))
  .filter((name) => name.endsWith('.py'))

const CONTRACT: Record<string, AccessWords> = {
  'POST /compute': 'anonymous, or scope compute',
  'GET /sweep': 'anonymous, or scope compute or read-only',
  'GET /sequence': 'anonymous, or scope draws or read-only',
  'POST /draws': 'scope draws',
  'GET /.well-known/equipoise-signing-key': 'anyone',
  'POST /commitments': 'scope draws',
  'GET /commitments': 'scope draws or read-only',
  'GET /commitments/:id': 'anyone',
  'POST /commitments/:id/reveal': 'scope draws',
  'POST /allocations': 'scope draws',
  'GET /allocations': 'scope draws or read-only',
  'GET /allocations/:id': 'scope draws or read-only',
  'POST /allocations/:id/assign': 'scope draws',
  'POST /allocations/:id/close': 'scope draws',
  'GET /allocations/:id/assignments': 'scope draws or read-only',
  'GET /allocations/:id/export': 'scope draws or read-only',
  'POST /audits': 'scope ai',
  'GET /audits': 'scope ai or read-only',
  'GET /audits/:id': 'scope ai or read-only',
  'POST /ai/chat': 'scope ai',
  'POST /ai/analyze': 'scope ai',
  'POST /ai/proxy': 'scope ai',
  'POST /ai/analyze/batch': 'scope ai',
  'POST /ai/neutralise': 'scope ai',
  'GET /ai/words': 'scope ai or read-only',
  'PUT /ai/words': 'scope ai',
  'POST /ai/guardrails/portkey': 'scope ai',
  'POST /ai/guardrails/agentgateway/request': 'scope ai',
  'POST /ai/guardrails/agentgateway/response': 'scope ai',
  'POST /ai/guardrails/envoy': 'scope ai',
  'GET /ai/guardrails/envoy': 'scope ai or read-only',
  'POST /beta/litellm_basic_guardrail_api': 'scope ai',
  'POST /v1/moderations': 'scope ai',
  'POST /v2/check': 'scope ai',
  'GET /v2/languages': 'anyone',
  'POST /mcp': 'scope ai',
  'POST /try/analyze': 'anyone',
  'POST /v1/chat/completions': 'scope ai',
  'POST /v1/responses': 'scope ai',
  'GET /v1/responses': 'scope ai or read-only',
  'POST /v1/messages': 'scope ai',
  'GET /v1/models': 'scope ai or read-only',
  'GET /v1/models/:id': 'scope ai or read-only',
  'GET /api-keys': 'signed in',
  'POST /api-keys': 'signed in',
  'POST /keys/create': 'signed in',
  'DELETE /api-keys/:key_id': 'signed in',
  'GET /usage/stats': 'scope read-only',
  'POST /billing/checkout': 'signed in',
  'POST /billing/topup': 'signed in',
  'GET /billing/topups': 'scope read-only',
  'POST /billing/cancel': 'signed in',
  'POST /billing/portal': 'signed in',
  'POST /billing/webhook': 'anyone',
  'GET /sandbox/style.css': 'anyone',
  'GET /sandbox/checkout/:id': 'anyone',
  'POST /sandbox/checkout/:id': 'anyone',
  'GET /sandbox/portal/:id': 'anyone',
  'POST /sandbox/portal/:id': 'anyone',
  'GET /sandbox/customer/:id': 'anyone',
  'POST /sandbox/customer/:id': 'anyone',
  'GET /sandbox/receipt/:id': 'anyone',
  'GET /docs/api/:page': 'anyone',
  'POST /auth/register': 'anyone',
  'POST /auth/login': 'anyone',
  'POST /auth/forgot': 'anyone',
  'POST /auth/reset': 'anyone',
  'POST /auth/logout': 'signed in',
  'POST /auth/password': 'signed in',
  'GET /auth/me': 'signed in',
  'DELETE /auth/me': 'signed in',
  'GET /auth/me/export': 'signed in',
  'POST /newsletter/subscribe': 'anyone',
  'GET /newsletter/confirm': 'anyone',
  'GET /newsletter/unsubscribe': 'anyone',
  'POST /newsletter/unsubscribe': 'anyone',
  'GET /plans': 'anyone',
  'GET /brand': 'anyone',
  'GET /health': 'anyone',
  'GET /health/live': 'anyone',
  'GET /health/ready': 'anyone',
  'GET /metrics': 'anyone',
  'GET /openapi.json': 'anyone',
  'GET /docs': 'anyone',
  'GET /docs/style.css': 'anyone',
  'GET /docs/page.js': 'anyone',
  'GET /docs/guide/:page': 'anyone',
  'GET /docs/:page': 'anyone',
  'GET /llms.txt': 'anyone',
  'GET /changelog.xml': 'anyone',
  'GET /SHA256SUMS': 'anyone',
  ...Object.fromEntries(PROGRAMS.map((name) => [`GET /${name}`, 'anyone'])),
}

/** `GET /keys/:id` for every operation of the API document. */
const documented = (() => {
  const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
  return Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
})()

let service: Service
let person: Person
let keys: Record<Scope, TestKey>
let bad: Record<string, Record<string, string>>

beforeAll(async () => {
  service = await openService()
  person = await signUp(service.app)
  const made = await Promise.all(
    SCOPES.map(async (scope) => [scope, await makeKey(service.app, person, scope)] as const),
  )
  keys = Object.fromEntries(made) as Record<Scope, TestKey>
  const revoked = await makeKey(service.app, person)
  await service.app.inject({ method: 'DELETE', url: `/api-keys/${revoked.id}`, headers: person.headers })
  bad = {
    'a wrong key': { 'x-api-key': `svc_${'0'.repeat(49)}` },
    'a revoked key': revoked.headers,
    'a revoked key as a bearer': { authorization: `Bearer ${revoked.key}` },
    'an expired token': { authorization: `Bearer ${expired(person.token)}` },
    'a stale cookie': { cookie: `svc_session=${expired(person.token)}`, origin: 'http://127.0.0.1:8080' },
    'something else': { authorization: 'Basic dXNlcjpwYXNz' },
  }
})
afterAll(() => service.close())

/** The same session with the right signature, expired a second ago. */
function expired(token: string): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: Math.floor(Date.now() / 1000) - 1 }
  const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${input}.${createHmac('sha256', TEST_SECRET).update(input).digest('base64url')}`
}

/** 401, 403, or `in` for whatever comes after the gate: an empty body is rejected by the route itself. */
let knocks = 0

async function knock(route: string, headers: Record<string, string> = {}): Promise<401 | 403 | 'in'> {
  const [method = 'GET', pattern = '/'] = route.split(' ')
  const url = pattern.replace(/:\w+/g, '999999999').replace('*', 'x')
  // Each request comes from another address: too many failures from one are 429. Metrics are only for this machine.
  const remoteAddress = route === 'GET /metrics' ? '127.0.0.1' : `198.51.100.${knocks++ % 256}`
  const answer = await service.app.inject({ method: method as 'GET', url, headers, remoteAddress })
  if (answer.statusCode === 401 && route !== 'GET /metrics') expect(answer.headers['www-authenticate']).toBe('Bearer')
  return answer.statusCode === 401 || answer.statusCode === 403 ? answer.statusCode : 'in'
}

const WELCOME = { none: 'in', bad: 'in', scopes: Object.fromEntries(SCOPES.map((scope) => [scope, 'in'])), token: 'in' }

/** `anyone`: credentials are ignored. `anonymous, or …`: optional, but invalid ones are rejected. Without a scope, no key is accepted. */
function expectedFor(words: AccessWords) {
  if (words === 'anyone') return WELCOME
  const [, named] = /scope (.*)$/.exec(words) ?? []
  const scopes = named === undefined ? [] : ['full', ...named.split(' or ')]
  const byScope = (scope: Scope) => (named === undefined ? 401 : scopes.includes(scope) ? 'in' : 403)
  return {
    none: /^anonymous, or|if at all$/.test(words) ? 'in' : 401,
    bad: 401,
    scopes: Object.fromEntries(SCOPES.map((scope) => [scope, byScope(scope)])),
    token: words === 'administrator' ? 403 : 'in',
  }
}

test('every route is an operation that states its access, or has a row in this table; every row has a route', () => {
  const all = routes()
  expect([...new Set([...all.keys(), ...Object.keys(CONTRACT)])].sort()).toEqual([...all.keys()].sort())
  for (const [route, { words, hidden }] of all) {
    if (hidden) expect([route, CONTRACT[route]]).not.toEqual([route, undefined])
    else expect([route, words]).toEqual([route, CONTRACT[route] ?? words ?? 'an access in words'])
  }
  const visible = [...all].filter(([, { hidden }]) => !hidden).map(([route]) => route)
  expect(visible.sort()).toEqual(documented.toSorted())
})

test('everything under /admin is for administrators, as the contract says', () => {
  const rest = [...routes()].filter(([route, { words }]) => / \/admin\//.test(route) && words !== 'administrator')
  expect(rest).toEqual([])
})

function routes(): Map<string, { words: AccessWords | undefined; hidden: boolean }> {
  const own = service.app.accessTable.filter(({ method, url }) => method !== 'HEAD' && !url.includes('*'))
  return new Map(
    own.map(({ method, url, schema }) => [
      `${method} ${url}`,
      { words: schema?.access, hidden: schema?.hide === true },
    ]),
  )
}

describe('who may call', () => {
  test.each([...new Set([...Object.keys(CONTRACT), ...documented])])('%s', async (route) => {
    const wanted = expectedFor(CONTRACT[route] ?? routes().get(route)?.words ?? 'administrator')
    expect({ none: await knock(route) }).toEqual({ none: wanted.none })
    for (const [what, headers] of Object.entries(bad)) {
      expect({ [what]: await knock(route, headers) }).toEqual({ [what]: wanted.bad })
    }
    for (const scope of SCOPES) {
      const { headers, key } = keys[scope]
      expect({ [scope]: await knock(route, headers) }).toEqual({ [scope]: wanted.scopes[scope] })
      expect({ [scope]: await knock(route, { authorization: `Bearer ${key}` }) }).toEqual({
        [scope]: wanted.scopes[scope],
      })
    }
    const visitor = await signUp(service.app)
    expect({ token: await knock(route, visitor.headers) }).toEqual({ token: wanted.token })
  })
})

test('the error for a key on a route for signed-in people explains it', async () => {
  const answer = await service.app.inject({ url: '/api-keys', headers: keys.full.headers })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    401,
    'An API key is the wrong kind of credential here: sign in and send the token.',
  ])
})

test('unknown, revoked and expired credentials get the same error', async () => {
  const texts = await Promise.all(
    Object.values(bad).map(
      async (headers) =>
        (await service.app.inject({ url: '/usage/stats', headers, remoteAddress: '192.0.2.77' })).json().detail,
    ),
  )
  expect(new Set(texts).size).toBe(1)
})
