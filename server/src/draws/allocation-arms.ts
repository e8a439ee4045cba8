// The arms of an allocation: which comes next, and what its receipts contain.
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AllocationPlan,
  type AllocationReceipt,
  type AllocationSettings,
  type AssignmentReceipt,
  allocationBlock,
  isProfiles,
  MINIMISED_MAX,
  type MinimisationPlan,
  minimisedArm,
  PARTICIPANTS_MAX,
  planAllocation,
  profileOf,
  sha256Hex,
} from '@equipoise/engine'
import type { TransactionSql } from '../db/db.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import { type Allocation, type Stratum, type StratumSize, standing } from './allocation-store.ts'
import { type Assignment, eachAssignment, type ProvenAssignment } from './assignment-store.ts'
import type { Content } from './receipts.ts'

/** The arm of a participant, and the state of the stratum afterwards. */
interface NextArm {
  readonly arm: number
  readonly stratum: Stratum
  readonly profile: string | null
  readonly before: readonly number[] | null
}

const DIGEST_ARMS_PER_TURN = 1_000
/** Of the receipts in one answer, about. */
const RECEIPTS_BYTES_MAX = 1_048_576
/** In a receipt, besides the settings: ids, names, hashes and the signature; and a number of people with its comma. */
const RECEIPT_BYTES = 1_024
const COUNT_BYTES = 6
/** Without blocks, every participant has a separate key stream, so recomputing the arms takes longer. */
const PEOPLE_MAX: Record<Allocation['block'], number> = {
  permuted: PARTICIPANTS_MAX,
  equilibrium: PARTICIPANTS_MAX,
  big_stick: 100_000,
  minimisation: MINIMISED_MAX,
}

export function planOf({ arms, block, blockSizes, rule }: Allocation): AllocationPlan {
  return planAllocation({
    weights: arms.map(({ weight }) => weight),
    block,
    sizes: blockSizes.length > 0 ? blockSizes : undefined,
    limit: rule?.limit,
    factors: rule?.factors?.map(({ levels, weight }) => ({ levels: levels.length, weight })),
    probability: rule?.probability,
  })
}

/** Returns a function that gives the next arm of a stratum; the stratum must be locked. The block in use is computed once. */
export function openArms(allocation: Allocation, seed: string): (stratum: Stratum, profile: string | null) => NextArm {
  const plan = planOf(allocation)
  if (isMinimised(plan)) return (stratum, profile) => nextMinimised(plan, stratum, { seed, profile: profile ?? '' })
  const blocks = new Map<string, { block: number; arms: Uint16Array }>()
  return (stratum) => {
    const { stratum: name, block, counts, taken } = stratum
    const kept = blocks.get(name)
    const arms = kept?.block === block ? kept.arms : allocationBlock(plan, { seed, stratum: name, block, counts })
    blocks.set(name, { block, arms })
    const arm = arms[taken] ?? 0
    return { arm, stratum: advanced(stratum, { arm, size: arms.length, plan }), profile: null, before: null }
  }
}

function nextMinimised(
  plan: AllocationPlan & MinimisationPlan,
  stratum: Stratum,
  { seed, profile }: { seed: string; profile: string },
): NextArm {
  const rows = rowsOf(plan, profile)
  const levelCounts = [...(stratum.levelCounts ?? [])]
  const arms = plan.weights.length
  const before = rows.map((row) => levelCounts.slice(row * arms, (row + 1) * arms))
  const arm = minimisedArm(plan, { seed, position: stratum.assigned, before })
  for (const row of rows) levelCounts[row * arms + arm] = (levelCounts[row * arms + arm] ?? 0) + 1
  const after = { ...advanced(stratum, { arm, size: 1, plan }), levelCounts }
  return { arm, stratum: after, profile, before: before.flat() }
}

export function levelCountsOf({ factors = [], weights }: AllocationPlan): number {
  return factors.reduce((sum, { levels }) => sum + levels, 0) * weights.length
}

