// Rate limits: a token bucket per subject, in the memory of this process. The bucket refills evenly over its window, a minute by default.
// What other processes granted is taken from it too, once they report it (see rate-sharing.ts).

import { keepYoungest } from '../ground/keep-youngest.ts'
import { countedFor } from '../ground/network.ts'

export interface Rate {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the bucket is full again or, if the request was rejected, until the next one can pass. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Takes one, or as many as given; all or none. */
  take(subject: string, limit: number, count?: number): Rate
  /** The current state, without taking anything. */
  look(subject: string, limit: number): Rate
}

/** A limiter to which other processes report what they granted. */
export interface ToldLimiter extends RateLimiter {
  /** Takes what was granted elsewhere, below zero if necessary, so that an excess is waited for. */
  takenElsewhere(subject: string, limit: number, taken: number): void
}

/** The rate of an address: that of its network, unless its site has nothing left. */
export function rateOfAddress(
  limiter: RateLimiter,
  address: string,
  { limit, how = 'take', prefix = '' }: { limit: number; how?: 'take' | 'look'; prefix?: string },
): Rate {
  const [own, site] = countedFor(address, limit)
  const rate = limiter[how](prefix + own[0], own[1])
  if (!site || !rate.allowed) return rate
  const shared = limiter[how](prefix + site[0], site[1])
  return shared.allowed ? rate : shared
}

interface Bucket {
  tokens: number
  atMs: number
}

export const MINUTE_MS = 60_000
/** Above this many subjects, the one seen longest ago is forgotten: it starts again with a full bucket. */
const SUBJECTS_MAX = 100_000

interface LimiterOptions {
  readonly windowMs?: number
  readonly subjectsMax?: number
  /** Called for every request that passes. */
  readonly onTaken?: (subject: string, limit: number, count: number) => void
}

export function createRateLimiter(
  nowMs: () => number,
  { windowMs = MINUTE_MS, subjectsMax = SUBJECTS_MAX, onTaken }: LimiterOptions = {},
): ToldLimiter {
  const buckets = new Map<string, Bucket>()
  const tokensAt = (now: number, subject: string, limit: number) => {
    const known = buckets.get(subject)
    const refilled = known ? known.tokens + (Math.max(0, now - known.atMs) * limit) / windowMs : limit
    return Math.min(limit, refilled)
  }
  const keep = (subject: string, bucket: Bucket): void => keepYoungest(buckets, subject, bucket, subjectsMax)
  return {
    take(subject, limit, count = 1) {
      const now = nowMs()
      const before = tokensAt(now, subject, limit)
      const allowed = before >= count
      const tokens = allowed ? before - count : before
      keep(subject, { tokens, atMs: now })
      if (allowed) onTaken?.(subject, limit, count)
      return rateOf(tokens, { limit, allowed, windowMs, count })
    },
    look(subject, limit) {
      const tokens = tokensAt(nowMs(), subject, limit)
      return rateOf(tokens, { limit, allowed: tokens >= 1, windowMs, count: 1 })
    },
    takenElsewhere(subject, limit, taken) {
      const now = nowMs()
      keep(subject, { tokens: Math.max(-limit, tokensAt(now, subject, limit) - taken), atMs: now })
    },
  }
}

function rateOf(
  tokens: number,
  { limit, allowed, windowMs, count }: { limit: number; allowed: boolean; windowMs: number; count: number },
): Rate {
  const missing = allowed ? limit - tokens : count - tokens
  const resetSeconds = Math.max(1, Math.ceil((missing * windowMs) / 1000 / limit))
  return { allowed, limit, remaining: Math.max(0, Math.floor(tokens)), resetSeconds }
}
