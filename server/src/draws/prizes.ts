// Prize draws that an operator can file. Making one locks it: the pool, the rules and the round that decides are signed before the round is
// public, and afterwards entries can only be excluded, with reasons that everybody can read.
import { timingSafeEqual } from 'node:crypto'
import {
  DRAND_CHAIN,
  drandRoundMs,
  type Entrant,
  entrySalt,
  type InstantLock,
  PRIZE_LIMITS,
  parseCode,
  proofPlaces,
  type Route,
} from '@equipoise/engine'
import type { Page, Sql, TransactionSql } from '../db/db.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import { rejectUnlessAhead } from './beacons.ts'
import { openSeed } from './commitments.ts'
import { createInstant, type InstantWish, ticketsOf } from './instant.ts'
import type { PrizeClock } from './prize-clock.ts'
import { drawPrize, lockOf, prizeClock, prizeNotFound, requireNist, stamped, writeDrawn } from './prize-drawing.ts'
import { type ExportedEntry, type ExportedPrize, eachEntry, eachPrize } from './prize-export.ts'
import { lockPool, PAGE_ENTRIES, type PrizeParts } from './prize-locking.ts'
import { HASH_BYTES, routeOf } from './prize-sealing.ts'
import {
  deleteNames,
  findHashes,
  findKey,
  findNames,
  findPrize,
  findSealed,
  insertExclusion,
  insertRevealed,
  isOwned,
  type ListedPrize,
  listExclusions,
  listPrizes,
  listRevealed,
  lockPrize,
  type Prize,
  type Revealed,
} from './prize-store.ts'
import { withdrawnWords } from './published.ts'
import { findDeleted } from './published-store.ts'

export interface PrizeWish {
  readonly title: string
  readonly organiser: string
  readonly rules: readonly string[]
  readonly closedAt: Date
  readonly winners: number
  readonly reserves: number
  readonly round: number
  /** Whether a pulse of NIST decides, too. */
  readonly withNist: boolean
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

type EntriesShown = 'sealed' | 'codes' | 'named'

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
  /** An instant-win list. */
  createInstant(accountId: number, wish: InstantWish): Promise<Prize>
  /** Which prizes of an instant-win list were looked up, and when first. */
  revealed(id: string): Promise<Revealed[]>
  /**
   * For the owner. Sealed ones have neither salt nor entry. With codes, the prizes of an instant-win list stay sealed until sales have
   * ended.
   */
  entries(accountId: number, id: string, what: EntriesShown): AsyncGenerator<NamedEntry[]>
  /** Deletes the names permanently. What was published stays. */
  removeNames(accountId: number, id: string): Promise<void>
  /** For the export of the account. */
  eachPrize(accountId: number): AsyncGenerator<ExportedPrize[]>
  eachEntry(accountId: number): AsyncGenerator<ExportedEntry[]>
  /** Draws what is due by itself. */
  readonly clock: PrizeClock
}

/** So long before the round, there is time to take the pulse of NIST and to have it stamped. */
const PULSE_BEFORE_MS = 5 * 60_000
const MINUTE_MS = 60_000

export function createPrizes(parts: PrizeParts): PrizeDraws {
  const { sql, seal } = parts
  const find = async (id: string) => (await findPrize(sql, id)) ?? (await rejectDeleted(sql, id)) ?? prizeNotFound()
  const requireOwned = async (accountId: number, id: string) => {
    if (!(await isOwned(sql, id, accountId))) prizeNotFound()
    return find(id)
  }
  const keyOf = async (id: string) => {
    const key = await findKey(sql, id)
    return key && openSeed(() => seal.open(key, `prize ${id}`))
  }
  return {
    create: (accountId, wish) => create(parts, accountId, wish),
    createInstant: (accountId, wish) => createInstant(parts, accountId, wish),
    revealed: (id) => listRevealed(sql, id),
    find,
    list: (accountId, page) => listPrizes(sql, accountId, page),
    exclude: (accountId, id, wish) =>
      sql.begin((tx) => exclude(parts, tx, { ...wish, accountId, id })).then((prize) => stamped(parts, prize)),
    async draw(accountId, id, given) {
      const prize = await requireOwned(accountId, id)
      const { round } = prize
      if (round === null) return notDrawn()
      return prize.result === null ? drawPrize(parts, { ...prize, round }, { accountId, given }) : prize
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
      const names = await namesOf(parts, prize, key)(Math.floor((position - 1) / PAGE_ENTRIES))
      const entry = names[(position - 1) % PAGE_ENTRIES] ?? ''
      if (prize.endsAt && entry !== '') await insertRevealed(sql, { id, position, entry, at: new Date(parts.nowMs()) })
      return {
        position,
        route: routeOf(position, lockOf(prize).pool),
        entry,
        salt,
        proof: await findHashes(sql, id, proofPlaces(position, prize.size)),
      }
    },
    async *entries(accountId, id, what) {
      const prize = await requireOwned(accountId, id)
      yield* entriesOf(parts, prize, { what, key: what === 'sealed' ? undefined : ((await keyOf(id)) ?? namesGone()) })
    },
    removeNames: (accountId, id) =>
      sql.begin(async (tx) => {
        if (!(await lockPrize(tx, id, accountId))) prizeNotFound()
        await deleteNames(tx, id)
      }),
    eachPrize: (accountId) => eachPrize(sql, accountId),
    eachEntry: (accountId) => eachEntry(sql, accountId),
    clock: prizeClock(parts),
  }
}

