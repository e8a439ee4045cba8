// Allocation of people to groups. An assignment locks the row of its stratum, reads the state of the sequence, and writes the assignment
// and the new state in one transaction: exact on any number of nodes, and never half done after a crash.
import { randomUUID } from 'node:crypto'
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
import {
  allocationContent,
  armName,
  assignmentContent,
  digestOf,
  levelCountsOf,
  nextArm,
  profileFor,
  profilesOf,
  rejectIfOver,
} from './allocation-arms.ts'
import { type Access, openAccess } from './allocation-members.ts'
import {
  type Allocation,
  type AllocationSums,
  type Arm,
  advanceStratum,
  closeAllocation,
  type HeldAllocation,
  insertAllocation,
  type ListedAllocation,
  type ListedStratum,
  listAllocations,
  listSizes,
  listStrata,
  lockStrata,
  lockStratum,
  standing,
  sumStrata,
} from './allocation-store.ts'
import {
  type Assignment,
  type AssignmentPage,
  eachAssignment,
  findAssignment,
  insertAssignment,
  listAssignments,
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
  /** Closing again returns the same receipt. */
  close(actor: Actor, id: string): Promise<AllocationView & { receipt: AllocationReceipt }>
  readonly access: Access
  strata(id: string, page: { after?: number | undefined; rowsMax: number }): Promise<ListedStratum[]>
  page(id: string, page: AssignmentPage): Promise<Assignment[]>
  /** All assignments, page by page, strata in alphabetical order. */
  assignments(id: string): AsyncGenerator<Assignment[]>
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
  const viewOf = async (accountId: number, id: string) => ({
    allocation: await held(accountId, id),
    sums: await sumStrata(sql, id),
    strata: await listStrata(sql, id, { rowsMax: STRATA_SHOWN }),
  })
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
    // One request at a time per stratum on this node: more would only wait for the lock, each with a connection.
    assign: (accountId, id, people) =>
      inTurn(`${id} ${people.length === 1 ? (people[0]?.stratum ?? '') : ''}`, async () => {
        const allocation = await held(accountId, id, 'enrol')
        const made = await assignAll(parts, allocation, { people, actorId: accountId })
        const isSeen = allocation.isOwn || allocation.rights.includes('see_arms')
        return Promise.all(
          made.map(async ({ assignment, isNew }) => ({
            assignment,
            isNew,
            arm: isSeen ? armName(allocation, assignment.arm) : null,
            receipt: isSeen
              ? await parts.receipts.sign<AssignmentReceipt>(assignmentContent(allocation, assignment))
              : null,
          })),
        )
      }),
    async close(actor, id) {
      const before = await held(actor.accountId, id, 'manage')
      if (!before.closedAt) await closeOne(parts, { allocation: before, actor })
      const view = await viewOf(actor.accountId, id)
      const [strata, profiles] = await Promise.all([listSizes(sql, id), profilesOf(sql, view.allocation)])
      const content = allocationContent(view.allocation, { strata, profiles })
      return { ...view, receipt: await parts.receipts.sign<AllocationReceipt>(content) }
    },
    strata: (id, page) => listStrata(sql, id, page),
    page: (id, page) => listAssignments(sql, id, page),
    assignments: (id) => eachAssignment(sql, id),
  }
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
  readonly assignment: Assignment
  readonly isNew: boolean
}

/** In one transaction, unless everybody was already assigned. */
async function assignAll(
  parts: AllocationsParts,
  allocation: HeldAllocation,
  { people, actorId }: { people: readonly Participant[]; actorId: number },
): Promise<Made[]> {
  const { sql } = parts
  const wishes = people.map(({ participant, stratum = '', levels }) => {
    return { participant, stratum, profile: profileFor(allocation, levels) }
  })
  const [only] = wishes
  if (only && wishes.length === 1) {
    const known = await findAssignment(sql, allocation.id, only.participant)
    if (known) return [{ assignment: sameOrRejected(known, only), isNew: false }]
  }
  return sql.begin(async (tx) => {
    // All requests lock in the same order, so that two lists cannot deadlock.
    if (wishes.length > 1) await lockStrata(tx, allocation.id)
    const made: Made[] = []
    for (const wish of wishes) {
      const one = await assignOne(tx, parts, { allocation, wish, actorId })
      made.push({ ...one, assignment: sameOrRejected(one.assignment, wish) })
    }
    return made
  })
}

interface AssignmentWish {
  readonly participant: string
  readonly stratum: string
  readonly profile: string | null
}

function sameOrRejected(known: Assignment, { stratum, profile, participant }: AssignmentWish): Assignment {
  if (known.stratum !== stratum) {
    throw new ApiError('conflict', `"${participant}" is already assigned in the stratum "${known.stratum}".`)
  }
  if (known.profile !== profile) {
    throw new ApiError('conflict', `"${participant}" is already assigned with other levels.`)
  }
  return known
}

/** Takes into account what another node did meanwhile. */
async function assignOne(
  tx: TransactionSql,
  { seal, nowMs }: AllocationsParts,
  { allocation, wish, actorId }: { allocation: HeldAllocation; wish: AssignmentWish; actorId: number },
): Promise<Made> {
  const { id } = allocation
  const { participant, stratum: name, profile } = wish
  const stratum = await lockStratum(tx, id, name)
  if (!stratum) throw invalidField(['body', 'stratum'], unknownStratum(name))
  const known = await findAssignment(tx, id, participant)
  if (known) return { assignment: known, isNew: false }
  await rejectIfOver(tx, allocation)
  const seed = openSeed(() => seal.open(allocation.sealedSeed ?? Buffer.alloc(0), id))
  const next = nextArm(allocation, stratum, { seed, profile })
  const row = {
    id: randomUUID(),
    participant,
    stratum: name,
    position: stratum.assigned,
    arm: next.arm,
    assignedAt: new Date(nowMs()),
    profile: next.profile,
    before: next.before,
  }
  const isNew = await insertAssignment(tx, id, { ...row, actorId })
  const assignment = await findAssignment(tx, id, participant)
  if (!assignment) throw new Error('an assignment vanished')
  if (!isNew) {
    // A request in another stratum has just assigned the same participant; its row is committed, or the insert would have waited.
    return { assignment, isNew }
  }
  await advanceStratum(tx, id, next.stratum)
  await insertEvent(tx, id, { at: row.assignedAt, actorId, event: 'assigned', subject: participant, reason: '' })
  return { assignment, isNew }
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
