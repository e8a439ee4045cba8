// Every route × every kind of credentials, held against sections 4 and 5 of the interface specification and the contract.
// What is expected is written down here, apart from what the routes state about themselves.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCOPES, type Scope } from '../src/accounts/accounts.ts'
import { makeKey, type Person, signUp, type TestKey } from './people.ts'
import { openService, type Service, TEST_SECRET } from './service.ts'

/** `anyone`: credentials are not looked at. `demo`: none are needed, bad ones are refused. `signed in`: no key will do.
 * `perhaps signed in`: nor is nobody refused. `administrator`: not everybody who is signed in, either. */
type Rule = 'anyone' | 'signed in' | 'perhaps signed in' | 'administrator' | { demo?: true; scopes: readonly Scope[] }

const COMPUTE: Rule = { demo: true, scopes: ['full', 'compute'] }
const COMPUTE_READING: Rule = { demo: true, scopes: ['full', 'compute', 'read-only'] }
const DRAW: Rule = { scopes: ['full', 'compute'] }
const DRAW_READING: Rule = { scopes: ['full', 'compute', 'read-only'] }
const AI: Rule = { scopes: ['full', 'ai'] }
const AI_READING: Rule = { scopes: ['full', 'ai', 'read-only'] }
const READING: Rule = { scopes: ['full', 'read-only'] }

const RULES: Record<string, Rule> = {
  'POST /compute': COMPUTE,
  'GET /sweep': COMPUTE_READING,
  'GET /sequence': COMPUTE_READING,
  'POST /draws': DRAW,
  'GET /.well-known/equipoise-signing-key': 'anyone',
  'POST /commitments': DRAW,
  'GET /commitments': DRAW_READING,
  'GET /commitments/:id': 'anyone',
  'POST /commitments/:id/reveal': DRAW,
  'POST /allocations': DRAW,
  'GET /allocations': DRAW_READING,
  'GET /allocations/:id': DRAW_READING,
  'POST /allocations/:id/assign': DRAW,
  'POST /allocations/:id/close': DRAW,
  'GET /allocations/:id/assignments': DRAW_READING,
  'GET /allocations/:id/export': DRAW_READING,
  'POST /ai/chat': AI,
  'POST /ai/analyze': AI,
  'POST /ai/proxy': AI,
  'POST /ai/analyze/batch': AI,
  'POST /ai/neutralise': AI,
  'GET /ai/words': AI_READING,
  'PUT /ai/words': AI,
  'POST /ai/guardrails/portkey': AI,
  'POST /beta/litellm_basic_guardrail_api': AI,
  'POST /v1/moderations': AI,
  'POST /v2/check': AI,
  'GET /v2/languages': 'anyone',
  'POST /mcp': AI,
  'POST /try/analyze': 'anyone',
  'POST /v1/chat/completions': AI,
  'POST /v1/responses': AI,
  'POST /v1/messages': AI,
  'POST /v1/embeddings': AI,
  'GET /v1/models': AI_READING,
  'GET /v1/models/:id': AI_READING,
  'GET /api-keys': 'signed in',
  'POST /api-keys': 'signed in',
  'POST /keys/create': 'signed in',
  'DELETE /api-keys/:key_id': 'signed in',
  'PATCH /api-keys/:key_id': 'signed in',
  'POST /api-keys/:key_id/rotate': 'signed in',
  'GET /usage/stats': READING,
  'GET /usage/months': READING,
  'POST /billing/checkout': 'signed in',
  'POST /billing/topup': 'signed in',
  'GET /billing/topups': READING,
  'POST /billing/cancel': 'signed in',
  'POST /billing/resume': 'signed in',
  'POST /billing/portal': 'signed in',
  'GET /billing/subscription': 'signed in',
  'GET /billing/history': 'signed in',
  'POST /billing/webhook': 'anyone',
  'GET /sandbox/style.css': 'anyone',
  'GET /sandbox/checkout/:id': 'anyone',
  'POST /sandbox/checkout/:id': 'anyone',
  'GET /sandbox/portal/:id': 'anyone',
  'POST /sandbox/portal/:id': 'anyone',
  'POST /auth/register': 'anyone',
  'POST /auth/login': 'anyone',
  'POST /auth/forgot': 'anyone',
  'POST /auth/reset': 'anyone',
  'POST /auth/invitation/look': 'anyone',
  'POST /auth/invitation': 'signed in',
  'POST /auth/verify': 'perhaps signed in',
  'POST /auth/verify/resend': 'signed in',
  'GET /auth/identities': 'signed in',
  'DELETE /auth/identities/:id': 'signed in',
  'GET /auth/second-factor': 'signed in',
  'POST /auth/second-factor': 'signed in',
  'POST /auth/second-factor/confirm': 'signed in',
  'DELETE /auth/second-factor': 'signed in',
  'POST /auth/logout': 'signed in',
  'POST /auth/password': 'signed in',
  'GET /auth/me': 'signed in',
  'GET /auth/session': 'perhaps signed in',
  'PATCH /auth/me': 'signed in',
  'POST /auth/email': 'signed in',
  'DELETE /auth/me': 'signed in',
  'GET /auth/me/audit': 'signed in',
  'GET /auth/me/notices': 'signed in',
  'PATCH /auth/me/notices': 'signed in',
  'GET /auth/me/export': 'signed in',
  'GET /auth/sessions': 'signed in',
  'DELETE /auth/sessions/:id': 'signed in',
  'GET /admin/accounts': 'administrator',
  'GET /admin/accounts/:id': 'administrator',
  'POST /admin/accounts/:id/disable': 'administrator',
  'POST /admin/accounts/:id/enable': 'administrator',
  'POST /admin/accounts/:id/verify-email': 'administrator',
  'POST /admin/accounts/:id/sign-out': 'administrator',
  'POST /admin/accounts/:id/second-factor/remove': 'administrator',
  'POST /admin/accounts/:id/identities/:identity_id/remove': 'administrator',
  'DELETE /admin/accounts/:id': 'administrator',
  'POST /admin/accounts/:id/plan': 'administrator',
  'POST /admin/accounts/:id/grant': 'administrator',
  'POST /admin/accounts/:id/role': 'administrator',
  'POST /admin/accounts/:id/reset-link': 'administrator',
  'POST /admin/accounts/:id/keys/:key_id/revoke': 'administrator',
  'GET /admin/overview': 'administrator',
  'GET /admin/log': 'administrator',
  'GET /admin/plans': 'administrator',
  'GET /admin/invitations': 'administrator',
  'POST /admin/invitations': 'administrator',
  'DELETE /admin/invitations/:id': 'administrator',
  'POST /newsletter/subscribe': 'anyone',
  'GET /newsletter/confirm': 'anyone',
  'POST /newsletter/confirm': 'anyone',
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
}

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

