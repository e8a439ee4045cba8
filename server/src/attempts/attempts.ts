// Limits how often something may be tried, exactly and across all nodes.
import { createHash } from 'node:crypto'
import type { Sql, TransactionSql } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import { countedFor } from '../ground/network.ts'
import { clearTries, type Limit, returnTry, takeTry } from './attempt-store.ts'

export type { Limit } from './attempt-store.ts'

/** Per address and purpose: emails that confirm an address do not use up those that reset a password. */
const EMAILS: Limit = { tries: 5, windowMs: 3_600_000 }
/** Invalid tokens in links, per network. */
const TOKENS: Limit = { tries: 30, windowMs: 900_000 }

type EmailPurpose = 'reset' | 'confirmation' | 'newsletter'

export interface Attempts {
  /** Counts one attempt; if none is left, returns in how many seconds there is one again. */
  take(subject: string, limit: Limit): Promise<number | undefined>
  /** The same for all that comes from an address. Returns what was counted as well. */
  takeFrom(address: string, what: string, limit: Limit): Promise<{ taken: string[]; waitSeconds?: number }>
  uncount(subjects: readonly string[]): Promise<void>
  clear(subject: string): Promise<void>
  /** Looks up a token. Only invalid ones count: those for which `find` returns undefined. */
  token<T>(address: string, find: () => Promise<T | undefined>): Promise<T | undefined>
  /** Whether one more email for this purpose may go to this address. Counted in the transaction if one is given. */
  mayMail(purpose: EmailPurpose, email: string, tx?: TransactionSql): Promise<boolean>
}

export function createAttempts(sql: Sql, nowMs: () => number): Attempts {
  const takeIn = async (within: Sql | TransactionSql, subject: string, limit: Limit): Promise<number | undefined> => {
    const locked = await takeTry(within, { subject, limit, now: new Date(nowMs()) })
    if (!locked) return undefined
    return Math.max(1, Math.ceil((locked.lockedSince.getTime() + limit.windowMs - nowMs()) / 1000))
  }
  const uncount = async (subjects: readonly string[]): Promise<void> => {
    for (const subject of subjects) await returnTry(sql, subject)
  }
  const takeFrom: Attempts['takeFrom'] = async (address, what, limit) => {
    const taken: string[] = []
    for (const [who, tries] of countedFor(address, limit.tries)) {
      const subject = `${what}:${who}`
      const waitSeconds = await takeIn(sql, subject, { ...limit, tries })
      if (waitSeconds) return { taken, waitSeconds }
      taken.push(subject)
    }
    return { taken }
  }
  return {
    take: (subject, limit) => takeIn(sql, subject, limit),
    takeFrom,
    uncount,
    clear: (subject) => clearTries(sql, subject),
    async token(address, find) {
      const { taken, waitSeconds } = await takeFrom(address, 'token', TOKENS)
      if (waitSeconds) throw tooFast('Too many invalid links or codes. Try again in 15 minutes.', waitSeconds)
      const found = await find().catch(async (error: unknown) => {
        await uncount(taken).catch(() => {})
        throw error
      })
      if (found !== undefined) await uncount(taken)
      return found
    },
    mayMail: async (purpose, email, tx) =>
      (await takeIn(tx ?? sql, `mail:${purpose}:${digest(email)}`, EMAILS)) === undefined,
  }
}

export function tooFast(message: string, waitSeconds: number): ApiError {
  return new ApiError('too_fast', message, { headers: { 'retry-after': String(waitSeconds) } })
}

/** For the log, so it does not name the address. */
export function limitReached(): Error {
  return new Error('the limit of emails to its address is reached')
}

/** Addresses are counted as hashes, so that the table does not contain them. */
export function digest(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
