// The order of all checks: credentials → scope → rate limit → (body) → plan → quota. The access that the matched route states decides;
// nothing is derived from the URL again.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Accounts,
  type Area,
  type Caller,
  type Credential,
  type CredentialKind,
  type Origin,
  scopeAllows,
} from '../accounts/accounts.ts'
import type { Brand } from '../ground/brand.ts'
import { ApiError, type Kind } from '../ground/errors.ts'
import { networkOf } from '../ground/network.ts'
import { type BuiltInPlan, type Catalogue, isAtLeast, type Meter, type Plan, planOf } from '../ground/plans.ts'
import { inPhase } from '../observability/phases.ts'
import { type Charge, type Metering, type Rate, type RateLimiter, rateOfAddress, splitCharge } from '../usage/usage.ts'
import type { App } from './app.ts'
import { FORM_HEAD_BYTES, fieldIn, peekBody } from './body-reader.ts'
import { briefly } from './briefly.ts'
import { clearedCookie, cookieOf } from './cookie.ts'
import { ERROR_STATUS_MIN } from './error-responses.ts'
import { type Asking, chargeNetwork, keepHeld, reservationOf, settleHeld } from './reserving.ts'
import { isProgramOnThisMachine } from './trusted.ts'

/** `public` is not identified and has a generous rate limit by address, `open` a smaller one; everything else needs credentials. */
export type Access = 'public' | 'open' | Guarded

export interface Guarded {
  readonly credentials: 'required' | 'optional'
  readonly kinds: readonly CredentialKind[]
  readonly area: Area
  readonly planMin?: BuiltInPlan
  /** For administrators only, with their second factor if the deployment requires one. */
  readonly administrator?: true
  /** Throws if the plan does not allow this input; `plan` is undefined for a caller without an account. */
  readonly allows?: (request: FastifyRequest, plan: Plan | undefined) => void | Promise<void> | undefined
  /** Called before the charge: returns true if this very request was paid for before. It can also reject. */
  readonly prepaid?: (request: FastifyRequest) => boolean | Promise<boolean>
  /** For clients that send their key as a form field. With `keyless`, programs on this machine need none. */
  readonly inBody?: { readonly field: string; readonly keyless: boolean }
  readonly meter?: {
    readonly name: Meter | ((request: FastifyRequest) => Meter)
    readonly units: (request: FastifyRequest) => number
    /** An exhausted quota is not an error: the handler finds it in `request.spent` and responds without the work. */
    readonly answersSpent?: true
    /** Present if the request asks models, which cost money. */
    readonly asking?: Asking
  }
}

/** Errors that a route itself returns, besides those of this gate and its schema. */
export type OwnError = Extract<
  Kind,
  | 'unauthenticated'
  | 'quota_spent'
  | 'forbidden'
  | 'not_found'
  | 'withdrawn'
  | 'conflict'
  | 'provider_failed'
  | 'not_configured'
>

export interface GateParts {
  readonly accounts: Pick<Accounts, 'identify'>
  readonly usage: Metering
  readonly limiter: RateLimiter
  /** Over a day, what callers without an account use; absent: as much as they like. */
  readonly anonymousUnits?: RateLimiter
  readonly catalogue: Catalogue
  readonly brand: Brand
  readonly publicUrl: string
  readonly administratorsNeedSecondFactor?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** For the API document. */
    rejects?: readonly OwnError[]
  }
  interface FastifyInstance {
    accessTable: { method: string; url: string; access: Access; schema: FastifySchema | undefined }[]
  }
  interface FastifyRequest {
    caller: Caller | undefined
    /** Identifies the caller again; undefined if the credentials were revoked or have expired meanwhile. */
    identifyAgain: (() => Promise<Caller | undefined>) | undefined
    /** What was charged; it is committed. */
    charge: Charge | undefined
    /** Why nothing was charged, on a route that responds anyway. */
    spent: ApiError | undefined
  }
}

const USER_AGENT_LENGTH_MAX = 256
/** Per address on public routes: an office behind one address, or a load balancer with many health checks, stays far below it. */
const PUBLIC_REQUESTS_PER_MINUTE = 6_000
/** Requests with invalid credentials. */
const FAILURES_PER_MINUTE = 60
const UNAUTHENTICATED =
  'Missing, invalid or expired credentials. Send "Authorization: Bearer <token>" or "X-Api-Key: <key>".'

