// Allocation of people to groups. An assignment locks the row of its stratum, reads the state of the sequence, and writes the assignment
// and the new state in one transaction: exact on any number of nodes, and never half done after a crash.
import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AllocationPlan,
  type AllocationReceipt,
  type AssignmentReceipt,
  type FactorSettings,
  type Seed,
  sha256Hex,
} from '@equipoise/engine'
import type { Page, Sql, TransactionSql } from '../db/db.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import { inTurns, type Steps } from '../ground/in-turns.ts'
import {
  allocationContent,
  armName,
  assignmentContent,
  digestOf,
  levelCountsOf,
  openArms,
  profileFor,
  profilesOf,
  rejectIfLong,
  rejectIfOver,
} from './allocation-arms.ts'
import { type Access, openAccess } from './allocation-members.ts'
import {
  type Allocation,
  type AllocationSums,
  type Arm,
  advanceStrata,
  closeAllocation,
  findClosingReceipt,
  findUnknownStratum,
  type HeldAllocation,
  insertAllocation,
  keepClosingReceipt,
  type ListedAllocation,
  type ListedStratum,
  listAllocations,
  listSizes,
  listStrata,
  lockStrata,
  readStrata,
  type Stratum,
  standing,
  sumStrata,
} from './allocation-store.ts'
import {
  type Assignment,
  type AssignmentPage,
  countInvalid,
  eachAssignment,
  findAssignments,
  insertAssignments,
  type ListedAssignment,
  listAssignments,
  type ProvenAssignment,
} from './assignment-store.ts'
import { openSeed } from './commitments.ts'
import { insertEvent } from './member-store.ts'
import { createQueues } from './queues.ts'
import type { Randomness } from './randomness.ts'
import type { Receipts } from './receipts.ts'
import type { Seal } from './seal.ts'

interface AllocationWish {
  readonly name: string
  readonly arms: readonly Arm[]
  readonly plan: AllocationPlan
  readonly strata: readonly string[]
  /** For minimisation: the factors with their names. */
  readonly factors?: readonly FactorSettings[] | undefined
  readonly seed?: Seed | undefined
}

interface Participant {
  readonly participant: string
  readonly stratum?: string | undefined
  readonly levels?: Readonly<Record<string, string>> | undefined
}

export interface AllocationView {
  readonly allocation: Allocation
  readonly sums: AllocationSums
  /** By arm: people whose assignment was made in error. */
  readonly invalid: readonly number[]
  /** The first page of them. */
  readonly strata: readonly ListedStratum[]
}

export interface Assigned {
  readonly assignment: Assignment
  /** Null for members who may not see arms. */
  readonly arm: string | null
  /** False if the participant was already assigned. */
  readonly isNew: boolean
  readonly receipt: AssignmentReceipt | null
}

interface Actor {
  readonly accountId: number
}

export interface Allocations {
  create(accountId: number, wish: AllocationWish): Promise<AllocationView>
  /** Own and shared ones, the newest first, after the one with the id `after`. */
  list(accountId: number, page: Page): Promise<ListedAllocation[]>
  find(accountId: number, id: string): Promise<AllocationView>
  /** Assigns all of them or none, in the order given. */
  assign(accountId: number, id: string, people: readonly Participant[]): Promise<Assigned[]>
  /** Closing again returns the same receipt, in JSON as it was signed. */
  close(actor: Actor, id: string): Promise<AllocationView & { receipt: string }>
  readonly access: Access
  strata(id: string, page: { after?: number | undefined; rowsMax: number }): Promise<ListedStratum[]>
  page(id: string, page: AssignmentPage): Promise<ListedAssignment[]>
  /** All assignments, page by page, strata in alphabetical order. */
  assignments(id: string): AsyncGenerator<ListedAssignment[]>
}

interface AllocationsParts {
  readonly sql: Sql
  readonly seal: Seal
  readonly receipts: Receipts
  readonly nowMs: () => number
  readonly randomness: Randomness
}

const ALLOCATIONS_MAX = 1_000
/** Of an allocation; the others come in pages of their own. */
export const STRATA_SHOWN = 100
const SEED_BYTES = 32
/** If people are still being enrolled, the last attempt computes while they wait. */
const CLOSE_TRIES_MAX = 3

