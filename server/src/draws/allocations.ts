// Allocation of people to groups. A request that assigns holds the lock on the row of the stratum, reads where its sequence stands, and writes
// the assignment and the new place in one transaction: exact on any number of nodes, and nothing is half done after a crash.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AllocationPlan,
  type AllocationReceipt,
  type AllocationSettings,
  type AssignmentReceipt,
  allocationBlock,
  PARTICIPANTS_MAX,
  planAllocation,
  type Seed,
  sha256Hex,
} from '@equipoise/engine'
import type { Sql, TransactionSql } from '../db/db.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import {
  type Allocation,
  type Arm,
  advanceStratum,
  closeAllocation,
  findAllocation,
  type HeldAllocation,
  insertAllocation,
  listAllocations,
  listStrata,
  lockStrata,
  lockStratum,
  type Stratum,
  standing,
} from './allocation-store.ts'
import {
  type Assignment,
  type AssignmentPage,
  findAssignment,
  insertAssignment,
  listAssignments,
} from './assignment-store.ts'
import { openSeed } from './commitments.ts'
import { createQueues } from './queues.ts'
import type { Receipts } from './receipts.ts'
import type { Seal } from './seal.ts'

interface AllocationWish {
  readonly name: string
  readonly arms: readonly Arm[]
  readonly plan: AllocationPlan
  readonly strata: readonly string[]
  readonly seed?: Seed | undefined
}

export interface AllocationView {
  readonly allocation: Allocation
  readonly strata: readonly Stratum[]
}

interface Assigned {
  readonly assignment: Assignment
  readonly arm: string
  /** False if the participant had been assigned before. */
  readonly isNew: boolean
  readonly receipt: AssignmentReceipt
}

export interface Allocations {
  create(accountId: number, wish: AllocationWish): Promise<AllocationView>
  list(accountId: number): Promise<Allocation[]>
  find(accountId: number, id: string): Promise<AllocationView>
  assign(accountId: number, id: string, who: { participant: string; stratum?: string | undefined }): Promise<Assigned>
  /** The same answer however often it is asked. */
  close(accountId: number, id: string): Promise<AllocationView & { receipt: AllocationReceipt }>
  page(id: string, page: AssignmentPage): Promise<Assignment[]>
  /** All assignments, page by page, strata in alphabetical order. */
  assignments(id: string, pageRows: number): AsyncGenerator<Assignment[]>
}

export interface AllocationsParts {
  readonly sql: Sql
  readonly seal: Seal
  readonly receipts: Receipts
  readonly nowMs: () => number
}

const ALLOCATIONS_MAX = 1_000
const LISTED_MAX = 1_000
const SEED_BYTES = 32
const DIGEST_BLOCKS_PER_TURN = 200

export function createAllocations(parts: AllocationsParts): Allocations {
  const { sql, seal, nowMs } = parts
  const inTurn = createQueues()
  const held = async (accountId: number, id: string) => (await findAllocation(sql, id, accountId)) ?? notFound()
  return {
    async create(accountId, { name, arms, plan, strata, seed = randomBytes(SEED_BYTES).toString('hex') }) {
      const id = randomUUID()
      const row = {
        id,
        accountId,
        name,
        arms,
        block: plan.block,
        blockSizes: plan.sizes,
        sha256: sha256Hex(String(seed)),
        sealedSeed: seal.seal(String(seed), id),
        at: new Date(nowMs()),
        strata,
      }
      if (!(await sql.begin((tx) => insertAllocation(tx, row, ALLOCATIONS_MAX)))) {
        throw new ApiError('conflict', `An account can have at most ${ALLOCATIONS_MAX} allocations.`)
      }
      return { allocation: await held(accountId, id), strata: await listStrata(sql, id) }
    },
    list: (accountId) => listAllocations(sql, accountId, LISTED_MAX),
    async find(accountId, id) {
      return { allocation: await held(accountId, id), strata: await listStrata(sql, id) }
    },
    // One at a time for each stratum of a node: more would only wait for the lock, each with a connection.
    assign: (accountId, id, { participant, stratum = '' }) =>
      inTurn(`${id} ${stratum}`, async () => {
        const allocation = await held(accountId, id)
        const known = await findAssignment(sql, id, participant)
        const { assignment, isNew } = known
          ? { assignment: known, isNew: false }
          : await assignOne(parts, allocation, { participant, stratum })
        if (assignment.stratum !== stratum) {
          throw new ApiError('conflict', `This participant is already assigned in the stratum "${assignment.stratum}".`)
        }
        const receipt = await signAssignment(parts.receipts, allocation, assignment)
        return { assignment, isNew, arm: armName(allocation, assignment.arm), receipt }
      }),
    async close(accountId, id) {
      const before = await held(accountId, id)
      if (!before.closedAt) await sql.begin((tx) => closeOne(tx, parts, before))
      const view = { allocation: await held(accountId, id), strata: await listStrata(sql, id) }
      return { ...view, receipt: await signAllocation(parts.receipts, view) }
    },
    page: (id, page) => listAssignments(sql, id, page),
    async *assignments(id, pageRows) {
      let [afterStratum, afterPosition] = ['', -1]
      for (;;) {
        const rows = await listAssignments(sql, id, { afterStratum, afterPosition, rowsMax: pageRows })
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last || rows.length < pageRows) return
        afterStratum = last.stratum
        afterPosition = last.position
      }
    },
  }
}

export function planOf({ arms, block, blockSizes }: Allocation): AllocationPlan {
  return planAllocation({ weights: arms.map(({ weight }) => weight), block, sizes: blockSizes })
}

