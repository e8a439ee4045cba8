// Finds the caller of a credential. Rows are cached for a few seconds, and dropped at once when any node changes the account.
import type { Sql } from '../db/db.ts'
import { keepYoungest } from '../ground/keep-youngest.ts'
import { ACCOUNT, type LimitedBy, type Limits, subjectOfKey } from '../ground/limits.ts'
import { planNow } from '../ground/plans.ts'
import type { Caller, Credential } from './caller.ts'
import { findKeyByHash } from './keys/key-store.ts'
import { fingerprintOf, hashOf, isWellFormed } from './keys/keys.ts'
import { findSession } from './sign-in/session-store.ts'
import type { Tokens } from './sign-in/tokens.ts'

/** What the database returned; whether it has expired is checked at each use. */
interface Known {
  readonly caller: Caller
  readonly planEndsAt: Date | null
  readonly expiresAt: Date | null
}

interface Remembered {
  readonly known: Promise<Known | undefined>
  untilMs: number
  accountId: number | undefined
}

interface IdentityParts {
  readonly sql: Sql
  readonly tokens: Tokens
  readonly keyPrefix: string
  readonly nowMs: () => number
  /** Called for every known caller. */
  readonly noteUse: (caller: Caller, address: string | undefined) => void
}

export interface IdentifyOptions {
  /** Asked if the caller is not cached. If true, the database is not queried: the caller counts as unknown. */
  readonly onlyRemembered?: () => boolean
  readonly address?: string
}

export interface Identities {
  identify(credential: Credential, options?: IdentifyOptions): Promise<Caller | undefined>
  forget(accountId: number): void
  /** While false, nothing is cached: notifications of changes on other nodes might not arrive. */
  setHearing(isHearing: boolean): void
}

const REMEMBERED_MS = 10_000
/** How long an unknown credential is cached: new ones are random, so one that was unknown never becomes valid. */
const REMEMBERED_AS_UNKNOWN_MS = 1_000
const REMEMBERED_MAX = 50_000

export function createIdentities(parts: IdentityParts): Identities {
  const { tokens, keyPrefix, nowMs, noteUse } = parts
  const memory = createMemory(nowMs)
  return {
    async identify({ kind, text }, { onlyRemembered, address } = {}) {
      // A cached credential was checked when it was looked up; only expiry can change, and that is checked below.
      const place = `${kind} ${fingerprintOf(text)}`
      const remembered = memory.recall(place)
      if (!remembered && onlyRemembered?.()) return undefined
      if (!remembered && !(kind === 'key' ? isWellFormed(text, keyPrefix) : tokens.verify(text))) return undefined
      const known = await (remembered ??
        memory.learn(place, () => (kind === 'key' ? lookUpKey(parts, hashOf(text)) : lookUpSession(parts, text))))
      const caller = known && callerNow(known, nowMs())
      if (caller) noteUse(caller, address)
      return caller
    },
    forget: memory.forget,
    setHearing: memory.setHearing,
  }
}

async function lookUpKey({ sql, nowMs }: IdentityParts, hash: Buffer): Promise<Known | undefined> {
  const row = await findKeyByHash(sql, hash)
  // An expired key is treated as an unknown one, so both take the same time.
  if (!row || isOver(row, nowMs())) return undefined
  const { keyId, accountId, email, scope, filterMode, plan, planEndsAt, expiresAt, accountLimits } = row
  const limited = limitedByOf(accountLimits, row.limits && { subject: subjectOfKey(row), limits: row.limits })
  const own = { ...(filterMode ? { filterMode } : {}), ...limited }
  const caller = { accountId, email, plan, kind: 'key', scope, keyId, ...own } as const
  return { caller, planEndsAt, expiresAt }
}

/** Absent for most callers: nothing of what they do is then looked up or counted. */
export function limitedByOf(account: Limits | null, key: LimitedBy | null): { limitedBy?: readonly LimitedBy[] } {
  const limitedBy = [...(account ? [{ subject: ACCOUNT, limits: account }] : []), ...(key ? [key] : [])]
  return limitedBy.length > 0 ? { limitedBy } : {}
}

async function lookUpSession({ sql, tokens }: IdentityParts, text: string): Promise<Known | undefined> {
  const claims = tokens.verify(text)
  const row = claims && (await findSession(sql, claims.sessionId))
  if (!row || row.accountId !== claims.accountId) return undefined
  const { accountId, email, plan, planEndsAt, role, hasSecondFactor } = row
  const known = { accountId, email, plan, role, hasSecondFactor, ...limitedByOf(row.limits, null) }
  const caller = { ...known, kind: 'jwt', scope: 'full', sessionId: claims.sessionId } as const
  const expiresAt = new Date(Math.min(row.expiresAt.getTime(), claims.expiresAtMs))
  return { caller, planEndsAt, expiresAt }
}

function isOver({ expiresAt }: Pick<Known, 'expiresAt'>, nowMs: number): boolean {
  return expiresAt !== null && expiresAt.getTime() <= nowMs
}

function callerNow(known: Known, nowMs: number): Caller | undefined {
  if (isOver(known, nowMs)) return undefined
  const { caller, planEndsAt } = known
  const plan = planNow({ plan: caller.plan, planEndsAt }, nowMs)
  return plan === caller.plan ? caller : { ...caller, plan }
}

function createMemory(nowMs: () => number) {
  const entries = new Map<string, Remembered>()
  let isHearing = false

  const recall = (key: string): Remembered['known'] | undefined => {
    const entry = entries.get(key)
    return entry && entry.untilMs > nowMs() ? entry.known : undefined
  }

  const learn = async (key: string, lookUp: () => Remembered['known']): Promise<Known | undefined> => {
    // The cache holds the promise, so that concurrent requests share one look-up.
    if (!isHearing) return lookUp()
    const fresh: Remembered = { known: lookUp(), untilMs: nowMs() + REMEMBERED_MS, accountId: undefined }
    keepYoungest(entries, key, fresh, REMEMBERED_MAX)
    try {
      const known = await fresh.known
      fresh.accountId = known?.caller.accountId
      if (!known) fresh.untilMs = Math.min(fresh.untilMs, nowMs() + REMEMBERED_AS_UNKNOWN_MS)
      // Once it expires it is looked up again, as an unknown one would be.
      if (known?.expiresAt) fresh.untilMs = Math.min(fresh.untilMs, known.expiresAt.getTime())
      return known
    } catch (error) {
      if (entries.get(key) === fresh) entries.delete(key)
      throw error
    }
  }

  return {
    recall,
    learn,
    /** A look-up that is still in progress may have read the row before the change, so it is dropped too. */
    forget(accountId: number): void {
      for (const [key, entry] of entries) {
        if (entry.accountId === undefined || entry.accountId === accountId) entries.delete(key)
      }
    },
    setHearing(hears: boolean): void {
      isHearing = hears
      entries.clear()
    },
  }
}