export function createAllocations(parts: AllocationsParts): Allocations {
  const { sql, nowMs } = parts
  const inTurn = createQueues()
  const access = openAccess({ sql, nowMs })
  const { held } = access
  const viewOf = async (accountId: number, id: string) => {
    const allocation = await held(accountId, id)
    return {
      allocation,
      sums: await sumStrata(sql, id),
      invalid: await countInvalid(sql, id, allocation.arms.length),
      strata: await listStrata(sql, id, { rowsMax: STRATA_SHOWN }),
    }
  }
  return {
    access,
    async create(accountId, wish) {
      const id = randomUUID()
      const seed = wish.seed ?? (await parts.randomness.seed(SEED_BYTES))
      const row = rowOf(parts, { id, accountId, wish: { ...wish, seed } })
      if (!(await sql.begin((tx) => insertAllocation(tx, row, ALLOCATIONS_MAX)))) {
        throw new ApiError('conflict', `An account can have at most ${ALLOCATIONS_MAX} allocations.`)
      }
      return viewOf(accountId, id)
    },
    list: (accountId, page) => listAllocations(sql, accountId, page),
    find: viewOf,
    // One request at a time on this node, per account and per allocation: nobody takes more than one connection, and nobody holds one
    // just to wait for a lock.
    assign: (accountId, id, people) =>
      inTurn(`account ${accountId}`, () =>
        inTurn(`allocation ${id}`, async () => {
          const allocation = await held(accountId, id, 'enrol')
          const made = await assignAll(parts, allocation, { people, actorId: accountId })
          return signAll(parts, allocation, made)
        }),
      ),
    async close(actor, id) {
      const before = await held(actor.accountId, id, 'manage')
      if (!before.closedAt) await closeOne(parts, { allocation: before, actor })
      const view = await viewOf(actor.accountId, id)
      const kept = await findClosingReceipt(sql, id)
      return { ...view, receipt: kept ?? (await signClosing(parts, view.allocation)) }
    },
    strata: (id, page) => listStrata(sql, id, page),
    page: (id, page) => listAssignments(sql, id, page),
    assignments: (id) => eachAssignment(sql, id),
  }
}

/** Members who may not see arms get no receipts. */
async function signAll(
  { receipts }: AllocationsParts,
  allocation: HeldAllocation,
  made: readonly Made[],
): Promise<Assigned[]> {
  if (!allocation.isOwn && !allocation.rights.includes('see_arms')) {
    return made.map((one) => ({ ...one, arm: null, receipt: null }))
  }
  const signed: Assigned[] = []
  for (const one of made) {
    const receipt = await receipts.sign<AssignmentReceipt>(assignmentContent(allocation, one.assignment))
    signed.push({ ...one, arm: armName(allocation, one.assignment.arm), receipt })
    await nextTurn()
  }
  return signed
}

async function signClosing({ sql, receipts }: AllocationsParts, allocation: Allocation): Promise<string> {
  const { id } = allocation
  const [strata, profiles] = await Promise.all([listSizes(sql, id), profilesOf(sql, allocation)])
  const receipt = await receipts.sign<AllocationReceipt>(allocationContent(allocation, { strata, profiles }))
  return keepClosingReceipt(sql, id, JSON.stringify(receipt))
}

function rowOf(
  { seal, nowMs }: AllocationsParts,
  { id, accountId, wish }: { id: string; accountId: number; wish: AllocationWish & { seed: Seed } },
) {
  const { name, arms, plan, strata, factors, seed } = wish
  const { limit, probability } = plan
  return {
    id,
    accountId,
    name,
    arms,
    block: plan.block,
    blockSizes: plan.sizes,
    rule: limit !== undefined ? { limit } : factors && probability !== undefined ? { factors, probability } : null,
    sha256: sha256Hex(String(seed)),
    sealedSeed: seal.seal(String(seed), id),
    at: new Date(nowMs()),
    strata,
    levelCounts: levelCountsOf(plan),
  }
}

interface Made {
  readonly assignment: ProvenAssignment
  readonly isNew: boolean
}

interface AssignmentWish {
  readonly participant: string
  readonly stratum: string
  readonly profile: string | null
}

/** Everything that can be wrong is looked for first, because what is rejected costs nothing. */
async function assignAll(
  parts: AllocationsParts,
  allocation: HeldAllocation,
  { people, actorId }: { people: readonly Participant[]; actorId: number },
): Promise<Made[]> {
  const { sql } = parts
  rejectIfLong(allocation, people.length)
  const wishes = people.map(({ participant, stratum = '', levels }) => {
    return { participant, stratum, profile: profileFor(allocation, levels) }
  })
  const known = await knownOf(sql, allocation.id, wishes)
  const unknown = await findUnknownStratum(
    sql,
    allocation.id,
    wishes.map(({ stratum }) => stratum),
  )
  if (unknown !== undefined) throw invalidField(['body', 'stratum'], unknownStratum(unknown))
  if (known.size === wishes.length) return inOrder(wishes, { known, placed: new Map() })
  const made = await sql.begin((tx) => assignNew(tx, parts, { allocation, wishes, actorId }))
  return made ?? assignAll(parts, allocation, { people, actorId })
}

type ByParticipant = ReadonlyMap<string, ProvenAssignment>

function inOrder(
  wishes: readonly AssignmentWish[],
  { known, placed }: { known: ByParticipant; placed: ByParticipant },
): Made[] {
  return wishes.map(({ participant }) => {
    const assignment = placed.get(participant) ?? known.get(participant)
    if (!assignment) throw new Error('an assignment vanished')
    return { assignment, isNew: placed.has(participant) }
  })
}

