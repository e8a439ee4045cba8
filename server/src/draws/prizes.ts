// Prize draws that an operator can file. Making one locks it: the pool, the rules and the round that decides are signed before the round is
// public, and afterwards entries can only be excluded, with reasons that everybody can read.
import { randomUUID, timingSafeEqual } from 'node:crypto'
import {
  canonicalJson,
  DRAND_CHAIN,
  drandRoundAt,
  drandRoundMs,
  drandRoundTime,
  type Entrant,
  entrySalt,
  PRIZE_LIMITS,
  PRIZE_TYPE,
  type PrizeLock,
  type PrizeResult,
  parseCode,
  prizeOutcome,
  prizeSeed,
  proofPlaces,
  type Route,
  receiptHash,
  sha256Hex,
} from '@equipoise/engine'
import type { Page, Sql, TransactionSql } from '../db/db.ts'
import { ApiError, invalidField, type Report } from '../ground/errors.ts'
import { inTurns } from '../ground/in-turns.ts'
import { type BeaconParts, rejectUnlessAhead, signatureOf } from './beacons.ts'
import { openSeed } from './commitments.ts'
import { lockOwner } from './owner-store.ts'
import { createPrizeClock, type PrizeClock } from './prize-clock.ts'
import { type ExportedEntry, type ExportedPrize, eachEntry, eachPrize } from './prize-export.ts'
import { HASH_BYTES, routeOf, sealSteps } from './prize-sealing.ts'
import {
  countPrizes,
  deleteNames,
  findHashes,
  findKey,
  findNames,
  findPrize,
  findSealed,
  insertExclusion,
  insertNames,
  insertPrize,
  isOwned,
  type ListedPrize,
  listDue,
  listExclusions,
  listPrizes,
  lockPrize,
  type Prize,
  writeResult,
  writeStamp,
} from './prize-store.ts'
import { withdrawnWords } from './published.ts'
import { findDeleted } from './published-store.ts'
import type { Randomness } from './randomness.ts'
import type { Content } from './receipts.ts'
import type { Seal } from './seal.ts'
import type { TimeStamp } from './time-stamps.ts'

export interface PrizeWish {
  readonly title: string
  readonly organiser: string
  readonly rules: readonly string[]
  readonly closedAt: Date
  readonly winners: number
  readonly reserves: number
  readonly round: number
  readonly entries: readonly string[]
  readonly freeEntries: readonly string[]
  readonly replaces?: { readonly id: string; readonly reason: string } | undefined
}

interface ExclusionWish {
  readonly position: number
  readonly kind: 'excluded' | 'unclaimed'
  readonly reason: string
}

/** Of an entry, for its draw's file. */
export interface NamedEntry {
  readonly position: number
  readonly route: Route
  readonly sealed: string
  readonly salt: string
  readonly entry: string
}

export interface PrizeDraws {
  create(accountId: number, wish: PrizeWish): Promise<Prize>
  /** Anybody can read it. */
  find(id: string): Promise<Prize>
  list(accountId: number, page: Page): Promise<ListedPrize[]>
  exclude(accountId: number, id: string, wish: ExclusionWish): Promise<Prize>
  /** Drawing again returns the same result. `signature` is the round's, if the caller has it. */
  draw(accountId: number, id: string, signature: string | undefined): Promise<Prize>
  /** What the holder of a code can check. */
  entrant(id: string, code: string): Promise<Entrant>
  /** For the owner. Without names the salts and entries are empty. */
  entries(accountId: number, id: string, withNames: boolean): AsyncGenerator<NamedEntry[]>
  /** Deletes the names permanently. What was published stays. */
  removeNames(accountId: number, id: string): Promise<void>
  /** For the export of the account. */
  eachPrize(accountId: number): AsyncGenerator<ExportedPrize[]>
  eachEntry(accountId: number): AsyncGenerator<ExportedEntry[]>
  /** Draws what is due by itself. */
  readonly clock: PrizeClock
}

export interface PrizeParts extends BeaconParts {
  readonly seal: Seal
  readonly randomness: Randomness
  readonly timeStamp: TimeStamp
  readonly report: Report
}

