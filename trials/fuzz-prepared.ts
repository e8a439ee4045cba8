// For every operation, a request that should succeed: from somebody who is allowed, about something that exists, with a fresh token from
// an email. The document's example body and the route's `sample` are enough for most operations; the rest have rows in `PREPARE`.
import { createHmac, randomUUID } from 'node:crypto'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { PASSWORD, type Person, signUp } from '../server/test/people.ts'
import { TEST_SECRET } from '../server/test/service.ts'
import type { FuzzRequest, Operation } from './fuzz-requests.ts'
import type { FuzzedService } from './fuzzed-service.ts'

type Fields = Readonly<Record<string, unknown>>

interface Prepared {
  /** Of the path and the query. */
  readonly parameters?: Readonly<Record<string, string | number>>
  readonly body?: Fields | string
  readonly headers?: Record<string, string>
}

interface Scene {
  readonly service: FuzzedService
  /** A new account on the largest plan, with a confirmed address. */
  readonly person: Person
  readonly administrator: Person
  /** Sends a request as the person, or as the administrator; throws if it fails. */
  ask(method: string, url: string, payload?: Fields): Promise<Fields>
  administer(method: string, url: string, payload?: Fields): Promise<Fields>
}

interface Preparing {
  readonly service: FuzzedService
  readonly administrator: Person
  /** Different IP addresses, so that none reaches a rate limit. */
  readonly address: () => Record<string, string>
}

export async function prepareRequest(
  operation: Operation,
  { service, administrator, address }: Preparing,
): Promise<FuzzRequest> {
  const { method, path, parameters = [], requestBody } = operation
  const person = await newPerson(service, address())
  // Each request comes from another address: rate limits per address are not tested here.
  const ask = asking(service, () => ({ ...person.headers, ...address() }))
  const scene = { service, person, administrator, ask, administer: asking(service, () => administrator.headers) }
  const prepared = (await PREPARE[`${method} ${path}`]?.(scene)) ?? {}
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const own = path.startsWith('/admin') ? administrator : person
  const headers: Record<string, string> = { ...own.headers, ...address(), ...(type && { 'content-type': type }) }
  const query = parameters
    .filter((one) => one.in === 'query' && (one.required || prepared.parameters?.[one.name] !== undefined))
    .map(
      ({ name, schema }) =>
        `${name}=${encodeURIComponent(String(prepared.parameters?.[name] ?? schema.example ?? 0.5))}`,
    )
  const inCode = path.replace(/\{(\w+)\}/g, ':$1')
  const { sample } = service.app.accessTable.find((one) => one.method === method && one.url === inCode)?.schema ?? {}
  const inPath = { ...sample, ...prepared.parameters }
  const url = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(inPath[name] ?? '')))
  return {
    method,
    url: query.length > 0 ? `${url}?${query.join('&')}` : url,
    headers: { ...headers, ...prepared.headers },
    payload: payloadOf(prepared.body ?? (media?.example as Fields | undefined), type),
  }
}

function payloadOf(body: Fields | string | undefined, type = 'application/json'): string | undefined {
  if (body === undefined || typeof body === 'string') return body
  if (type === 'application/json') return JSON.stringify(body)
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)])).toString()
}

async function newPerson(service: FuzzedService, address: Record<string, string>): Promise<Person> {
  const person = await signUp(service.app, `${randomUUID()}@example.org`, address)
  await service.sql`update accounts set plan = 'enterprise_xl', email_verified_at = now() where id = ${person.id}`
  return person
}