/** Those who are assigned; throws if one of them is in another stratum, or has other levels. */
async function knownOf(sql: TransactionSql, id: string, wishes: readonly AssignmentWish[]): Promise<ByParticipant> {
  const participants = wishes.map(({ participant }) => participant)
  const known = await findAssignments(sql, id, participants)
  for (const { participant, stratum, profile } of wishes) {
    const before = known.get(participant)
    if (before && before.stratum !== stratum) {
      throw new ApiError('conflict', `"${participant}" is already assigned in the stratum "${before.stratum}".`)
    }
    if (before?.invalidatedAt) {
      throw new ApiError('conflict', `"${participant}" was assigned in error. Assign the person under another code.`)
    }
    if (before && before.profile !== profile) {
      throw new ApiError('conflict', `"${participant}" is already assigned with other levels.`)
    }
  }
  return known
}

/** In about eight statements, however many there are. Undefined if another node has meanwhile assigned them. */
async function assignNew(
  tx: TransactionSql,
  { seal, nowMs }: AllocationsParts,
  { allocation, wishes, actorId }: { allocation: HeldAllocation; wishes: readonly AssignmentWish[]; actorId: number },
): Promise<Made[] | undefined> {
  const { id } = allocation
  // All requests lock in the same order, so that two lists cannot deadlock.
  if (wishes.length > 1) await lockStrata(tx, id)
  const names = [...new Set(wishes.map(({ stratum }) => stratum))]
  const strata = await readStrata(tx, id, names)
  const known = await knownOf(tx, id, wishes)
  const fresh = wishes.filter(({ participant }) => !known.has(participant))
  if (fresh.length === 0) return undefined
  await rejectIfOver(tx, allocation, fresh.length)
  const seed = openSeed(() => seal.open(allocation.sealedSeed ?? Buffer.alloc(0), id))
  const at = new Date(nowMs())
  const rows = await inTurns(`account:${actorId}`, placesOf(fresh, { strata, nextArm: openArms(allocation, seed), at }))
  const inserted = await insertAssignments(tx, id, { rows, actorId })
  if (inserted < rows.length) {
    // In another stratum. A list has locked all of them, so this is a single participant, whose row is committed: the insert waited for it.
    if (inserted === 0) return undefined
    throw new Error('participants of a list were assigned meanwhile')
  }
  await advanceStrata(tx, id, [...strata.values()])
  const subjects = fresh.map(({ participant }) => participant)
  await insertEvent(tx, id, { at, actorId, event: 'assigned', subject: '', reason: '' }, subjects)
  return inOrder(wishes, { known, placed: new Map(rows.map((row) => [row.participant, row])) })
}

/** The places of new participants, in order; `strata` is brought up to date. */
function* placesOf(
  wishes: readonly AssignmentWish[],
  { strata, nextArm, at }: { strata: Map<string, Stratum>; nextArm: ReturnType<typeof openArms>; at: Date },
): Steps<ProvenAssignment[]> {
  const rows: ProvenAssignment[] = []
  const invalidatedAt = null
  for (const { participant, stratum: name, profile: wished } of wishes) {
    const stratum = strata.get(name)
    if (!stratum) throw new Error('a stratum vanished')
    const { arm, profile, before, stratum: after } = nextArm(stratum, wished)
    const { assigned: position } = stratum
    rows.push({
      id: randomUUID(),
      participant,
      stratum: name,
      position,
      arm,
      assignedAt: at,
      profile,
      before,
      invalidatedAt,
    })
    strata.set(name, after)
    yield
  }
  return rows
}

/** Recomputes all arms for the digest. That can take seconds, so it happens before the strata are locked, and again if they changed. */
async function closeOne(
  { sql, seal, nowMs }: AllocationsParts,
  { allocation, actor }: { allocation: HeldAllocation; actor: Actor },
): Promise<void> {
  const { id } = allocation
  const seed = openSeed(() => seal.open(allocation.sealedSeed ?? Buffer.alloc(0), id))
  for (let tries = 1; ; tries++) {
    const strata = await listSizes(sql, id)
    const early = await digestOf(sql, allocation, { seed, strata })
    const isClosed = await sql.begin(async (tx) => {
      const locked = await lockStrata(tx, id)
      if ((await standing(tx, id)).closed) return true
      const isSame = locked.every(({ assigned }, i) => assigned === strata[i]?.assigned)
      if (!isSame && tries < CLOSE_TRIES_MAX) return false
      const digest = isSame ? early : await digestOf(tx, allocation, { seed, strata: locked })
      const at = new Date(nowMs())
      await closeAllocation(tx, { id, seed, digest, at })
      await insertEvent(tx, id, { at, actorId: actor.accountId, event: 'closed', subject: '', reason: '' })
      return true
    })
    if (isClosed) return
  }
}

function unknownStratum(name: string): string {
  return name === ''
    ? 'This allocation has strata: name the stratum of the participant'
    : 'Input should be one of the strata of this allocation'
}