/** A participant's levels as digits; null without minimisation. */
export function profileFor(
  { rule }: Pick<Allocation, 'rule'>,
  levels: Readonly<Record<string, string>> | undefined,
): string | null {
  const factors = rule?.factors
  if (!factors) {
    if (levels === undefined) return null
    throw invalidField(['body', 'levels'], 'This allocation has no factors')
  }
  const stray = Object.keys(levels ?? {}).find((name) => !factors.some((factor) => factor.name === name))
  if (stray !== undefined) throw invalidField(['body', 'levels'], `This allocation has no factor "${stray}"`)
  return profileOf(
    factors.map((factor) => {
      const level = factor.levels.indexOf(levels?.[factor.name] ?? '')
      if (level >= 0) return level
      throw invalidField(['body', 'levels', factor.name], `Input should be one of: ${factor.levels.join(', ')}`)
    }),
  )
}

function isMinimised(plan: AllocationPlan): plan is AllocationPlan & MinimisationPlan {
  return plan.block === 'minimisation'
}

/** The rows of a participant's levels: the index of each level among those of all factors. */
function rowsOf({ factors }: MinimisationPlan, profile: string): number[] {
  if (profile.length !== factors.length || !isProfiles(profile, factors)) throw new Error('a profile is incomplete')
  let start = 0
  return factors.map(({ levels }, f) => {
    const row = start + Number.parseInt(profile[f] ?? '0', 36)
    start += levels
    return row
  })
}

/** Receipts repeat the settings, so those of one answer are limited together. */
export function rejectIfLong(allocation: Allocation, people: number): void {
  const counts = (allocation.rule?.factors?.length ?? 0) * allocation.arms.length
  const settings = Buffer.byteLength(JSON.stringify(settingsOf(allocation)))
  const most = Math.max(1, Math.floor(RECEIPTS_BYTES_MAX / (settings + counts * COUNT_BYTES + RECEIPT_BYTES)))
  if (people <= most) return
  const words = `The receipts of this allocation repeat its long settings: send at most ${most} participants at a time`
  throw invalidField(['body', 'participants'], words)
}

/** If the allocation is closed, or would have too many people. */
export async function rejectIfOver(tx: TransactionSql, { id, arms, block }: Allocation, people: number): Promise<void> {
  const { closed, assigned } = await standing(tx, id)
  if (closed) throw new ApiError('conflict', 'This allocation is closed: no further participants can be assigned.')
  const most = PEOPLE_MAX[block]
  if (assigned + people > most) {
    throw new ApiError(
      'conflict',
      `An allocation can have at most ${most} participants in ${arms.length} arms. Create another one.`,
    )
  }
}

function advanced(stratum: Stratum, { arm, size, plan }: { arm: number; size: number; plan: AllocationPlan }): Stratum {
  const plusOne = (counts: readonly number[]) => counts.map((count, i) => (i === arm ? count + 1 : count))
  const isFull = stratum.taken + 1 === size
  // Only the first place of a block does not depend on earlier ones.
  const isFirst = stratum.taken === 0 && plan.sizes.length > 0
  return {
    ...stratum,
    block: isFull ? stratum.block + 1 : stratum.block,
    taken: isFull ? 0 : stratum.taken + 1,
    assigned: stratum.assigned + 1,
    counts: plusOne(stratum.counts),
    firsts: isFirst ? plusOne(stratum.firsts) : stratum.firsts,
  }
}