export function addGate(app: App, parts: GateParts): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('identifyAgain', undefined)
  app.decorateRequest('charge', undefined)
  app.decorateRequest('spent', undefined)
  app.decorate('accessTable', [])
  app.addHook('onRoute', ({ url, method: methods, config, schema }) => {
    const access = config?.access
    if (access === undefined) throw new Error(`${methods} ${url} does not state its access`)
    const costs = typeof access === 'object' && access.meter !== undefined
    if (costs && [methods].flat().includes('HEAD'))
      throw new Error(`HEAD ${url} would cost: set exposeHeadRoute: false`)
    app.accessTable.push(...[methods].flat().map((method) => ({ method, url, access, schema })))
  })
  app.addHook('onRequest', async (request, reply) => {
    // A closed connection has no address, and nobody receives a response on it.
    if (!request.ip) throw new ApiError('caller_gone', 'The caller hung up.')
    // A path without a route is rate-limited like a public one.
    const { access = 'public' } = request.routeOptions.config
    if (access === 'public') return keepRateLimit(reply, publicPace(request, parts))
    try {
      if (access !== 'open') await admit(request, reply, { access, parts, credentials: credentialsOf(request, parts) })
    } catch (error) {
      // If the rate limit itself did not reject the request, show it without using it up.
      if (!reply.hasHeader('ratelimit-limit')) showRateLimit(reply, rateOf(request, parts, 'look'))
      throw error
    }
    keepRateLimit(reply, rateOf(request, parts, 'take'))
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { access } = request.routeOptions.config
    if (typeof access !== 'object' || !access.inBody || request.caller) return done(null, payload)
    const admitting = admitByBody({ request, reply, parts }, { ...access, inBody: access.inBody }, payload as Readable)
    admitting.then((whole) => done(null, whole), done)
  })
  app.addHook('preHandler', (request, reply) => checkPlanAndCharge(request, reply, parts))
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Work for a caller who has hung up since stays charged.
    const isRefunded = request.charge && reply.statusCode >= ERROR_STATUS_MIN
    if (!isRefunded && !request.held) return done()
    // The response stays the same if the refund fails: throwing here would cause a second error.
    const tell = (error: unknown) => request.log.error({ err: error }, 'a charge could not be refunded')
    const { usage } = parts
    briefly(Promise.all([isRefunded && refund(request, usage), settleHeld(request, usage)]))
      .catch(tell)
      .then(() => done())
  })
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new ApiError('unauthenticated', UNAUTHENTICATED)
  return request.caller
}

/** For responses that take minutes: whether the request's credentials still work. */
export async function isStillKnown(request: FastifyRequest): Promise<boolean> {
  return (await request.identifyAgain?.()) !== undefined
}

/** The gate's error, for a rule that depends on the input (N above what anonymous callers can use). */
export function rejectAnonymous(why: string): never {
  throw new ApiError('unauthenticated', `${why} ${UNAUTHENTICATED}`)
}

/** For streamed responses, which can fail after their status was sent. Waits for the database. */
export async function refund(request: FastifyRequest, usage: Metering): Promise<void> {
  const { charge } = request
  request.charge = undefined
  if (charge) await usage.refund(charge)
}

/** Refunds some units of a request whose other units were used. */
export async function refundPart(request: FastifyRequest, usage: Metering, units: number): Promise<void> {
  const { charge } = request
  if (!charge || units <= 0) return
  const { part, rest } = splitCharge(charge, units)
  request.charge = rest
  await usage.refund(part)
}

interface Admission {
  readonly access: Guarded
  readonly parts: GateParts
  readonly credentials: readonly Shown[]
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH_MAX) }
}

interface ByBody {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: GateParts
}

type InBody = Guarded & Required<Pick<Guarded, 'inBody'>>

/** A longer body of a rejected caller is not read to its end. */
const REST_BYTES_MAX = 262_144