/** In one transaction; what another node did meanwhile counts. */
function assignOne(
  { sql, seal, nowMs }: AllocationsParts,
  allocation: HeldAllocation,
  { participant, stratum: name }: { participant: string; stratum: string },
): Promise<{ assignment: Assignment; isNew: boolean }> {
  const { id } = allocation
  return sql.begin(async (tx) => {
    const stratum = await lockStratum(tx, id, name)
    if (!stratum) throw invalidField(['body', 'stratum'], unknownStratum(name))
    const known = await findAssignment(tx, id, participant)
    if (known) return { assignment: known, isNew: false }
    await refuseIfOver(tx, allocation)
    const seed = openSeed(() => seal.open(allocation.sealedSeed ?? Buffer.alloc(0), id))
    const arms = allocationBlock(planOf(allocation), { seed, stratum: name, block: stratum.block })
    const arm = arms[stratum.taken] ?? 0
    const assignment: Assignment = {
      id: randomUUID(),
      participant,
      stratum: name,
      position: stratum.assigned,
      arm,
      assignedAt: new Date(nowMs()),
    }
    if (!(await insertAssignment(tx, id, assignment))) {
      // Another stratum was quicker with the same participant; its row is committed, or the insert would have waited.
      const other = await findAssignment(tx, id, participant)
      if (!other) throw new Error('an assignment vanished')
      return { assignment: other, isNew: false }
    }
    await advanceStratum(tx, id, advanced(stratum, arm, arms.length))
    return { assignment, isNew: true }
  })
}

async function refuseIfOver(tx: TransactionSql, { id, arms }: HeldAllocation): Promise<void> {
  const { closed, assigned } = await standing(tx, id)
  if (closed) throw new ApiError('conflict', 'This allocation is closed: no further participants can be assigned.')
  if (assigned >= PARTICIPANTS_MAX) {
    throw new ApiError(
      'conflict',
      `An allocation can have at most ${PARTICIPANTS_MAX} participants in ${arms.length} arms. Create another one.`,
    )
  }
}

function advanced(stratum: Stratum, arm: number, size: number): Stratum {
  const plusOne = (counts: readonly number[]) => counts.map((count, i) => (i === arm ? count + 1 : count))
  const isFull = stratum.taken + 1 === size
  return {
    stratum: stratum.stratum,
    block: isFull ? stratum.block + 1 : stratum.block,
    taken: isFull ? 0 : stratum.taken + 1,
    assigned: stratum.assigned + 1,
    counts: plusOne(stratum.counts),
    firsts: stratum.taken === 0 ? plusOne(stratum.firsts) : stratum.firsts,
  }
}

async function closeOne(
  tx: TransactionSql,
  { seal, nowMs }: AllocationsParts,
  allocation: HeldAllocation,
): Promise<void> {
  const { id } = allocation
  const strata = await lockStrata(tx, id)
  if ((await standing(tx, id)).closed) return
  const seed = openSeed(() => seal.open(allocation.sealedSeed ?? Buffer.alloc(0), id))
  const digest = await digestOf(planOf(allocation), seed, strata)
  await closeAllocation(tx, { id, seed, digest, at: new Date(nowMs()) })
}

/** The same as `allocationDigest`, in pieces: a million people take a second, and others are served meanwhile. */
async function digestOf(plan: AllocationPlan, seed: string, strata: readonly Stratum[]): Promise<string> {
  const hash = createHash('sha256')
  for (const [i, { stratum, assigned }] of strata.entries()) {
    if (i > 0) hash.update(';')
    for (let block = 0, at = 0; at < assigned; block++) {
      const arms = allocationBlock(plan, { seed, stratum, block }).subarray(0, assigned - at)
      hash.update(`${at > 0 ? ',' : ''}${arms.join(',')}`)
      at += arms.length
      if (block % DIGEST_BLOCKS_PER_TURN === 0) await nextTurn()
    }
  }
  return hash.digest('hex')
}

function settingsOf({ arms, block, blockSizes, sha256 }: Allocation): AllocationSettings {
  return { arms: arms.map(({ name, weight }) => ({ name, weight })), block, block_sizes: blockSizes, sha256 }
}

function signAssignment(
  receipts: Receipts,
  allocation: Allocation,
  assignment: Assignment,
): Promise<AssignmentReceipt> {
  const { participant, stratum, position, arm } = assignment
  return receipts.sign<AssignmentReceipt>({
    subject: 'assignment',
    id: assignment.id,
    issued_at: assignment.assignedAt.toISOString(),
    version: 'allocation/1',
    settings: {
      ...settingsOf(allocation),
      allocation: allocation.id,
      participant_sha256: sha256Hex(participant),
      stratum,
      position,
      arm: armName(allocation, arm),
    },
    digest: sha256Hex(String(arm)),
  })
}

function signAllocation(receipts: Receipts, { allocation, strata }: AllocationView): Promise<AllocationReceipt> {
  return receipts.sign<AllocationReceipt>({
    subject: 'allocation',
    id: allocation.id,
    issued_at: (allocation.closedAt ?? allocation.createdAt).toISOString(),
    version: 'allocation/1',
    settings: {
      ...settingsOf(allocation),
      seed: allocation.seed ?? '',
      strata: strata.map(({ stratum, assigned }) => ({ stratum, assigned })),
    },
    digest: allocation.digest ?? '',
  })
}

export function armName({ arms }: Allocation, arm: number): string {
  return arms[arm]?.name ?? ''
}

function unknownStratum(name: string): string {
  return name === ''
    ? 'This allocation has strata: name the stratum of the participant'
    : 'Input should be one of the strata of this allocation'
}

function notFound(): never {
  throw new ApiError('not_found', 'There is no allocation with this id in this account.')
}
