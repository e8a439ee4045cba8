// Sends what waits, to each webhook in order: the next delivery is sent when the one before it has arrived. Any node can send, but only
// one at a time to a webhook. If a node stops after the receiver has answered, another one sends that delivery again.
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from '../db/db.ts'
import type { Report } from '../ground/errors.ts'
import type { Seal } from '../ground/sealed.ts'
import {
  confirmHold,
  endHold,
  extendHold,
  type Held,
  noteAttempt,
  type Queued,
  readFirst,
  takeDue,
} from './delivery-store.ts'
import { nextAttempt } from './pauses.ts'
import type { Post } from './posting.ts'
import { signedHeaders } from './signing.ts'
import { disableWebhook } from './webhook-store.ts'

export interface Sending {
  /** Looks for something due, now. */
  wake(): void
  /** Sends until nothing is due. */
  run(): Promise<void>
  start(): void
  /** Waits briefly for what is being sent; otherwise it is sent again, by another node or after the next start. */
  close(): Promise<void>
}

export interface SendingParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly seal: Seal
  readonly post: Post
  readonly report: Report
  /** For tests. */
  readonly turnMs?: number
  /** Tells the owner, in the same transaction, that a webhook was switched off. */
  readonly onDisabled: (
    tx: TransactionSql,
    accountId: number,
    webhook: { id: string; url: string; error: string; isGone: boolean; at: Date },
  ) => Promise<void>
}

const LOOK_MS = 2_000
const CLOSE_TIMEOUT_MS = 5_000
const AT_ONCE_MAX = 32
/** After so long, other webhooks have their turn, however slowly this one answers. */
const TURN_MS = 10_000
/** Much longer than one attempt takes. */
const HELD_MS = 60_000
const ERROR_LENGTH_MAX = 300
/** By Standard Webhooks, a receiver that answers this wants no more. */
const GONE = 410

export function createSending(parts: SendingParts): Sending {
  const { sql, nowMs, report } = parts
  const working = new Set<Promise<void>>()
  let isClosed = false
  let isWanted = false
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    while (isWanted && !isClosed && working.size < AT_ONCE_MAX) {
      isWanted = false
      const until = new Date(nowMs() + HELD_MS)
      const due = await takeDue(sql, { now: new Date(nowMs()), until, rowsMax: AT_ONCE_MAX - working.size })
      for (const held of due) {
        const work = sendAll(parts, held, () => isClosed)
          .catch((error) => report(error, 'what came of sending to a webhook could not be stored; it is sent again'))
          .finally(() => {
            working.delete(work)
            wake()
          })
        working.add(work)
      }
    }
  }
  const wake = (): void => {
    isWanted = true
    looking ??= look()
      .catch((error) => report(error, 'the queues of webhooks could not be read'))
      .finally(() => {
        looking = undefined
      })
  }
  return {
    wake,
    async run() {
      do {
        wake()
        await looking
        await Promise.all(working)
      } while (working.size > 0 || looking)
    },
    start() {
      timer = setInterval(wake, LOOK_MS).unref()
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking
      const waited = new AbortController()
      const tooLong = delay(CLOSE_TIMEOUT_MS, undefined, { signal: waited.signal }).catch(() => {})
      await Promise.race([Promise.all(working), tooLong])
      waited.abort()
    },
  }
}

async function sendAll(parts: SendingParts, taken: Held, isClosed: () => boolean): Promise<void> {
  const { sql, nowMs, turnMs = TURN_MS } = parts
  let held = taken
  const startedMs = performance.now()
  do {
    const queued = await readFirst(sql, held.id)
    if (!queued) break
    const result = await attempt(parts, held, queued)
    const heldUntil = new Date(nowMs() + HELD_MS)
    const goesOn = await sql.begin(async (tx) => {
      if (!(await confirmHold(tx, held))) return false
      if (!(await settle(parts, tx, { held, queued, result }))) return false
      await extendHold(tx, held.id, heldUntil)
      return true
    })
    if (!goesOn) return
    held = { ...held, heldUntil }
  } while (performance.now() - startedMs < turnMs && !isClosed())
  await sql.begin(async (tx) => {
    if (!(await confirmHold(tx, held))) return
    await endHold(tx, held.id, (await readFirst(tx, held.id)) ? new Date(nowMs()) : null)
  })
}

interface Result {
  readonly at: Date
  readonly status: number | null
  /** Undefined if it has arrived. */
  readonly error: string | undefined
  readonly durationMs: number
}

async function attempt({ nowMs, seal, post }: SendingParts, held: Held, { id, payload }: Queued): Promise<Result> {
  const at = new Date(nowMs())
  const startedMs = performance.now()
  const resultOf = (status: number | null, error?: string): Result => ({
    at,
    status,
    error: error?.slice(0, ERROR_LENGTH_MAX),
    durationMs: Math.round(performance.now() - startedMs),
  })
  const previous = held.previousUntil && held.previousUntil > at ? held.previousSecret : null
  const secrets = [held.secret, previous].flatMap((sealed) => (sealed ? (seal.open(sealed) ?? []) : []))
  if (secrets.length === 0) return resultOf(null, 'The signing secret cannot be read on this deployment. Rotate it.')
  try {
    const status = await post(held.url, {
      headers: signedHeaders({ id, payload, atMs: at.getTime() }, secrets),
      body: payload,
    })
    if (status >= 200 && status < 300) return resultOf(status)
    const isRedirect = Math.floor(status / 100) === 3
    return resultOf(
      status,
      isRedirect ? 'The answer was a redirect, which we do not follow.' : 'The status is not 2xx.',
    )
  } catch (error) {
    return resultOf(null, wordsOf(error))
  }
}

/** Returns whether the next delivery can be sent; otherwise the hold has ended. */
async function settle(
  { onDisabled }: SendingParts,
  tx: TransactionSql,
  { held, queued, result }: { held: Held; queued: Queued; result: Result },
): Promise<boolean> {
  const { at, status, error } = result
  if (error === undefined) {
    await noteAttempt(tx, { ...result, queued, state: 'delivered', error: null })
    return true
  }
  const isGone = status === GONE
  const nextAt = isGone ? undefined : nextAttempt(queued, at)
  await noteAttempt(tx, { ...result, queued, state: nextAt ? 'waiting' : 'failed', error })
  if (nextAt) {
    await endHold(tx, held.id, nextAt)
  } else {
    await disableWebhook(tx, { id: held.id, at, because: 'failing' })
    await onDisabled(tx, held.accountId, { id: held.id, url: held.url, error, isGone, at })
  }
  return false
}

/** Several addresses that could not be reached are one error without words of its own. */
function wordsOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message || first.name : String(first)
}