/** Reads only the start of a body that may contain the credentials, and parses nothing of it, before they are checked. */
async function admitByBody({ request, reply, parts }: ByBody, access: InBody, payload: Readable): Promise<Readable> {
  const { field, keyless } = access.inBody
  const peeked = await peekBody(payload, FORM_HEAD_BYTES)
  const text = fieldIn(peeked, field)
  try {
    if (text !== undefined) {
      await admit(request, reply, { access, parts, credentials: [shown(text, parts)] })
      keepRateLimit(reply, rateOf(request, parts, 'take'))
    } else if (!keyless || !isProgramOnThisMachine(request)) {
      throw new ApiError('unauthenticated', `${UNAUTHENTICATED} ${inForm(field)}`)
    }
  } catch (error) {
    // The rest of the body is discarded, so that the caller can read the response and send the next request, unless the rest is large:
    // then the connection ends. A stream flows only once it has no `readable` listener, which takes effect a tick later.
    if (!(Number(request.headers['content-length']) <= REST_BYTES_MAX)) reply.header('connection', 'close')
    payload.removeAllListeners('readable')
    setImmediate(() => payload.resume())
    throw error
  }
  return Readable.from(peeked.payload, { objectMode: false })
}

function inForm(field: string): string {
  return `As the field "${field}" of a form, a key must be within the first ${FORM_HEAD_BYTES} bytes: send it before the text.`
}

async function admit(request: FastifyRequest, reply: FastifyReply, admission: Admission): Promise<void> {
  const { access, parts, credentials } = admission
  const [credential, ...others] = credentials
  if (!credential) {
    if (access.credentials === 'required') throw new ApiError('unauthenticated', UNAUTHENTICATED)
    return
  }
  const address = networkOf(request.ip)
  const failures = (how: 'take' | 'look') =>
    rateOfAddress(parts.limiter, request.ip, { limit: FAILURES_PER_MINUTE, how, prefix: 'failed:' })
  // After too many failures from an address nothing is looked up for it: only cached callers are accepted.
  const onlyRemembered = () => !failures('look').allowed
  const identify = (one: Credential) => parts.accounts.identify(one, { onlyRemembered, address })
  const caller = await identify(credential)
  // Valid credentials do not excuse invalid ones beside them: the sender would never learn that those do not work.
  if (!caller || (others.length > 0 && (await isAnyBad(others, identify)))) {
    const failed = failures('take')
    if (!failed.allowed) keepRateLimit(reply, failed, 'requests with invalid credentials')
    // A page cannot delete this cookie itself, and while it exists even requests that need no credentials are rejected.
    if (credential.fromCookie) reply.header('set-cookie', clearedCookie(parts))
    throw new ApiError('unauthenticated', UNAUTHENTICATED)
  }
  request.caller = caller
  request.identifyAgain = () => parts.accounts.identify(credential, { address })
  if (!access.kinds.includes(caller.kind)) {
    throw new ApiError(
      'unauthenticated',
      'An API key is the wrong kind of credential here: sign in and send the token.',
    )
  }
  if (access.administrator) requireAdministrator(caller, parts)
  if (!scopeAllows(caller.scope, access.area, request.method)) {
    throw new ApiError(
      'forbidden',
      `The scope "${caller.scope}" of this key does not allow ${request.method} ${request.routeOptions.url}`,
    )
  }
}

function requireAdministrator({ role, hasSecondFactor }: Caller, parts: GateParts): void {
  if (role !== 'administrator') throw new ApiError('forbidden', 'Only administrators can do this.')
  if (parts.administratorsNeedSecondFactor && !hasSecondFactor) {
    throw new ApiError('forbidden', 'Administrators need a second factor here. Set one up on your account page first.')
  }
}

type Identify = (credential: Credential) => Promise<Caller | undefined>

async function isAnyBad(credentials: readonly Credential[], identify: Identify): Promise<boolean> {
  return (await Promise.all(credentials.map(identify))).includes(undefined)
}

type Shown = Credential & { readonly fromCookie?: true }

