// The API keys of an account: creating, listing, rotating and revoking them.
import { eachPage, type Sql, type TransactionSql } from '../../db/db.ts'
import { ApiError } from '../../ground/errors.ts'
import type { FilterMode } from '../../ground/filter-mode.ts'
import type { Limits } from '../../ground/limits.ts'
import { announceChange, lockCaller } from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Caller, Origin } from '../caller.ts'
import type { Scope } from '../scopes.ts'
import {
  type ApiKey,
  countKeys,
  endPredecessor,
  findKey,
  insertKey,
  type KeyChange,
  type KeyPage,
  listKeys,
  type NamedKeys,
  nameKeys,
  pruneKeys,
  replaceKey,
  revokeKey,
  updateKey,
} from './key-store.ts'
import { mintKey } from './keys.ts'

/** Includes the whole secret, which is shown only now. */
export interface CreatedKey extends ApiKey {
  readonly key: string
}

interface KeyWish {
  readonly name: string
  readonly scope: Scope
  readonly filterMode?: FilterMode | null
  readonly limits?: Limits | null
  readonly limitsOf?: number | null
  readonly expiresAt: Date | null
}

export interface KeyRing {
  list(accountId: number, page: KeyPage): Promise<ApiKey[]>
  /** All of them, the oldest first. */
  each(accountId: number, which: { revoked: boolean }): AsyncIterable<ApiKey[]>
  /** Of these keys, also if they were revoked, and then of others that work: for statistics. */
  names(accountId: number, page: { ids: readonly number[]; rowsMax: number }): Promise<NamedKeys>
  create(caller: Caller, wish: KeyWish, options: { keysMax: number; origin: Origin }): Promise<CreatedKey>
  /** Creates a key with the same name, scope and expiry. The old key works for the grace period; the one before it stops working now. */
  rotate(caller: Caller, keyId: number, options: { graceSeconds: number; origin: Origin }): Promise<CreatedKey>
  change(caller: Caller, keyId: number, options: { change: KeyChange; origin: Origin }): Promise<ApiKey>
  revoke(caller: Caller, keyId: number, origin: Origin): Promise<void>
}

interface KeyRingParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly keyPrefix: string
  readonly forget: (accountId: number) => void
}

export function createKeyRing(parts: KeyRingParts): KeyRing {
  const { sql, nowMs, forget } = parts
  return {
    list: (accountId, page) => listKeys(sql, accountId, page),
    each: (accountId, which) =>
      eachPage(({ last, rowsMax }) => listKeys(sql, accountId, { ...which, after: last?.id, rowsMax })),
    names: (accountId, page) => nameKeys(sql, accountId, page),
    create: (caller, wish, { keysMax, origin }) =>
      sql.begin(async (tx) => {
        const at = new Date(nowMs())
        const { accountId, plan } = caller
        await lockCaller(tx, caller)
        if ((await countKeys(tx, accountId, at)) >= keysMax) {
          throw new ApiError(
            'forbidden',
            `The ${plan} plan allows ${keysMax} keys: revoke one or choose a higher plan.`,
          )
        }
        const made = await addKey(parts, tx, { ...wish, accountId, at })
        await noteKey(tx, { accountId, at, event: 'key_created', origin, key: made })
        return made
      }),
    async rotate(caller, keyId, options) {
      const made = await sql.begin((tx) => rotate(parts, tx, { caller, keyId, ...options }))
      forget(caller.accountId)
      return made
    },
    async change(caller, id, { change, origin }) {
      const { accountId } = caller
      const changed = await sql.begin(async (tx) => {
        await lockCaller(tx, caller)
        if (!(await updateKey(tx, { accountId, id, ...change }))) throw noSuchKey()
        const key = await findKey(tx, accountId, id)
        if (!key) throw noSuchKey()
        const at = new Date(nowMs())
        if (change.name !== undefined) await noteKey(tx, { accountId, at, event: 'key_renamed', origin, key })
        if (change.limits !== undefined) await noteKey(tx, { accountId, at, event: 'key_limited', origin, key })
        await announceChange(tx, accountId)
        return key
      })
      forget(accountId)
      return changed
    },
    async revoke(caller, id, origin) {
      const { accountId } = caller
      await sql.begin(async (tx) => {
        const at = new Date(nowMs())
        await lockCaller(tx, caller)
        const key = await findKey(tx, accountId, id)
        if (!key || !(await revokeKey(tx, { accountId, id, at }))) throw noSuchKey()
        await noteKey(tx, { accountId, at, event: 'key_revoked', origin, key })
        await announceChange(tx, accountId)
      })
      forget(accountId)
    },
  }
}

async function rotate(
  parts: KeyRingParts,
  tx: TransactionSql,
  wish: { caller: Caller; keyId: number; graceSeconds: number; origin: Origin },
): Promise<CreatedKey> {
  const { caller, keyId, graceSeconds, origin } = wish
  const { accountId } = caller
  const nowMs = parts.nowMs()
  const at = new Date(nowMs)
  await lockCaller(tx, caller)
  const old = await findKey(tx, accountId, keyId)
  if (!old) throw noSuchKey()
  if (old.isRotated) throw new ApiError('malformed', 'This key has already been rotated.')
  if (old.expiresAt && old.expiresAt.getTime() <= nowMs) throw new ApiError('malformed', 'This key has expired.')
  const { name, scope, filterMode, limits, expiresAt } = old
  const limitsOf = old.limitsOf ?? keyId
  const made = await addKey(parts, tx, { accountId, name, scope, filterMode, limits, limitsOf, expiresAt, at })
  await endPredecessor(tx, accountId, { id: keyId, at })
  await replaceKey(tx, keyId, { by: made.id, endsAt: new Date(nowMs + graceSeconds * 1000) })
  await noteKey(tx, { accountId, at, event: 'key_rotated', origin, key: old })
  await announceChange(tx, accountId)
  return made
}

async function addKey(
  { keyPrefix }: KeyRingParts,
  tx: TransactionSql,
  { at, ...wish }: KeyWish & { accountId: number; at: Date },
): Promise<CreatedKey> {
  const minted = mintKey(keyPrefix)
  const row = await insertKey(tx, {
    filterMode: null,
    limits: null,
    limitsOf: null,
    ...wish,
    hash: minted.hash,
    keyPrefix: minted.prefix,
    createdAt: at,
  })
  if (!row) throw new Error('the key was not stored')
  await pruneKeys(tx, wish.accountId, at)
  return { ...row, key: minted.text }
}

async function noteKey(
  tx: TransactionSql,
  entry: { accountId: number; at: Date; event: string; origin: Origin; key: ApiKey },
): Promise<void> {
  const { key, ...rest } = entry
  await insertAudit(tx, {
    ...rest,
    detail: { key_id: key.id, name: key.name, key_prefix: key.keyPrefix, scope: key.scope },
  })
}

function noSuchKey(): ApiError {
  return new ApiError('not_found', 'There is no key with this id.')
}