const DRAWS_MAX = 100
const POOLS_MAX = 200_000
const NAMES_MIB_MAX = 32
const PAGE_ENTRIES = 250
const KEY_BYTES = 32

export function createPrizes(parts: PrizeParts): PrizeDraws {
  const { sql, seal } = parts
  const find = async (id: string) => (await findPrize(sql, id)) ?? (await rejectDeleted(sql, id)) ?? notFound()
  const requireOwned = async (accountId: number, id: string) => {
    if (!(await isOwned(sql, id, accountId))) notFound()
    return find(id)
  }
  const keyOf = async (id: string) => {
    const key = await findKey(sql, id)
    return key && openSeed(() => seal.open(key, `prize ${id}`))
  }
  return {
    create: (accountId, wish) => create(parts, accountId, wish),
    find,
    list: (accountId, page) => listPrizes(sql, accountId, page),
    exclude: (accountId, id, wish) =>
      sql.begin((tx) => exclude(parts, tx, { ...wish, accountId, id })).then((prize) => stamped(parts, prize)),
    async draw(accountId, id, given) {
      const prize = await requireOwned(accountId, id)
      return prize.result === null ? draw(parts, prize, { accountId, given }) : prize
    },
    async entrant(id, code) {
      const { position, salt } = parseCode(code) ?? { position: 0, salt: '' }
      const prize = await find(id)
      const key = position < 1 || position > prize.size ? undefined : await keyOf(id)
      if (!key || !timingSafeEqual(Buffer.from(entrySalt(key, position)), Buffer.from(salt))) {
        const why = prize.hasNames
          ? 'There is no entry with this code in this draw.'
          : 'The names of this draw were deleted.'
        throw new ApiError('not_found', why)
      }
      const names = await namesOn(parts, id, Math.floor((position - 1) / PAGE_ENTRIES))
      const { free } = lockOf(prize).pool
      return {
        position,
        route: routeOf(position, { size: prize.size, free }),
        entry: names[(position - 1) % PAGE_ENTRIES] ?? '',
        salt,
        proof: await findHashes(sql, id, proofPlaces(position, prize.size)),
      }
    },
    async *entries(accountId, id, withNames) {
      const prize = await requireOwned(accountId, id)
      const key = withNames ? ((await keyOf(id)) ?? namesGone()) : undefined
      const { pool } = lockOf(prize)
      for (let from = 0; from < prize.size; from += PAGE_ENTRIES) {
        const sealed = await findSealed(sql, id, { from, count: PAGE_ENTRIES })
        const names = key ? await namesOn(parts, id, from / PAGE_ENTRIES) : []
        if (key && names.length === 0) namesGone()
        yield Array.from({ length: sealed.length / HASH_BYTES }, (_, i) => ({
          position: from + i + 1,
          route: routeOf(from + i + 1, pool),
          sealed: sealed.toString('hex', i * HASH_BYTES, (i + 1) * HASH_BYTES),
          salt: key ? entrySalt(key, from + i + 1) : '',
          entry: names[i] ?? '',
        }))
      }
    },
    removeNames: (accountId, id) =>
      sql.begin(async (tx) => {
        if (!(await lockPrize(tx, id, accountId))) notFound()
        await deleteNames(tx, id)
      }),
    eachPrize: (accountId) => eachPrize(sql, accountId),
    eachEntry: (accountId) => eachEntry(sql, accountId),
    clock: clockOf(parts),
  }
}

interface SealedWish extends PrizeWish {
  readonly accountId: number
  readonly names: readonly string[]
  readonly sealed: Buffer
  readonly tree: Buffer
  readonly key: string
  /** How many the account had locked before. */
  readonly made: number
  readonly bytes: number
  readonly replaced: string | undefined
}

function clockOf(parts: PrizeParts): PrizeClock {
  const { sql, nowMs, report } = parts
  return createPrizeClock({
    nowMs,
    report,
    listDue: (rowsMax) => listDue(sql, { round: drandRoundAt(nowMs() + 1) - 1, rowsMax }),
    draw: (due) => draw(parts, due, { accountId: due.accountId, given: undefined }),
  })
}