/** The first credential identifies the caller. A browser adds the cookie by itself, so it counts only if nothing else was sent. */
function credentialsOf(request: FastifyRequest, { brand, publicUrl }: GateParts): Shown[] {
  const { authorization, 'x-api-key': apiKey } = request.headers
  const sent: Shown[] = []
  if (authorization !== undefined) {
    const text = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? ''
    sent.push(shown(text, { brand }))
  }
  if (apiKey !== undefined) sent.push({ kind: 'key', text: String(apiKey) })
  if (sent.length > 0) return sent
  const cookie = cookieOf(request.headers.cookie, brand.cookie)
  if (cookie === undefined) return []
  requireSameOrigin(request, publicUrl)
  return [{ kind: 'jwt', text: cookie, fromCookie: true }]
}

function shown(text: string, { brand }: Pick<GateParts, 'brand'>): Shown {
  return { kind: text.startsWith(brand.keyPrefix) ? 'key' : 'jwt', text }
}

/** A browser sends the cookie by itself, so a changing request must prove that our own page made it. */
function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, host } = request.headers
  const own = [new URL(publicUrl).origin, `http://${host}`, `https://${host}`]
  if (origin === undefined || !own.includes(origin)) {
    throw new ApiError(
      'forbidden',
      'With the session cookie, this request must come from our own pages (Origin does not match).',
    )
  }
}

function keepRateLimit(reply: FastifyReply, rate: Rate, what = 'requests'): void {
  showRateLimit(reply, rate)
  if (rate.allowed) return
  throw new ApiError(
    'too_fast',
    `Too many ${what}: at most ${rate.limit} a minute. Try again in ${rate.resetSeconds} seconds.`,
    {
      headers: { 'retry-after': String(rate.resetSeconds) },
    },
  )
}

/** The rate limit of the account, or of the address for an anonymous caller. A rejected request only reads it. */
function rateOf({ caller, ip }: FastifyRequest, { limiter, catalogue }: GateParts, how: 'take' | 'look'): Rate {
  return caller
    ? limiter[how](`account:${caller.accountId}`, planOf(catalogue, caller.plan).requestsPerMinute)
    : rateOfAddress(limiter, ip, { limit: catalogue.anonymous.requestsPerMinute, how, prefix: 'address:' })
}

/** A separate count: pages, files and health checks do not use up the address's limit for the API. */
function publicPace({ ip }: FastifyRequest, { limiter }: GateParts): Rate {
  return rateOfAddress(limiter, ip, { limit: PUBLIC_REQUESTS_PER_MINUTE, prefix: 'public:' })
}

function showRateLimit(reply: FastifyReply, { limit, remaining, resetSeconds }: Rate): void {
  reply.headers({
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  })
}

async function checkPlanAndCharge(request: FastifyRequest, reply: FastifyReply, parts: GateParts): Promise<void> {
  const access = request.routeOptions.config.access
  if (typeof access !== 'object') return
  const { caller } = request
  const plan = caller && planOf(parts.catalogue, caller.plan)
  if (plan && access.planMin && !isAtLeast(parts.catalogue, plan.id, access.planMin)) {
    throw new ApiError(
      'forbidden',
      `${request.routeOptions.url} is not included in the ${plan.id} plan: it needs the ${access.planMin} plan or higher`,
    )
  }
  const allowing = access.allows?.(request, plan)
  if (allowing) await allowing
  if (!caller && access.credentials === 'optional') chargeNetwork(request, access.meter?.units(request), parts)
  if (!caller || !plan || !access.meter) return
  const prepaid = access.prepaid?.(request)
  if (prepaid && (await prepaid)) return
  const { accountId, keyId } = caller
  const { name, units, answersSpent, asking } = access.meter
  const meter = typeof name === 'string' ? name : name(request)
  const taken = { accountId, keyId, plan, meter, units: units(request) }
  if (taken.units === 0) return
  const limited = reservationOf(request, { caller, plan, asking })
  const wanted = limited ? { ...taken, reservation: await limited } : taken
  try {
    request.charge = await inPhase(request.phases, 'queue', () => parts.usage.charge(wanted))
  } catch (error) {
    if (!answersSpent || !(error instanceof ApiError) || !SPENT.has(error.kind)) throw error
    request.spent = error
  }
  keepHeld(request, reply)
}

const SPENT: ReadonlySet<Kind> = new Set<Kind>(['quota_spent', 'budget_spent'])