function asking({ app }: FuzzedService, headersOf: () => Record<string, string>) {
  return async (method: string, url: string, payload?: Fields): Promise<Fields> => {
    const answer = await app.inject({
      method: method as 'POST',
      url,
      headers: headersOf(),
      ...(payload ? { payload } : {}),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
}

const REASON = { reason: 'Asked for by email, ticket 4711' }
/** The least that is a report. */
const REPORT = {
  type: 'equipoise-audit/1',
  source: 'supplied',
  conclusion: { conclusion: 'undecided', sentence: 'Nothing can be said.', remarks: [] },
  results: { measures: [] },
  receipt: {},
}
const RECORDED = { pairs: [{ topic: 't', prompt_a: 'a', prompt_b: 'b', answer_a: 'a', answer_b: 'b' }] }
/** Nothing is sent: a network that tests run in does not resolve it. */
const RECEIVER = { url: 'https://receiver.invalid/' }
const ARMS = { arms: [{ name: 'a' }, { name: 'b' }], name: 'Study' }

const PREPARE: Readonly<Record<string, (scene: Scene) => Promise<Prepared>>> = {
  'GET /commitments/{id}': withCommitment,
  'POST /commitments/{id}/reveal': withCommitment,
  'DELETE /commitments/{id}': async (scene) => {
    const { parameters = {} } = await withCommitment(scene)
    await scene.ask('POST', `/commitments/${parameters.id}/reveal`)
    return { parameters }
  },
  'GET /allocations/{id}': withId('/allocations', ARMS),
  'GET /allocations/{id}/strata': withId('/allocations', ARMS),
  'POST /allocations/{id}/assign': withId('/allocations', ARMS),
  'POST /allocations/{id}/close': withId('/allocations', ARMS),
  'GET /allocations/{id}/assignments': withId('/allocations', ARMS),
  'GET /allocations/{id}/export': withId('/allocations', ARMS),
  'GET /allocations/{id}/events': withId('/allocations', ARMS),
  'GET /allocations/{id}/members': withId('/allocations', ARMS),
  'PUT /allocations/{id}/members': withId('/allocations', ARMS),
  'POST /allocations/{id}/assignments': withId('/allocations', ARMS),
  'DELETE /allocations/{id}/members/{email}': async (scene) => {
    const { parameters } = await withId('/allocations', ARMS)(scene)
    const email = 'nurse@clinic.example'
    await scene.ask('PUT', `/allocations/${parameters?.id}/members`, { email, rights: ['enrol'] })
    return { parameters: { ...parameters, email } }
  },
  'POST /allocations/{id}/unblind': withParticipant,
  'POST /allocations/{id}/invalidate': withParticipant,
  'GET /audits/{id}': withId('/audits', RECORDED),
  'DELETE /audits/{id}': withId('/audits', RECORDED),
  'GET /audits/{id}/events': withId('/audits', RECORDED),
  'GET /audits/{id}/report': async (scene) => {
    const { parameters = {} } = await withId('/audits', RECORDED)(scene)
    await scene.service.sql`
      update audits set state = 'done', node = null, conclusion = 'undecided', report = ${JSON.stringify(REPORT)}
      where id = ${parameters.id}`
    return { parameters }
  },
  'POST /audits/{id}/cancel': withStopped('running'),
  'POST /audits/{id}/resume': withStopped('cancelled'),
  'POST /draws/published': async (scene) => ({ body: await publishable(scene) }),
  'GET /draws/published/{id}': withPublished,
  'DELETE /draws/published/{id}': withPublished,
  'POST /draws/prize': async () => ({ body: prizeWish() }),
  'POST /draws/instant': async () => ({ body: instantWish() }),
  'GET /draws/prize/{id}': withPrize,
  'POST /draws/prize/{id}/entrant': withPrize,
  'POST /draws/prize/{id}/draw': withPrize,
  'POST /draws/prize/{id}/exclusions': withPrize,
  'DELETE /draws/prize/{id}/names': withPrize,
  'GET /draws/prize/{id}/codes': withPrize,
  'GET /draws/{id}/file': withPrize,
  'GET /v1/models/{id}': async ({ ask }) => {
    const { data } = (await ask('GET', '/v1/models')) as { data: { id: string }[] }
    return { parameters: { id: data[0]?.id ?? '' } }
  },
  'POST /v2/check': async () => ({ body: { language: 'en', text: 'The train leaves at nine.' } }),
  'POST /ai/proxy': async ({ service }) => ({
    body: { provider: 'provider_a', user_api_key: 'own-key', messages: [{ role: 'user', content: service.question }] },
  }),
  'POST /auth/register': async () => ({ body: { email: `${randomUUID()}@example.org`, password: PASSWORD } }),
  'POST /auth/login': async ({ person: { email } }) => ({ body: { email, password: PASSWORD } }),
  'POST /auth/forgot': async ({ person: { email } }) => ({ body: { email } }),
  'POST /auth/reset': async ({ service, person: { email }, ask }) => {
    await ask('POST', '/auth/forgot', { email })
    return { body: { token: await service.emailedToken(email, 'reset'), password: 'another long password' } }
  },
  'POST /auth/password': async () => ({ body: { current_password: PASSWORD, new_password: 'another long password' } }),
  'POST /auth/email': async () => ({ body: { email: `${randomUUID()}@example.org`, password: PASSWORD } }),
  'DELETE /auth/me': async () => ({ body: { password: PASSWORD } }),
  'POST /auth/verify': async ({ service, person }) => ({
    body: { token: await service.emailedToken(person.email, 'verify-email') },
  }),
  'POST /auth/verify/resend': async ({ service, person }) => {
    await service.sql`update accounts set email_verified_at = null where id = ${person.id}`
    return {}
  },
  'POST /auth/invitation/look': withInvitation,
  'POST /auth/invitation': withInvitation,
  'POST /auth/second-factor': async () => ({ body: { password: PASSWORD } }),
  'POST /auth/second-factor/confirm': async ({ ask }) => {
    const { secret } = await ask('POST', '/auth/second-factor', { password: PASSWORD })
    return { body: { code: codeOf(String(secret)) } }
  },
  'DELETE /auth/second-factor': async ({ ask }) => {
    const { secret } = await ask('POST', '/auth/second-factor', { password: PASSWORD })
    const confirmed = await ask('POST', '/auth/second-factor/confirm', { code: codeOf(String(secret)) })
    const [code] = confirmed.recovery_codes as string[]
    return { body: { password: PASSWORD, code } }
  },
  'DELETE /auth/sessions/{id}': async ({ ask, person }) => {
    await ask('POST', '/auth/login', { email: person.email, password: PASSWORD })
    const sessions = (await ask('GET', '/auth/sessions')) as unknown as { id: string; current: boolean }[]
    return { parameters: { id: sessions.find(({ current }) => !current)?.id ?? '' } }
  },
  'PATCH /webhooks/{id}': withId('/webhooks', RECEIVER),
  'DELETE /webhooks/{id}': withId('/webhooks', RECEIVER),
  'POST /webhooks/{id}/rotate': withId('/webhooks', RECEIVER),
  'POST /webhooks/{id}/test': withId('/webhooks', RECEIVER),
  'GET /webhooks/{id}/deliveries': withId('/webhooks', RECEIVER),
  'POST /webhooks/{id}/deliveries/{delivery_id}/resend': async (scene) => {
    const { parameters = {} } = await withId('/webhooks', RECEIVER)(scene)
    const { id } = await scene.ask('POST', `/webhooks/${parameters.id}/test`)
    return { parameters: { ...parameters, delivery_id: String(id) } }
  },
  'POST /api-keys/{key_id}/rotate': withKey,
  'PATCH /api-keys/{key_id}': withKey,
  'DELETE /auth/identities/{id}': async (scene) => ({
    parameters: { id: await connectedIdentity(scene) },
    body: { password: PASSWORD },
  }),
  'POST /admin/accounts/{id}/identities/{identity_id}/remove': async (scene) => ({
    parameters: { id: scene.person.id, identity_id: await connectedIdentity(scene) },
    body: REASON,
  }),
  'DELETE /api-keys/{key_id}': withKey,
  'POST /billing/checkout': onFree({ plan: 'pro' }),
  'POST /billing/topup': onFree(undefined),
  'POST /billing/cancel': withPlan,
  'POST /billing/portal': withPlan,
  'POST /billing/resume': async (scene) => {
    await withPlan(scene)
    await scene.ask('POST', '/billing/cancel', {})
    return {}
  },
  'POST /billing/webhook': async () => signedEvent(),
  'POST /admin/invitations': async () => ({ body: { email: `${randomUUID()}@example.org`, ...REASON } }),
  'DELETE /admin/invitations/{id}': async ({ administer }) => {
    const { id } = await administer('POST', '/admin/invitations', { email: `${randomUUID()}@example.org`, ...REASON })
    return { parameters: { id: Number(id) }, body: REASON }
  },
  'POST /admin/accounts/{id}/enable': async ({ administer, person }) => {
    await administer('POST', `/admin/accounts/${person.id}/disable`, REASON)
    return { parameters: { id: person.id } }
  },
  'POST /admin/accounts/{id}/second-factor/remove': async ({ ask, person }) => {
    const { secret } = await ask('POST', '/auth/second-factor', { password: PASSWORD })
    await ask('POST', '/auth/second-factor/confirm', { code: codeOf(String(secret)) })
    return { parameters: { id: person.id } }
  },
  'POST /admin/accounts/{id}/verify-email': async ({ service, person }) => {
    await service.sql`update accounts set email_verified_at = null where id = ${person.id}`
    return { parameters: { id: person.id } }
  },
  'POST /admin/accounts/{id}/keys/{key_id}/revoke': async (scene) => {
    const { parameters } = await withKey(scene)
    return { parameters: { ...parameters, id: scene.person.id } }
  },
  'POST /admin/accounts/{id}/cancel-subscription': async (scene) => {
    await withPlan(scene)
    return { parameters: { id: scene.person.id } }
  },
  ...Object.fromEntries(['GET ', 'DELETE '].map((method) => [`${method}/admin/accounts/{id}`, aboutPerson])),
  ...Object.fromEntries(
    ['disable', 'sign-out', 'plan', 'role', 'grant', 'reset-link'].map((deed) => [
      `POST /admin/accounts/{id}/${deed}`,
      aboutPerson,
    ]),
  ),
  'POST /newsletter/subscribe': async () => ({ body: { email: `${randomUUID()}@example.org` } }),
  ...Object.fromEntries(
    ['GET', 'POST'].flatMap((method) =>
      ['confirm', 'unsubscribe'].map((deed) => [`${method} /newsletter/${deed}`, withSubscription]),
    ),
  ),
}

function withId(path: string, body: Fields) {
  return async ({ ask }: Scene): Promise<Prepared> => ({
    parameters: { id: String((await ask('POST', path, body)).id) },
  })
}

async function withParticipant(scene: Scene): Promise<Prepared> {
  const { parameters = {} } = await withId('/allocations', ARMS)(scene)
  await scene.ask('POST', `/allocations/${parameters.id}/assign`, { participant: 'P-017' })
  return { parameters }
}

/** An audit that stays in this state, because nobody works on it. */
function withStopped(state: 'running' | 'cancelled') {
  return async (scene: Scene): Promise<Prepared> => {
    const { parameters = {} } = await withId('/audits', RECORDED)(scene)
    await scene.service.sql`
      update audits set state = ${state}, node = null, conclusion = null, report = null where id = ${parameters.id}`
    return { parameters }
  }
}

async function publishable({ ask }: Scene): Promise<Fields> {
  const { id: commitment } = await ask('POST', '/commitments', { draws_max: 1 })
  const wish = { kind: 'shuffle', size: 3, commitment, client_seed: 'lottery', nonce: 0 }
  const { receipt } = await ask('POST', '/draws', wish)
  return { title: 'Raffle', receipts: [receipt] }
}

async function withPublished(scene: Scene): Promise<Prepared> {
  return withId('/draws/published', await publishable(scene))(scene)
}

function prizeWish(): Fields {
  const draw_at = new Date(Date.now() + 3_600_000).toISOString()
  const entries = ['Ada', 'Grace', 'Linus']
  return { title: 'Prize', organiser: 'o', closed_at: '2026-01-01T00:00:00Z', winners: 1, draw_at, entries }
}

function instantWish(): Fields {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const prizes = [{ name: 'A mug', count: 2 }]
  return { title: 'Tickets', organiser: 'o', sales_at: at(1), ends_at: at(2), tickets: 10, prizes }
}

function withPrize(scene: Scene): Promise<Prepared> {
  return withId('/draws/prize', prizeWish())(scene)
}

function withCommitment(scene: Scene): Promise<Prepared> {
  return withId('/commitments', {})(scene)
}

async function withKey({ ask }: Scene): Promise<Prepared> {
  return { parameters: { key_id: Number((await ask('POST', '/api-keys', {})).id) } }
}

async function aboutPerson({ person }: Scene): Promise<Prepared> {
  return { parameters: { id: person.id } }
}

/** As if the person had connected it; returns its id. */
async function connectedIdentity({ service, person, ask }: Scene): Promise<string> {
  await service.sql`
    insert into oidc_identities (issuer, subject, account_id, created_at, email)
    values ('https://id.example.org', ${randomUUID()}, ${person.id}, now(), ${person.email})`
  const [identity] = (await ask('GET', '/auth/identities')) as unknown as { id: string }[]
  return identity?.id ?? ''
}

async function withInvitation({ administer, person }: Scene): Promise<Prepared> {
  const { link } = await administer('POST', '/admin/invitations', { email: person.email, ...REASON })
  return { body: { token: new URL(String(link)).searchParams.get('token') ?? '' } }
}

async function withSubscription({ ask, service }: Scene): Promise<Prepared> {
  const email = `${randomUUID()}@example.org`
  await ask('POST', '/newsletter/subscribe', { email })
  const token = await service.emailedToken(email, 'newsletter')
  return { parameters: { token } }
}

/** Removes a plan that was granted by hand, because it blocks a purchase. */
async function leaveToFree({ service, person }: Scene): Promise<void> {
  await service.sql.begin(async (tx) => {
    await tx`update accounts set plan = 'free' where id = ${person.id}`
    await tx`select pg_notify('identity', ${String(person.id)})`
  })
}

function onFree(body: Fields | undefined) {
  return async (scene: Scene): Promise<Prepared> => {
    await leaveToFree(scene)
    return body ? { body } : {}
  }
}

async function withPlan(scene: Scene): Promise<Prepared> {
  await leaveToFree(scene)
  const { checkout_url: page } = await scene.ask('POST', '/billing/checkout', { plan: 'pro' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { pathname: url } = new URL(String(page))
  await scene.service.app.inject({ method: 'POST', url, headers, payload: 'action=pay' })
  return {}
}

function codeOf(secret: string): string {
  return new TOTP({ secret: TotpSecret.fromBase32(secret) }).generate()
}

/** Signed as the sandbox does. */
function signedEvent(): Prepared {
  const body = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'customer.updated',
    data: { object: {} },
  })
  const secret = createHmac('sha256', TEST_SECRET).update('sandbox webhook').digest('hex')
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
  }
}
