// One call to a model, from the admitted request to its last byte: in-flight cap, idempotency, streaming, and who pays
// when it breaks off. Chat, proxy and completions differ only in what they ask and in how their answer is written down.
// The charge may still be on its way when the provider is asked (see decision 0004); nothing leaves before it is there.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ai, Attempt, Claim, Head, Idempotency, InFlight, Listener, Outcome } from '../ai/ai.ts'
import type { ApiError } from '../errors.ts'
import {
  briefly,
  callerGone,
  callerOf,
  type EventStream,
  type Guarded,
  giveBack,
  openEventStream,
  refusalOf,
} from '../http/http.ts'
import type { Catalogue, Meter, Plan } from '../plans.ts'
import type { Usage } from '../usage/usage.ts'

export interface CallParts {
  readonly ai: Ai
  readonly inFlight: InFlight
  readonly idempotency: Idempotency
  readonly usage: Usage
  readonly catalogue: Catalogue
}

export interface Frame {
  readonly data: string
  readonly event?: string
}

/** How a streamed answer is written down. */
export interface Script {
  delta(text: string, model: string): Frame
  attempt(attempt: Attempt): Frame | undefined
  result(outcome: Outcome): Frame[]
  error(refusal: ApiError): Frame
}

export interface Call<T> {
  readonly ask: (ending: AbortController, listener?: Listener) => Promise<Outcome>
  readonly plain: (outcome: Outcome) => T
  /** Kept for the Idempotency-Key beside the outcome. */
  readonly head?: Head | undefined
  /** Present where the caller asked for a stream. */
  readonly script?: Script | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set where the request carries an Idempotency-Key. */
    claim?: Claim
  }
}

/** Of a route that ends in `answerCall`, as its access is. */
export const callRefuses = ['conflict', 'provider_failed'] as const

/** The access of a route that ends in `answerCall`. */
export function callAccess(name: Meter, parts: CallParts): Guarded {
  return {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: { name, units: () => 1, mayTrail: true },
    prepaid: claimKey(parts),
  }
}

/** Claims the Idempotency-Key, and says whether its answer is already there and paid for. */
function claimKey({ idempotency }: CallParts) {
  return async (request: FastifyRequest): Promise<boolean> => {
    const key = request.headers['idempotency-key']
    if (key === undefined) return false
    // A Secret in the body writes itself as "[secret]", so no key of the caller gets into the fingerprint.
    const said = `${request.routeOptions.url}\n${JSON.stringify(request.body)}`
    request.claim = await idempotency.claim({ accountId: callerOf(request).accountId, key: String(key), request: said })
    return request.claim.kept !== undefined
  }
}

/** For the route's `onError`: what the call took is refunded first, then its key is free, for a retry that may need just that unit. */
export function freeKey({ usage }: CallParts) {
  return async (request: FastifyRequest): Promise<void> => {
    if (request.claim) await briefly(refundAndRelease(request, usage))
  }
}

async function refundAndRelease(request: FastifyRequest, usage: Usage): Promise<void> {
  await giveBack(request, usage)
  await releaseKey(request)
}

/** A key that cannot be released now is free when its claim expires. */
async function releaseKey(request: FastifyRequest): Promise<void> {
  const { claim } = request
  delete request.claim
  await claim?.release().catch((error: unknown) => {
    request.log.error({ err: error }, 'an Idempotency-Key could not be released')
  })
}

export async function answerCall<T>(
  { request, reply, parts }: { request: FastifyRequest; reply: FastifyReply; parts: CallParts },
  call: Call<T>,
): Promise<T | undefined> {
  const { claim } = request
  if (claim?.kept) return call.script ? replay(reply, claim.kept, call.script) : call.plain(claim.kept)
  const { accountId, plan } = callerOf(request)
  const ending = endingOf(request, reply)
  let leave: (() => void) | undefined
  try {
    leave = parts.inFlight.enter(accountId, inFlightMax(parts.catalogue.plans[plan]))
    if (call.script) return await streamAnswer({ request, reply, parts, ending }, { ...call, script: call.script })
    const outcome = await call.ask(ending)
    await request.charge
    await briefly(keep(request, outcome, call.head))
    return call.plain(outcome)
  } finally {
    leave?.()
    // A refused charge is the answer, whatever became of the call: this throws it.
    await request.charge
  }
}