async function create(parts: PrizeParts, accountId: number, wish: PrizeWish): Promise<Prize> {
  const { sql, nowMs, randomness } = parts
  rejectUnlessAhead(wish.round, nowMs(), ['body', 'draw_at'])
  if (wish.closedAt.getTime() > nowMs()) {
    throw invalidField(['body', 'closed_at'], 'Entries are still open then. Lock the draw once they are closed')
  }
  const { id: replaced } = wish.replaces ?? {}
  if (replaced !== undefined && !(await isOwned(sql, replaced, accountId))) {
    throw invalidField(['body', 'replaces', 'id'], 'You have no prize draw with this id')
  }
  const names = [...wish.entries, ...wish.freeEntries]
  const [size, free, bytes] = [
    names.length,
    wish.freeEntries.length,
    names.reduce((sum, one) => sum + Buffer.byteLength(one), 0),
  ]
  const { made } = await requireRoom(sql, accountId, { size, bytes })
  const key = await randomness.seed(KEY_BYTES)
  const pool = await inTurns(`account:${accountId}`, sealSteps(names, { key, free }))
  const lock = lockSealed(parts, { ...wish, ...pool, accountId, names, key, made, bytes, replaced })
  return lock.catch((error: unknown) => {
    // Sealing the pool is what is charged for, and it is done.
    if (error instanceof ApiError && (error.kind === 'conflict' || error.kind === 'invalid')) error.keepsCharge = true
    throw error
  })
}

async function lockSealed(parts: PrizeParts, wish: SealedWish): Promise<Prize> {
  const { sql, receipts, nowMs, seal, timeStamp } = parts
  const { accountId, names, sealed, tree, key, made, bytes, replaced } = wish
  const [size, free] = [names.length, wish.freeEntries.length]
  const [id, createdAt] = [randomUUID(), new Date(nowMs())]
  const lock = await receipts.sign<PrizeLock & { type: string }>({
    type: PRIZE_TYPE,
    subject: 'lock',
    id,
    issued_at: createdAt.toISOString(),
    number: made + 1,
    title: wish.title,
    organiser: wish.organiser,
    rules: wish.rules,
    closed_at: wish.closedAt.toISOString(),
    pool: { root: tree.toString('hex', tree.length - HASH_BYTES), size, free },
    winners: wish.winners,
    reserves: wish.reserves,
    drand: { chain: DRAND_CHAIN, round: wish.round },
    ...(wish.replaces ? { replaces: wish.replaces } : {}),
  } as Content<PrizeLock>)
  const text = canonicalJson(lock)
  const lockStamp = await timeStamp(sha256Hex(text))
  // The authority may have taken its time.
  rejectUnlessAhead(wish.round, nowMs(), ['body', 'draw_at'])
  await sql.begin(async (tx) => {
    await lockOwner(tx, accountId)
    const now = await requireRoom(tx, accountId, { size, bytes })
    if (now.made !== made)
      throw new ApiError('conflict', 'Your account locked another prize draw meanwhile. Try again.')
    const { title, round } = wish
    const row = { id, accountId, title, size, createdAt, round, lockStamp, sealed, tree, bytes }
    const sealedKey = seal.seal(key, `prize ${id}`)
    await insertPrize(tx, { ...row, number: made + 1, lock: text, replaces: replaced ?? null, sealedKey })
    for (let from = 0; from < size; from += PAGE_ENTRIES) {
      const entries = JSON.stringify(names.slice(from, from + PAGE_ENTRIES))
      await insertNames(tx, { id, accountId, page: from / PAGE_ENTRIES, entries })
    }
  })
  return (await findPrize(sql, id)) ?? notFound()
}

async function exclude(
  parts: PrizeParts,
  tx: TransactionSql,
  { accountId, id, ...wish }: ExclusionWish & { accountId: number; id: string },
): Promise<Prize> {
  const { nowMs } = parts
  if (!(await lockPrize(tx, id, accountId))) notFound()
  const prize = (await findPrize(tx, id)) ?? notFound()
  if (wish.position > prize.size) throw invalidField(['body', 'position'], `The pool has ${prize.size} entries`)
  const before = await listExclusions(tx, id)
  if (before.some(({ position }) => position === wish.position)) return prize
  if (before.length >= PRIZE_LIMITS.exclusions) {
    throw new ApiError('conflict', `A draw can have at most ${PRIZE_LIMITS.exclusions} exclusions.`)
  }
  await insertExclusion(tx, { ...wish, id, accountId, at: new Date(nowMs()).toISOString() })
  if (prize.signature !== null) await writeDrawn(parts, tx, { prize, signature: prize.signature })
  return (await findPrize(tx, id)) ?? notFound()
}

