// Seals the pool of a prize draw or of an instant-win list, signs its document, and stores both, before what decides can be known.
import { randomUUID } from 'node:crypto'
import { canonicalJson, PRIZE_TYPE, type PrizeLock, sha256Hex, stampOf } from '@equipoise/engine'
import type { TransactionSql } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import { inTurns } from '../ground/in-turns.ts'
import { lockOwner } from './owner-store.ts'
import { type DrawingParts, prizeNotFound } from './prize-drawing.ts'
import { HASH_BYTES, sealSteps } from './prize-sealing.ts'
import { countPrizes, findPrize, insertNames, insertPrize, type NewPrize, type Prize } from './prize-store.ts'
import type { Randomness } from './randomness.ts'
import type { Content } from './receipts.ts'
import type { Seal } from './seal.ts'

export interface PrizeParts extends DrawingParts {
  readonly seal: Seal
  readonly randomness: Randomness
}

export interface PoolWish {
  readonly accountId: number
  readonly size: number
  /** Of the names that are stored. None are stored if they follow from the key. */
  readonly bytes: number
  /** How many of the entries, the last ones, are free. */
  readonly free: number
  /** What is sealed, in its order. */
  namesBy(key: string): readonly string[]
  readonly row: Pick<NewPrize, 'title' | 'round' | 'endsAt' | 'nistAt' | 'replaces'>
  /** What is signed beside the pool. */
  readonly document: object
  /** When what decides can be known, or sales begin. */
  readonly decidedMs: number
  /** Throws if it is too late. */
  requireAhead(): void
}

const DRAWS_MAX = 100
const POOLS_MAX = 200_000
const NAMES_MIB_MAX = 32
export const PAGE_ENTRIES = 250
const KEY_BYTES = 32

export async function lockPool(parts: PrizeParts, wish: PoolWish): Promise<Prize> {
  const { accountId, free } = wish
  const { made } = await requireRoom(parts.sql, wish)
  const key = await parts.randomness.seed(KEY_BYTES)
  const names = wish.namesBy(key)
  const pool = await inTurns(`account:${accountId}`, sealSteps(names, { key, free }))
  return lockSealed(parts, wish, { ...pool, key, names, made }).catch((error: unknown) => {
    // Sealing the pool is what is charged for, and it is done.
    if (error instanceof ApiError && (error.kind === 'conflict' || error.kind === 'invalid')) error.keepsCharge = true
    throw error
  })
}

interface Sealed {
  readonly sealed: Buffer
  readonly tree: Buffer
  readonly key: string
  readonly names: readonly string[]
  /** How many the account had locked before. */
  readonly made: number
}

async function lockSealed(parts: PrizeParts, wish: PoolWish, pool: Sealed): Promise<Prize> {
  const { sql, receipts, nowMs, seal, timeStamp } = parts
  const { accountId, size, free, bytes, row, document } = wish
  const { sealed, tree, key, names, made } = pool
  const [id, createdAt] = [randomUUID(), new Date(nowMs())]
  const lock = await receipts.sign<PrizeLock & { type: string }>({
    type: PRIZE_TYPE,
    id,
    issued_at: createdAt.toISOString(),
    number: made + 1,
    pool: { root: tree.toString('hex', tree.length - HASH_BYTES), size, free },
    ...document,
  } as Content<PrizeLock>)
  const text = canonicalJson(lock)
  const lockStamp = await timeStamp(sha256Hex(text))
  // The authority may have taken its time.
  wish.requireAhead()
  requireEarly(lockStamp, wish)
  await sql.begin(async (tx) => {
    await lockOwner(tx, accountId)
    const now = await requireRoom(tx, wish)
    if (now.made !== made)
      throw new ApiError('conflict', 'Your account locked another prize draw meanwhile. Try again.')
    const sealedKey = seal.seal(key, `prize ${id}`)
    const stored = { id, accountId, size, createdAt, lockStamp, sealed, tree, bytes, sealedKey }
    await insertPrize(tx, { ...row, ...stored, number: made + 1, lock: text })
    for (let from = 0; row.endsAt === null && from < size; from += PAGE_ENTRIES) {
      const entries = JSON.stringify(names.slice(from, from + PAGE_ENTRIES))
      await insertNames(tx, { id, accountId, page: from / PAGE_ENTRIES, entries })
    }
  })
  return (await findPrize(sql, id)) ?? prizeNotFound()
}

/** Its stamp would fail every check of the file: one of the clocks is wrong. */
function requireEarly(stamp: Buffer | null, { decidedMs }: PoolWish): void {
  const at = stamp && stampOf(stamp)?.at
  if (!at || Date.parse(at) < decidedMs) return
  const words = `The time-stamp authority says that it is ${at}, too late for this draw. Nothing was stored: check its clock and ours.`
  throw new ApiError('provider_failed', words)
}

async function requireRoom(
  sql: TransactionSql,
  { accountId, size, bytes }: Pick<PoolWish, 'accountId' | 'size' | 'bytes'>,
) {
  const counted = await countPrizes(sql, accountId)
  const isFull =
    counted.made >= DRAWS_MAX || counted.entries + size > POOLS_MAX || counted.bytes + bytes > NAMES_MIB_MAX * 1_048_576
  if (isFull) {
    const words = `An account can have ${DRAWS_MAX} prize draws with ${POOLS_MAX} entries, and ${NAMES_MIB_MAX} MiB of names.`
    throw new ApiError('conflict', words)
  }
  return counted
}