/** What ends the call before the provider is done: a caller who hangs up, and a charge that is refused after all. */
function endingOf(request: FastifyRequest, reply: FastifyReply): AbortController {
  const ending = new AbortController()
  callerGone(reply, ending)
  request.charge?.catch((refusal: unknown) => ending.abort(refusal))
  return ending
}

const IN_FLIGHT_MIN = 16
const IN_FLIGHT_MAX = 512

/** A second's worth of the plan's pace, within reason. */
function inFlightMax({ requestsPerMinute }: Plan): number {
  return Math.min(IN_FLIGHT_MAX, Math.max(IN_FLIGHT_MIN, Math.ceil(requestsPerMinute / 60)))
}

/**
 * Once the answer is kept for the key it can be had again, so from then on it is paid for, even if the caller hangs up. An answer that
 * cannot be kept is sent all the same; its key is free again when the claim expires.
 */
async function keep(request: FastifyRequest, outcome: Outcome, head: Head | undefined): Promise<void> {
  try {
    if (!request.claim) return
    await request.claim.keep({ ...outcome, head })
    request.charge = undefined
  } catch (error) {
    request.log.error({ err: error }, 'an answer could not be kept for its Idempotency-Key')
  }
}

interface Streaming {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: CallParts
  readonly ending: AbortController
}

async function streamAnswer<T>(streaming: Streaming, call: Call<T> & { script: Script }): Promise<undefined> {
  const { request, reply, ending } = streaming
  const { script, ask, head } = call
  const events = openEventStream(reply, { after: request.charge })
  let isDelivered = false
  const listener = {
    onDelta(text: string, model: string) {
      isDelivered = true
      return send(events, script.delta(text, model))
    },
    onAttempt: (attempt: Attempt) => send(events, script.attempt(attempt)),
  }
  try {
    const outcome = await ask(ending, listener)
    await request.charge
    // The caller is answered before anything is kept: a database that is unavailable must not hold up the end of a stream.
    const isComplete = !ending.signal.aborted
    if (isComplete) {
      for (const frame of script.result(outcome)) send(events, frame)
      events.end()
    }
    await keep(request, outcome, head)
    if (!isComplete) ending.signal.throwIfAborted()
  } catch (error) {
    // Nothing was sent yet: an ordinary refusal, with its status.
    if (!events.begun) throw error
    await breakOff(streaming, { events, script, refusal: refusalOf(error), isDelivered })
  } finally {
    events.stop()
  }
}

interface Broken {
  readonly events: EventStream
  readonly script: Script
  readonly refusal: ApiError
  readonly isDelivered: boolean
}

/**
 * Refunded, unless the answer had begun to arrive and the caller hung up, the deadline passed or the provider's content filter stopped
 * the answer: a caller can cause all three at will, and would then pay only for the last words of an answer.
 */
async function breakOff(
  { request, parts, ending }: Streaming,
  { events, script, refusal, isDelivered }: Broken,
): Promise<void> {
  const isPaid = isDelivered && (refusal === ending.signal.reason || refusal.kind === 'content_filtered')
  if (refusal.kind !== 'caller_gone') {
    request.log.error({ err: refusal.cause ?? refusal, kind: refusal.kind }, 'stream failed')
  }
  send(events, script.error(refusal))
  events.end()
  if (isPaid) await releaseKey(request)
  else await refundAndRelease(request, parts.usage)
}

/** In the order in which it came the first time. */
async function replay(reply: FastifyReply, kept: Outcome, script: Script): Promise<undefined> {
  const events = openEventStream(reply)
  const text = script.delta(kept.text, kept.model)
  const attempts = kept.attempts.map((attempt) => script.attempt(attempt))
  const shown = kept.mode === 'analyze' ? [text, ...attempts] : [...attempts, text]
  for (const frame of [...shown, ...script.result(kept)]) send(events, frame)
  events.end()
  events.stop()
}

function send(events: EventStream, frame: Frame | undefined): Promise<void> | undefined {
  return frame && events.send(frame.data, frame.event)
}