/** The same session, signed with the right secret, a second too late. */
function expired(token: string): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), exp: Math.floor(Date.now() / 1000) - 1 }
  const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${input}.${createHmac('sha256', TEST_SECRET).update(input).digest('base64url')}`
}

/** 401, 403, or `in` for whatever comes after the gate: an empty body is refused by the route itself. */
let knocks = 0

async function knock(route: string, headers: Record<string, string> = {}): Promise<401 | 403 | 'in'> {
  const [method = 'GET', pattern = '/'] = route.split(' ')
  const url = pattern.replace(/:\w+/g, '999999999').replace('*', 'x')
  // Each from an address of its own: too many failures from one are 429. Metrics are for this machine alone.
  const remoteAddress = route === 'GET /metrics' ? '127.0.0.1' : `198.51.100.${knocks++ % 256}`
  const answer = await service.app.inject({ method: method as 'GET', url, headers, remoteAddress })
  if (answer.statusCode === 401 && route !== 'GET /metrics') expect(answer.headers['www-authenticate']).toBe('Bearer')
  return answer.statusCode === 401 || answer.statusCode === 403 ? answer.statusCode : 'in'
}

function expectedFor(rule: Rule) {
  const takesKeys = typeof rule === 'object'
  const byScope = (scope: Scope) => (takesKeys ? (rule.scopes.includes(scope) ? 'in' : 403) : 401)
  return {
    none: rule === 'perhaps signed in' || (takesKeys && rule.demo) ? 'in' : 401,
    bad: 401,
    scopes: Object.fromEntries(SCOPES.map((scope) => [scope, byScope(scope)])),
    token: rule === 'administrator' ? 403 : 'in',
  }
}

const WELCOME = { none: 'in', bad: 'in', scopes: Object.fromEntries(SCOPES.map((scope) => [scope, 'in'])), token: 'in' }

test('every route of the service has a row in this table, and every row a route', () => {
  expect(routes().sort()).toEqual(Object.keys(RULES).sort())
})

function routes(): string[] {
  const own = service.app.accessTable.filter(({ method, url }) => method !== 'HEAD' && !url.includes('*'))
  return [...new Set(own.map(({ method, url }) => `${method} ${url}`))]
}

describe('who may call', () => {
  test.each(Object.entries(RULES))('%s', async (route, rule) => {
    const wanted = rule === 'anyone' ? WELCOME : expectedFor(rule)
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

test('a key where only a signed-in person may go is told so in words', async () => {
  const answer = await service.app.inject({ url: '/api-keys', headers: keys.full.headers })
  expect([answer.statusCode, answer.json().detail]).toEqual([
    401,
    'An API key is the wrong kind of credential here: sign in and send the token.',
  ])
})

test('unknown, revoked and expired get the same words', async () => {
  const texts = await Promise.all(
    Object.values(bad).map(
      async (headers) =>
        (await service.app.inject({ url: '/usage/stats', headers, remoteAddress: '192.0.2.77' })).json().detail,
    ),
  )
  expect(new Set(texts).size).toBe(1)
})