async function create(parts: PrizeParts, accountId: number, wish: PrizeWish): Promise<Prize> {
  const { sql, nowMs } = parts
  rejectUnlessAhead(wish.round, nowMs(), ['body', 'draw_at'])
  if (wish.withNist) requireNist(parts)
  const nistAt = wish.withNist ? pulseBefore(wish.round) : null
  requirePulseAhead(nistAt, nowMs())
  if (wish.closedAt.getTime() > nowMs()) {
    throw invalidField(['body', 'closed_at'], 'Entries are still open then. Lock the draw once they are closed')
  }
  const { title, organiser, rules, winners, reserves, round, replaces } = wish
  if (replaces && !(await isOwned(sql, replaces.id, accountId))) {
    throw invalidField(['body', 'replaces', 'id'], 'You have no prize draw with this id')
  }
  const names = [...wish.entries, ...wish.freeEntries]
  return lockPool(parts, {
    accountId,
    size: names.length,
    bytes: names.reduce((sum, one) => sum + Buffer.byteLength(one), 0),
    free: wish.freeEntries.length,
    namesBy: () => names,
    row: { title, round, endsAt: null, nistAt, replaces: replaces?.id ?? null },
    document: {
      subject: 'lock',
      title,
      organiser,
      rules,
      closed_at: wish.closedAt.toISOString(),
      winners,
      reserves,
      drand: { chain: DRAND_CHAIN, round },
      ...(nistAt ? { nist: { at: nistAt.toISOString() } } : {}),
      ...(replaces ? { replaces } : {}),
    },
    decidedMs: drandRoundMs(round),
    requireAhead() {
      rejectUnlessAhead(round, nowMs(), ['body', 'draw_at'])
      requirePulseAhead(nistAt, nowMs())
    },
  })
}

function pulseBefore(round: number): Date {
  return new Date(Math.floor((drandRoundMs(round) - PULSE_BEFORE_MS) / MINUTE_MS) * MINUTE_MS)
}

function requirePulseAhead(nistAt: Date | null, nowMs: number): void {
  if (nistAt && nistAt.getTime() <= nowMs) {
    throw invalidField(['body', 'draw_at'], 'With two beacons, the draw must be at least 6 minutes ahead')
  }
}

async function exclude(
  parts: PrizeParts,
  tx: TransactionSql,
  { accountId, id, ...wish }: ExclusionWish & { accountId: number; id: string },
): Promise<Prize> {
  const { nowMs } = parts
  if (!(await lockPrize(tx, id, accountId))) prizeNotFound()
  const prize = (await findPrize(tx, id)) ?? prizeNotFound()
  if (prize.endsAt) notDrawn()
  if (wish.position > prize.size) throw invalidField(['body', 'position'], `The pool has ${prize.size} entries`)
  const before = await listExclusions(tx, id)
  if (before.some(({ position }) => position === wish.position)) return prize
  if (before.length >= PRIZE_LIMITS.exclusions) {
    throw new ApiError('conflict', `A draw can have at most ${PRIZE_LIMITS.exclusions} exclusions.`)
  }
  await insertExclusion(tx, { ...wish, id, accountId, at: new Date(nowMs()).toISOString() })
  if (prize.signature !== null) await writeDrawn(parts, tx, { prize, signature: prize.signature })
  return (await findPrize(tx, id)) ?? prizeNotFound()
}

async function* entriesOf(
  parts: PrizeParts,
  prize: Prize,
  { what, key }: { what: EntriesShown; key: string | undefined },
): AsyncGenerator<NamedEntry[]> {
  const isOpen = prize.endsAt === null || prize.endsAt.getTime() <= parts.nowMs()
  if (what === 'named' && !isOpen) {
    throw new ApiError('conflict', `The prizes are sealed until sales end, at ${prize.endsAt?.toISOString()}.`)
  }
  const namesOn = key === undefined || !isOpen ? undefined : namesOf(parts, prize, key)
  const { pool } = lockOf(prize)
  for (let from = 0; from < prize.size; from += PAGE_ENTRIES) {
    const sealed = await findSealed(parts.sql, prize.id, { from, count: PAGE_ENTRIES })
    const names = namesOn ? await namesOn(from / PAGE_ENTRIES) : []
    if (namesOn && names.length === 0) namesGone()
    yield Array.from({ length: sealed.length / HASH_BYTES }, (_, i) => ({
      position: from + i + 1,
      route: routeOf(from + i + 1, pool),
      sealed: sealed.toString('hex', i * HASH_BYTES, (i + 1) * HASH_BYTES),
      salt: key ? entrySalt(key, from + i + 1) : '',
      entry: names[i] ?? '',
    }))
  }
}

/** Reads the names page by page. Those of an instant-win list follow from its key. */
function namesOf({ sql }: PrizeParts, prize: Prize, key: string): (page: number) => Promise<string[]> {
  if (prize.endsAt === null) {
    return async (page) => JSON.parse((await findNames(sql, prize.id, page)) ?? '[]') as string[]
  }
  const { prizes } = JSON.parse(prize.lock) as InstantLock
  const tickets = ticketsOf(key, { size: prize.size, prizes })
  return async (page) => tickets.slice(page * PAGE_ENTRIES, (page + 1) * PAGE_ENTRIES)
}

async function rejectDeleted(sql: Sql, id: string): Promise<undefined> {
  const at = await findDeleted(sql, id)
  if (at) throw new ApiError('withdrawn', withdrawnWords(at, 'with the account of its organiser'))
}

function notDrawn(): never {
  throw new ApiError('conflict', 'An instant-win list is not drawn: its prizes are on their tickets.')
}

function namesGone(): never {
  throw new ApiError('conflict', 'The names of this draw were deleted.')
}
