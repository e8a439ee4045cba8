// Credential → caller. What the database said is remembered for a few seconds, and forgotten at once when any node changes it.
import type { Sql } from '../db/db.ts'
import { keepYoungest } from '../ground/keep-youngest.ts'
import { planNow } from '../ground/plans.ts'
import type { Caller, Credential } from './caller.ts'
import { findKeyByHash } from './keys/key-store.ts'
import { fingerprintOf, hashOf, isWellFormed } from './keys/keys.ts'
import { findSession } from './sign-in/session-store.ts'
import type { Tokens } from './sign-in/tokens.ts'

/** What the database knows, before the clock is asked what of it still counts. */
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
  /** Told of every caller that is known. */
  readonly noteUse: (caller: Caller, address: string | undefined) => void
}

export interface IdentifyOptions {
  /** Somebody who would have to be looked up is nobody. */
  readonly onlyRemembered?: boolean
  /** From where the credential was sent. */
  readonly address?: string
}

export interface Identities {
  identify(credential: Credential, options?: IdentifyOptions): Promise<Caller | undefined>
  forget(accountId: number): void
  /** While false, nothing is remembered: changes made on other nodes might not be heard. */
  setHearing(isHearing: boolean): void
}

const REMEMBERED_MS = 10_000
/** For credentials that are unknown. What is made later is new: a key or token that was unknown once never becomes valid later. */
const REMEMBERED_AS_UNKNOWN_MS = 1_000
const REMEMBERED_MAX = 50_000

export function createIdentities(parts: IdentityParts): Identities {
  const { tokens, keyPrefix, nowMs, noteUse } = parts
  const memory = createMemory(nowMs)
  return {
    async identify({ kind, text }, { onlyRemembered = false, address } = {}) {
      // What is remembered was checked when it was looked up; of that only times can change, and those are asked below.
      const place = `${kind} ${fingerprintOf(text)}`
      const remembered = memory.recall(place)
      if (!remembered && onlyRemembered) return undefined
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
  // An expired key is an unknown one, so both take the same time.
  if (!row || isOver(row, nowMs())) return undefined
  const { keyId, accountId, email, scope, filterMode, plan, planEndsAt, expiresAt } = row
  const caller = { accountId, email, plan, kind: 'key', scope, keyId, ...(filterMode ? { filterMode } : {}) } as const
  return { caller, planEndsAt, expiresAt }
}

async function lookUpSession({ sql, tokens }: IdentityParts, text: string): Promise<Known | undefined> {
  const claims = tokens.verify(text)
  const row = claims && (await findSession(sql, claims.sessionId))
  if (!row || row.accountId !== claims.accountId) return undefined
  const { accountId, email, plan, planEndsAt, role, hasSecondFactor } = row
  const { sessionId } = claims
  const caller = { accountId, email, plan, kind: 'jwt', scope: 'full', sessionId, role, hasSecondFactor } as const
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
    // The promise is kept, so that callers who come meanwhile share one look-up.
    if (!isHearing) return lookUp()
    const fresh: Remembered = { known: lookUp(), untilMs: nowMs() + REMEMBERED_MS, accountId: undefined }
    keepYoungest(entries, key, fresh, REMEMBERED_MAX)
    try {
      const known = await fresh.known
      fresh.accountId = known?.caller.accountId
      if (!known) fresh.untilMs = Math.min(fresh.untilMs, nowMs() + REMEMBERED_AS_UNKNOWN_MS)
      // From its expiry on it is looked up again, as one that is unknown would be.
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
    /** An answer that is still in progress may be older than the change, so it is not kept either. */
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