async function draw(
  parts: PrizeParts,
  { id, round }: Pick<Prize, 'id' | 'round'>,
  { accountId, given }: { accountId: number; given: string | undefined },
): Promise<Prize> {
  if (parts.nowMs() < drandRoundMs(round)) {
    throw new ApiError('conflict', `Round ${round} becomes public at ${drandRoundTime(round)}. Draw then.`)
  }
  const signature = await signatureOf(
    parts,
    { round, signature: given, where: ['body', 'signature'] },
    `account:${accountId}`,
  )
  const drawn = await parts.sql.begin(async (tx) => {
    await lockPrize(tx, id, accountId)
    const prize = (await findPrize(tx, id)) ?? notFound()
    if (prize.result === null) await writeDrawn(parts, tx, { prize, signature })
    return (await findPrize(tx, id)) ?? notFound()
  })
  return stamped(parts, drawn)
}

/**
 * With a time stamp of the result, if the authority answers. Nothing is locked meanwhile. A result is valid without one: anybody who has
 * the lock can compute it.
 */
async function stamped({ sql, timeStamp }: PrizeParts, prize: Prize): Promise<Prize> {
  const { id, result, resultStamp } = prize
  if (result === null || resultStamp !== null) return prize
  const stamp = await timeStamp(sha256Hex(result)).catch(() => null)
  if (stamp === null) return prize
  await writeStamp(sql, { id, result, stamp })
  return { ...prize, resultStamp: stamp }
}

async function requireRoom(sql: TransactionSql, accountId: number, { size, bytes }: { size: number; bytes: number }) {
  const counted = await countPrizes(sql, accountId)
  const isFull =
    counted.made >= DRAWS_MAX || counted.entries + size > POOLS_MAX || counted.bytes + bytes > NAMES_MIB_MAX * 1_048_576
  if (isFull) {
    const words = `An account can have ${DRAWS_MAX} prize draws with ${POOLS_MAX} entries, and ${NAMES_MIB_MAX} MiB of names.`
    throw new ApiError('conflict', words)
  }
  return counted
}

/** Signs what follows from the round and the exclusions until now. The row is locked. */
async function writeDrawn(
  { receipts, nowMs }: PrizeParts,
  tx: TransactionSql,
  { prize, signature }: { prize: Prize; signature: string },
): Promise<void> {
  const lock = lockOf(prize)
  const exclusions = await listExclusions(tx, prize.id)
  const result = await receipts.sign<PrizeResult & { type: string }>({
    type: PRIZE_TYPE,
    subject: 'result',
    id: prize.id,
    issued_at: new Date(nowMs()).toISOString(),
    lock: receiptHash(lock as never),
    drand: { ...lock.drand, signature },
    exclusions,
    ...prizeOutcome(lock, prizeSeed(lock, signature), exclusions),
  } as Content<PrizeResult>)
  await writeResult(tx, { id: prize.id, signature, result: canonicalJson(result) })
}

export function lockOf({ lock }: Pick<Prize, 'lock'>): PrizeLock {
  return JSON.parse(lock) as PrizeLock
}

async function namesOn({ sql }: PrizeParts, id: string, page: number): Promise<string[]> {
  return JSON.parse((await findNames(sql, id, page)) ?? '[]') as string[]
}

async function rejectDeleted(sql: Sql, id: string): Promise<undefined> {
  const at = await findDeleted(sql, id)
  if (at) throw new ApiError('withdrawn', withdrawnWords(at, 'with the account of its organiser'))
}

function namesGone(): never {
  throw new ApiError('conflict', 'The names of this draw were deleted.')
}

function notFound(): never {
  throw new ApiError('not_found', 'There is no prize draw with this id.')
}
