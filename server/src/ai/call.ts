// One call to a model, from the admitted request to its last byte: how many run at once, idempotency, streaming, and who pays
// when it breaks off. Routes differ only in what they ask and in how their answer is written down; this file knows no HTTP.
import { ApiError, type Report } from '../ground/errors.ts'
import type { Plan } from '../ground/plans.ts'
import type { Ending } from './deadline.ts'
import type { Claim } from './idempotency.ts'
import type { InFlight } from './in-flight.ts'
import type { Piece, TokenUsage } from './provider.ts'
import { causeOf } from './providers/failures.ts'
import { type Attempt, type FilteredAnswer, type Listener, pieceOf } from './retry.ts'

export interface CallParts {
  readonly inFlight: InFlight
  /** Notes the tokens of an answer for the account's statistics; never waited for. */
  readonly countTokens: (count: TokenCount) => void
}

export interface TokenCount {
  readonly accountId: number
  readonly keyId: number | undefined
  readonly usage: TokenUsage
  /** In millionths of a euro; undefined if it is unknown. */
  readonly costMicros: number | undefined
}

/** Who calls, and the way to that caller. */
interface Seat {
  readonly accountId: number
  readonly keyId: number | undefined
  readonly plan: Plan
  /** Set if the request carries an Idempotency-Key. */
  readonly claim: Claim | undefined
  readonly payment: Payment
  /** Aborted when the caller hangs up. */
  readonly ending: Ending
  /** Opens a stream of events to the caller. */
  readonly openChannel: () => Channel
  /** Any error as one that can be told to the caller. */
  readonly tellable: (error: unknown) => ApiError
  readonly logError: Report
}

interface Payment {
  /** From now on the call stays paid, whatever happens. */
  finalise(): void
  refund(): Promise<void>
  /** Waits for the work, but not longer than a caller should wait for it. */
  briefly(work: Promise<unknown>): Promise<unknown>
}

interface Channel {
  /** Whether the status has been sent, so that an error can only be reported as an event. */
  readonly begun: boolean
  write(text: string): Promise<void> | undefined
  end(): void
  stop(): void
}

/** How a streamed answer is written down, as server-sent events. */
export interface Script {
  piece(piece: Piece): string
  attempt(attempt: Attempt): string
  result(outcome: FilteredAnswer): string
  error(error: ApiError): string
}

export interface Call<T> {
  readonly ask: (ending: Ending, listener?: Listener) => Promise<FilteredAnswer>
  readonly plain: (outcome: FilteredAnswer) => T
  /** What so many tokens cost the deployment; absent if the caller pays the provider. */
  readonly costMicros?: ((usage: TokenUsage) => number | undefined) | undefined
  /** Present if the caller asked for a stream. */
  readonly script?: Script | undefined
}

export async function callModel<T>(seat: Seat, parts: CallParts, call: Call<T>): Promise<T | undefined> {
  const { claim, payment, ending } = seat
  if (claim?.kept) return call.script ? replay(seat, claim.kept, call.script) : call.plain(claim.kept)
  return inFlight(seat, parts, async () => {
    const ask: Call<T>['ask'] = async (signal, listener) => {
      const outcome = await call.ask(signal, listener)
      const { accountId, keyId } = seat
      const { usage } = outcome
      parts.countTokens({ accountId, keyId, usage, costMicros: call.costMicros?.(usage) })
      return outcome
    }
    if (call.script) return await streamAnswer(seat, ask, call.script)
    const outcome = await ask(ending)
    await payment.briefly(keep(seat, outcome))
    return call.plain(outcome)
  })
}

/** Whatever asks a provider takes one of the places that the account has. */
export async function inFlight<T>(
  { accountId, plan, ending }: Pick<Seat, 'accountId' | 'plan' | 'ending'>,
  parts: Pick<CallParts, 'inFlight'>,
  work: () => Promise<T>,
): Promise<T> {
  const leave = parts.inFlight.enter(accountId, inFlightMax(plan))
  try {
    return await work()
  } catch (error) {
    throw settled(error, ending)
  } finally {
    leave()
  }
}

/**
 * What has left for a provider is paid, no matter who ends the call: callers who hang up or let the time run out could otherwise ask a provider
 * for nothing. Only what the provider or we are to blame for is refunded.
 */
function settled(error: unknown, { hasLeft }: Ending): unknown {
  if (hasLeft && error instanceof ApiError && causeOf(error) === undefined) error.keepsCharge ??= true
  return error
}

const IN_FLIGHT_MIN = 16
const IN_FLIGHT_MAX = 512

/** A second's worth of the plan's rate limit, within reason. */
function inFlightMax({ requestsPerMinute }: Plan): number {
  return Math.min(IN_FLIGHT_MAX, Math.max(IN_FLIGHT_MIN, Math.ceil(requestsPerMinute / 60)))
}

/**
 * Once the answer is kept for the key it can be had again, so from then on it is paid for, even if the caller hangs up. An answer that
 * cannot be kept is sent all the same; its key is free again when the claim expires.
 */
async function keep({ claim, payment, logError }: Seat, outcome: FilteredAnswer): Promise<void> {
  try {
    if (!claim) return
    await claim.keep({ ...outcome, attempts: outcome.attempts.map(({ shown: _shown, ...attempt }) => attempt) })
    payment.finalise()
  } catch (error) {
    logError(error, 'a response could not be stored for its Idempotency-Key')
  }
}

async function streamAnswer(seat: Seat, ask: Call<unknown>['ask'], script: Script): Promise<undefined> {
  const { ending } = seat
  const channel = seat.openChannel()
  const listener = {
    onPiece(piece: Piece) {
      const events = script.piece(piece)
      return events === '' ? undefined : channel.write(events)
    },
    onAttempt: (attempt: Attempt) => channel.write(script.attempt(attempt)),
  }
  try {
    const outcome = await ask(ending, listener)
    // The caller is answered before anything is kept: a database that is unavailable must not hold up the end of a stream.
    const isComplete = !ending.signal.aborted
    if (isComplete) {
      channel.write(script.result(outcome))
      channel.end()
    }
    await keep(seat, outcome)
    if (!isComplete) ending.signal.throwIfAborted()
  } catch (error) {
    // Nothing was sent yet: an ordinary error, with its status.
    if (!channel.begun) throw error
    await breakOff(seat, { channel, script, error: seat.tellable(settled(error, ending)) })
  } finally {
    channel.stop()
  }
}

interface Broken {
  readonly channel: Channel
  readonly script: Script
  readonly error: ApiError
}

async function breakOff(seat: Seat, { channel, script, error }: Broken): Promise<void> {
  if (error.kind !== 'caller_gone') seat.logError(error.cause ?? error, `stream failed: ${error.kind}`)
  channel.write(script.error(error))
  channel.end()
  if (!error.keepsCharge) await seat.payment.refund()
  await releaseClaim(seat)
}

/** A key that cannot be released now is free when its claim expires. */
async function releaseClaim({ claim, logError }: Pick<Seat, 'claim' | 'logError'>): Promise<void> {
  await claim?.release().catch((error: unknown) => {
    logError(error, 'an Idempotency-Key could not be released')
  })
}

/** In the order in which it came the first time. */
async function replay({ openChannel }: Seat, kept: FilteredAnswer, script: Script): Promise<undefined> {
  const channel = openChannel()
  const piece = script.piece(pieceOf(kept))
  const attempts = kept.attempts.map((attempt) => script.attempt(attempt)).join('')
  channel.write((kept.mode === 'analyze' ? piece + attempts : attempts + piece) + script.result(kept))
  channel.end()
  channel.stop()
}
