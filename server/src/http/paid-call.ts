// A request as one charged call that can have an Idempotency-Key: who calls, what was charged, and how its events are sent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../ground/errors.ts'
import { jsonHashInTurns } from '../ground/json-steps.ts'
import type { Metering } from '../usage/usage.ts'
import { briefly } from './briefly.ts'
import { errorOf } from './error-responses.ts'
import { openEventStream } from './event-stream.ts'
import { callerOf, refund } from './gate.ts'
import { ownerOf } from './owner.ts'
import { showTiming } from './server-timing.ts'

/** The claim of this request's Idempotency-Key; `kept` is the stored answer, if there is one. */
interface Claimable {
  readonly kept: unknown
  keep(answer: never): Promise<void>
  release(): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the request carries an Idempotency-Key. */
    claim?: Claimable
  }
}

interface KeyedRequest {
  readonly accountId: number
  readonly key: string
  /** What a repeated request must have in common: the route, the body and the headers that change the answer, without secrets. */
  readonly request: string
}

/** For `prepaid`: claims the Idempotency-Key, and returns whether its answer is already stored and paid for. */
export function claimKey(claim: (call: KeyedRequest) => Promise<Claimable>, headers: readonly string[]) {
  const claimFor = async (request: FastifyRequest, key: string): Promise<boolean> => {
    // A Secret in the body serialises as "[secret]", so no key of the caller gets into the fingerprint.
    const told = headers.map((name) => `${name}: ${request.headers[name] ?? ''}`)
    const said = [request.routeOptions.url, ...told, await jsonHashInTurns(request.body, ownerOf(request).owner)].join(
      '\n',
    )
    request.claim = await claim({ accountId: callerOf(request).accountId, key, request: said })
    return request.claim.kept !== undefined
  }
  return (request: FastifyRequest): boolean | Promise<boolean> => {
    const key = request.headers['idempotency-key']
    return key === undefined ? false : claimFor(request, String(key))
  }
}

/** For the route's `onError`: refunds the charge first, then releases the key, for a retry that may need just that unit. */
export function freeKey(usage: Metering) {
  return async (request: FastifyRequest, _reply: FastifyReply, error: unknown): Promise<void> => {
    const { claim } = request
    if (!claim) return
    delete request.claim
    if (errorOf(error).keepsCharge) request.charge = undefined
    const release = () => claim.release().catch(logTo(request, 'an Idempotency-Key could not be released'))
    await briefly(refund(request, usage).then(release))
  }
}

/** The parts of HTTP that the code making the call needs. */
export function paidCall<C extends Claimable>(request: FastifyRequest, reply: FastifyReply, usage: Metering) {
  const { accountId, keyId, plan } = callerOf(request)
  const ending = new AbortController()
  callerGone(reply, ending)
  return {
    accountId,
    keyId,
    planId: plan,
    claim: request.claim as C | undefined,
    ending,
    payment: {
      finalise() {
        request.charge = undefined
      },
      refund: () => refund(request, usage),
      briefly,
    },
    openChannel: () => openEventStream(reply, { onBegin: () => showTiming(reply) }),
    tellable: errorOf,
    logError: (error: unknown, message: string) => request.log.error({ err: error }, message),
  }
}

function logTo(request: FastifyRequest, message: string) {
  return (error: unknown) => request.log.error({ err: error }, message)
}

const GONE = 'The caller hung up before the response was complete'

function stopping(): ApiError {
  return new ApiError('unavailable', 'The service is stopping.', { keepsCharge: false })
}

/** Aborts when the caller hangs up before the response was sent. */
export function callerGone({ raw, server }: FastifyReply, controller = new AbortController()): AbortSignal {
  // During a stop of this process, it is we who hang up.
  const hangUp = () => controller.abort(server.server.listening ? new ApiError('caller_gone', GONE) : stopping())
  if (raw.destroyed) hangUp()
  raw.once('close', () => {
    if (!raw.writableFinished) hangUp()
  })
  return controller.signal
}
