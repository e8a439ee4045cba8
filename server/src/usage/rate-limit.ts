// How fast: a token bucket per subject, in the memory of this node. The bucket refills evenly over a minute.

export interface Pace {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the bucket is full again, or, where the call was refused, until the next call may pass. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  take(subject: string, perMinute: number): Pace
  /** How it stands, without taking anything. */
  look(subject: string, perMinute: number): Pace
}

interface Bucket {
  tokens: number
  atMs: number
}

const MINUTE_MS = 60_000
/** Above this many subjects the one that was seen longest ago is forgotten: it starts again with a full bucket. */
const SUBJECTS_MAX = 100_000

export function createRateLimiter(nowMs: () => number, subjectsMax = SUBJECTS_MAX): RateLimiter {
  const buckets = new Map<string, Bucket>()
  const tokensAt = (now: number, subject: string, perMinute: number) => {
    const known = buckets.get(subject)
    const refilled = known ? known.tokens + (Math.max(0, now - known.atMs) * perMinute) / MINUTE_MS : perMinute
    return Math.min(perMinute, refilled)
  }
  return {
    take(subject, perMinute) {
      const now = nowMs()
      const before = tokensAt(now, subject, perMinute)
      const allowed = before >= 1
      const tokens = allowed ? before - 1 : before
      // Deleting first moves the subject to the young end of the map's order.
      buckets.delete(subject)
      buckets.set(subject, { tokens, atMs: now })
      if (buckets.size > subjectsMax) forgetOldest(buckets)
      return paceOf(tokens, perMinute, allowed)
    },
    look(subject, perMinute) {
      const tokens = tokensAt(nowMs(), subject, perMinute)
      return paceOf(tokens, perMinute, tokens >= 1)
    },
  }
}

function paceOf(tokens: number, perMinute: number, allowed: boolean): Pace {
  const missing = allowed ? perMinute - tokens : 1 - tokens
  const resetSeconds = Math.max(1, Math.ceil((missing * 60) / perMinute))
  return { allowed, limit: perMinute, remaining: Math.floor(tokens), resetSeconds }
}

function forgetOldest(buckets: Map<string, Bucket>): void {
  const oldest = buckets.keys().next()
  if (!oldest.done) buckets.delete(oldest.value)
}