/** SHA-256 of all arms, as in `allocationDigest`, in batches: a million people take a second, and other requests run meanwhile. */
export async function digestOf(
  tx: TransactionSql,
  allocation: Allocation,
  { seed, strata }: { seed: string; strata: readonly StratumSize[] },
): Promise<string> {
  const plan = planOf(allocation)
  if (isMinimised(plan)) {
    const all = await everybody(tx, allocation.id)
    return sha256Hex(all.map(({ arm }) => arm).join(','))
  }
  const hash = createHash('sha256')
  for (const [i, { stratum, assigned }] of strata.entries()) {
    if (i > 0) hash.update(';')
    const counts = plan.weights.map(() => 0)
    for (let block = 0, at = 0, turnEnd = 0; at < assigned; block++) {
      const arms = allocationBlock(plan, { seed, stratum, block, counts }).subarray(0, assigned - at)
      for (const arm of arms) counts[arm] = (counts[arm] ?? 0) + 1
      hash.update(`${at > 0 ? ',' : ''}${arms.join(',')}`)
      at += arms.length
      if (at < turnEnd) continue
      turnEnd = at + DIGEST_ARMS_PER_TURN
      await nextTurn()
    }
  }
  return hash.digest('hex')
}

/** Of a closed allocation with blocks: the number of the block, from 1, for places that are asked for in their order. */
export function openBlocks(
  allocation: Allocation,
): ((place: { stratum: string; position: number }) => number) | undefined {
  const { seed, blockSizes } = allocation
  if (seed === null || blockSizes.length === 0) return undefined
  const plan = planOf(allocation)
  const lengthOf = (stratum: string, block: number) =>
    allocationBlock(plan, { seed, stratum, block, counts: [] }).length
  let current = { stratum: '', block: -1, end: 0 }
  return ({ stratum, position }) => {
    if (stratum !== current.stratum) current = { stratum, block: -1, end: 0 }
    while (position >= current.end) {
      const block = current.block + 1
      current = { stratum, block, end: current.end + lengthOf(stratum, block) }
    }
    return current.block + 1
  }
}

/** The names of a participant's levels. */
export function levelNames({ rule }: Allocation, profile: string | null): string[] {
  return [...(profile ?? '')].map((level, at) => rule?.factors?.[at]?.levels[Number.parseInt(level, 36)] ?? '')
}

/** The levels of all participants in order; undefined without minimisation. */
export async function profilesOf(tx: TransactionSql, { id, block }: Allocation): Promise<string | undefined> {
  if (block !== 'minimisation') return undefined
  return (await everybody(tx, id)).map(({ profile }) => profile ?? '').join('')
}

async function everybody(tx: TransactionSql, id: string): Promise<Assignment[]> {
  const all: Assignment[] = []
  for await (const rows of eachAssignment(tx, id)) all.push(...rows)
  return all
}

function settingsOf({ arms, block, blockSizes, rule, sha256 }: Allocation): AllocationSettings {
  const { limit, factors, probability } = rule ?? {}
  return {
    arms: arms.map(({ name, weight }) => ({ name, weight })),
    block,
    ...(blockSizes.length > 0 ? { block_sizes: blockSizes } : {}),
    ...(limit === undefined ? {} : { limit }),
    ...(factors === undefined ? {} : { factors, probability }),
    sha256,
  }
}

export function assignmentContent(allocation: Allocation, assignment: ProvenAssignment): Content<AssignmentReceipt> {
  const { participant, stratum, position, arm, profile, before } = assignment
  const arms = allocation.arms.length
  const rows = Array.from(
    { length: (before?.length ?? 0) / arms },
    (_, f) => before?.slice(f * arms, (f + 1) * arms) ?? [],
  )
  return {
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
      ...(profile === null ? {} : { profile, before: rows }),
    },
    digest: sha256Hex(String(arm)),
  }
}

export function allocationContent(
  allocation: Allocation,
  { strata, profiles }: { strata: readonly StratumSize[]; profiles: string | undefined },
): Content<AllocationReceipt> {
  return {
    subject: 'allocation',
    id: allocation.id,
    issued_at: (allocation.closedAt ?? allocation.createdAt).toISOString(),
    version: 'allocation/1',
    settings: {
      ...settingsOf(allocation),
      seed: allocation.seed ?? '',
      strata: strata.map(({ stratum, assigned }) => ({ stratum, assigned })),
      ...(profiles === undefined ? {} : { profiles }),
    },
    digest: allocation.digest ?? '',
  }
}

export function armName({ arms }: Allocation, arm: number): string {
  return arms[arm]?.name ?? ''
}
