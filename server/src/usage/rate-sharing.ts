// Rate limits of a whole deployment without a round trip per request: every process decides by its own buckets, and reports to the others
// what it granted, in batches (decision 0026). A fast caller is reported at once, all others four times a second.
import { randomUUID } from 'node:crypto'
import type { Database, Listening } from '../db/db.ts'
import { keepYoungest } from '../ground/keep-youngest.ts'
import { createRateLimiter, MINUTE_MS, type RateLimiter, type ToldLimiter } from './rate-limit.ts'
import { announceRates } from './rate-store.ts'

export interface RateSharing {
  /** A limiter that shares its buckets with those of the same name in other processes. */
  limiter(name: string, windowMs?: number): RateLimiter
  close(): Promise<void>
}

interface RateSharingParts {
  readonly database: Pick<Database, 'sql' | 'listen'>
  readonly nowMs: () => number
}

/** What was granted here and not reported yet. */
interface Untold {
  readonly limiter: string
  readonly subject: string
  readonly limit: number
  readonly sinceMs: number
  taken: number
}

type Told = readonly [limiter: string, subject: string, limit: number, taken: number]

const CHANNEL = 'equipoise_rates'
const TELL_EVERY_MS = 250
/** The share of a limit below which nothing is reported; so each process can be off by this much. */
const UNTOLD_SHARE_MAX = 0.01
/**
 * A subject is reported at once if it uses its bucket this many times faster than it refills. Without this, 8 processes grant 4,800
 * requests of a limit of 600 within one interval; reporting everybody at once would be a notification for nearly each request.
 */
const HURRY = 2
/** PostgreSQL takes less than 8,000 bytes in one notification. */
const MESSAGE_LENGTH_MAX = 7_000
const SUBJECTS_MAX = 100_000

/** For a single process, which has nobody to report to. */
export function createOwnRates(nowMs: () => number): RateSharing {
  return {
    limiter: (_name, windowMs = MINUTE_MS) => createRateLimiter(nowMs, { windowMs }),
    close: async () => {},
  }
}

export function createRateSharing({ database, nowMs }: RateSharingParts): RateSharing {
  const own = randomUUID()
  const limiters = new Map<string, ToldLimiter>()
  const outbox = createOutbox((told) => announceRates(database.sql, CHANNEL, messagesOf(own, told)))
  const listening: Listening = database.listen({
    channel: CHANNEL,
    onMessage: (text) => {
      const { from, told } = read(text)
      if (from === own) return
      for (const [name, subject, limit, taken] of told) limiters.get(name)?.takenElsewhere(subject, limit, taken)
    },
    // While disconnected, every process limits by what it knows.
    onUp: () => {},
    onDown: () => {},
  })
  return {
    limiter(name, windowMs = MINUTE_MS) {
      const note = outbox.noteFor(name, windowMs)
      const limiter = createRateLimiter(nowMs, { windowMs, onTaken: note })
      limiters.set(name, limiter)
      return limiter
    },
    async close() {
      await Promise.all([outbox.close(), listening.close()])
    },
  }
}

/** One message is in progress at a time; what is granted meanwhile goes into the next. */
function createOutbox(send: (told: readonly Told[]) => Promise<void>) {
  const untold = new Map<string, Untold>()
  const due = new Set<string>()
  let sending: Promise<void> | undefined
  let isHurried = false
  let isClosed = false
  const flush = (): void => {
    if (sending || isClosed || due.size === 0) return
    isHurried = false
    const told = [...due].flatMap((key): Told[] => {
      const one = untold.get(key)
      untold.delete(key)
      return one ? [[one.limiter, one.subject, one.limit, one.taken]] : []
    })
    due.clear()
    // Reports that could not be sent are dropped: without the database, each process limits by what it knows.
    sending = send(told)
      .catch(() => {})
      .finally(() => {
        sending = undefined
        if (isHurried) flush()
      })
  }
  const hurry = (): void => {
    if (!isHurried && !sending) setImmediate(flush)
    isHurried = true
  }
  const timer = setInterval(flush, TELL_EVERY_MS).unref()
  return {
    noteFor(limiter: string, windowMs: number) {
      return (subject: string, limit: number, count: number): void => {
        const key = `${limiter} ${subject}`
        const nowMs = performance.now()
        const known = untold.get(key)
        // What is older than the window has been refilled.
        const isOld = known !== undefined && nowMs - known.sinceMs > windowMs
        const one = known && !isOld ? known : { limiter, subject, limit, sinceMs: nowMs, taken: 0 }
        one.taken += count
        if (one !== known) keepYoungest(untold, key, one, SUBJECTS_MAX)
        if (one.taken < limit * UNTOLD_SHARE_MAX) return
        due.add(key)
        const usualMs = (one.taken * windowMs) / limit / HURRY
        if (nowMs - one.sinceMs < usualMs) hurry()
      }
    },
    async close() {
      clearInterval(timer)
      isClosed = true
      await sending
    },
  }
}

function messagesOf(from: string, told: readonly Told[]): string[] {
  const groups: Told[][] = []
  let length = MESSAGE_LENGTH_MAX
  for (const one of told) {
    const size = Buffer.byteLength(JSON.stringify(one)) + 1
    if (length + size > MESSAGE_LENGTH_MAX) {
      groups.push([])
      length = from.length
    }
    groups.at(-1)?.push(one)
    length += size
  }
  return groups.map((group) => JSON.stringify([from, ...group]))
}

/** A message of another release that we cannot parse is ignored. */
function read(text: string): { from: string; told: readonly Told[] } {
  try {
    const [from, ...told] = JSON.parse(text) as [string, ...Told[]]
    return { from, told: told.filter(isTold) }
  } catch {
    return { from: '', told: [] }
  }
}

function isTold(one: unknown): one is Told {
  if (!Array.isArray(one)) return false
  const [name, subject, limit, taken] = one
  return typeof name === 'string' && typeof subject === 'string' && limit > 0 && taken > 0
}
