// One request to a model, from admission to the last byte: concurrency, idempotency, streaming, and who pays if it is cut short. Routes
// differ only in the request and in the format of the response; this file knows no HTTP.
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
  /** Counts the tokens of an answer for the account's statistics; nobody waits for it. */
  readonly countTokens: (count: TokenCount) => void
}

export interface TokenCount {
  readonly accountId: number
  readonly keyId: number | undefined
  readonly usage: TokenUsage
  /** In millionths of a euro; undefined if it is unknown. */
  readonly costMicros: number | undefined
  readonly model: string
  /** As the caller names them; undefined if the request names none. */
  readonly endUser: string | undefined
}

/** The caller, and how to respond. */
interface Seat {
  readonly accountId: number
  readonly keyId: number | undefined
  readonly plan: Plan
  /** Set if the request carries an Idempotency-Key. */
  readonly claim: Claim | undefined
  readonly payment: Payment
  /** Aborted when the caller hangs up. */
  readonly ending: Ending
  readonly openChannel: () => Channel
  /** Turns any error into one that can be shown to the caller. */
  readonly tellable: (error: unknown) => ApiError
  readonly logError: Report
}

interface Payment {
  /** From now on the request is not refunded, whatever happens. */
  finalise(): void
  refund(): Promise<void>
  /** Waits for the work, but not longer than a caller should wait. */
  briefly(work: Promise<unknown>): Promise<unknown>
}

interface Channel {
  /** Whether the status has been sent, so that an error can only be reported as an event. */
  readonly begun: boolean
  write(text: string): Promise<void> | undefined
  end(): void
  stop(): void
}

/** How a streamed answer is written as server-sent events. */
export interface Script {
  piece(piece: Piece): string
  attempt(attempt: Attempt): string
  result(outcome: FilteredAnswer): string
  error(error: ApiError): string
}

export interface Call<T> {
  readonly ask: (ending: Ending, listener?: Listener) => Promise<FilteredAnswer>
  readonly plain: (outcome: FilteredAnswer) => T
  /** What the tokens cost the deployment; absent if the caller pays the provider. */
  readonly costMicros?: ((usage: TokenUsage) => number | undefined) | undefined
  /** The model as the caller names it, and the end user. */
  readonly model?: string | undefined
  readonly endUser?: string | undefined
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
      const { model = outcome.model, endUser } = call
      parts.countTokens({ accountId, keyId, usage, costMicros: call.costMicros?.(usage), model, endUser })
      return outcome
    }
    if (call.script) return await streamAnswer(seat, ask, call.script)
    const outcome = await ask(ending)
    if (claim) await payment.briefly(keep(seat, outcome))
    return call.plain(outcome)
  })
}

/** Runs work that calls a provider, counted against the account's limit of concurrent requests. */
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
 * Once a question was sent to a provider it is charged, no matter who ends the request: callers who hang up or run into the deadline
 * could otherwise use a provider for free. Only failures of the provider or of ours are refunded.
 */
function settled(error: unknown, { hasLeft }: Ending): unknown {
  if (hasLeft && error instanceof ApiError && causeOf(error) === undefined) error.keepsCharge ??= true
  return error
}

const IN_FLIGHT_MIN = 16
const IN_FLIGHT_MAX = 512

/** One second of the plan's rate limit, between a minimum and a maximum. */
function inFlightMax({ requestsPerMinute }: Plan): number {
  return Math.min(IN_FLIGHT_MAX, Math.max(IN_FLIGHT_MIN, Math.ceil(requestsPerMinute / 60)))
}

/**
 * Once the answer is stored under its key it can be fetched again, so from then on it is charged, even if the caller hangs up. An answer
 * that cannot be stored is sent anyway; its key is free again when the claim expires.
 */
async function keep({ claim, payment, logError }: Seat, outcome: FilteredAnswer): Promise<void> {
  try {
    if (!claim) return
    const { sent: _sent, attempts, ...kept } = outcome
    await claim.keep({ ...kept, attempts: attempts.map(({ shown: _shown, ...attempt }) => attempt) })
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
    // Respond before storing: an unavailable database must not delay the end of a stream.
    const isComplete = !ending.signal.aborted
    if (isComplete) {
      channel.write(script.result(outcome))
      channel.end()
    }
    await keep(seat, outcome)
    if (!isComplete) ending.signal.throwIfAborted()
  } catch (error) {
    // Nothing was sent yet, so this is an ordinary error with its own status.
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

/** A key that cannot be released now becomes free when its claim expires. */
async function releaseClaim({ claim, logError }: Pick<Seat, 'claim' | 'logError'>): Promise<void> {
  await claim?.release().catch((error: unknown) => {
    logError(error, 'an Idempotency-Key could not be released')
  })
}

/** Streams a stored answer in its original order. */
async function replay({ openChannel }: Seat, kept: FilteredAnswer, script: Script): Promise<undefined> {
  const channel = openChannel()
  const piece = script.piece(pieceOf(kept))
  const attempts = kept.attempts.map((attempt) => script.attempt(attempt)).join('')
  channel.write((kept.mode === 'analyze' ? piece + attempts : attempts + piece) + script.result(kept))
  channel.end()
  channel.stop()
}
