// Draws that anybody can check: commitments, allocations, and the receipts for them.
import type { Sql } from '../db/db.ts'
import type { Report } from '../ground/errors.ts'
import type { Secret } from '../ground/secret.ts'
import { type Allocations, createAllocations } from './allocations.ts'
import { openBeaconHosts, openNist } from './beacon-hosts.ts'
import { type BeaconDraws, type BeaconParts, createBeaconDraws } from './beacons.ts'
import { type Commitments, createCommitments } from './commitments.ts'
import { createKept, type KeptDraws } from './kept.ts'
import { createPrizes, type PrizeDraws } from './prizes.ts'
import { createPublished, type PublishedDraws } from './published.ts'
import { createCertifiedRandomness, plainRandomness, type Randomness } from './randomness.ts'
import { createReceipts, type Receipts } from './receipts.ts'
import { createSeal } from './seal.ts'
import { openTimeStamps } from './time-stamps.ts'

export { armName, levelNames, openBlocks, planOf } from './allocation-arms.ts'
export type { Allocation, ListedAllocation } from './allocation-store.ts'
export { type AllocationView, type Assigned, STRATA_SHOWN } from './allocations.ts'
export type { Assignment, ListedAssignment } from './assignment-store.ts'
export { type Balance, balanceOf } from './balance.ts'
export type { BeaconDraws } from './beacons.ts'
export type { Commitment, WrittenCommitment } from './commitment-store.ts'
export type { Commitments, Drawn } from './commitments.ts'
export type { KeptDraws, KeptRow } from './kept.ts'
export { type AllocationEvent, type Member, RIGHTS } from './member-store.ts'
export { lockOf } from './prize-drawing.ts'
export { instantReport, prizeReport } from './prize-report.ts'
export type { ListedPrize, Prize, Revealed } from './prize-store.ts'
export type { NamedEntry, PrizeDraws } from './prizes.ts'
export type { Published, PublishedDraws } from './published.ts'
export type { Receipts } from './receipts.ts'
export { type ZipPart, zipSteps } from './zip.ts'

export interface Draws {
  readonly commitments: Commitments
  readonly beacons: BeaconDraws
  readonly allocations: Allocations
  readonly published: PublishedDraws
  readonly kept: KeptDraws
  readonly prizes: PrizeDraws
  readonly randomness: Randomness
  readonly receipts: Receipts
}

interface DrawsParts {
  readonly sql: Sql
  /** The first secret encrypts seeds and keys; older ones still decrypt. */
  readonly secrets: readonly Secret[]
  readonly publicUrl: string
  readonly nowMs: () => number
  readonly report: Report
  /** Origins from which rounds of drand are fetched; none if absent. */
  readonly beaconHosts?: readonly string[]
  /** Where pulses of NIST's beacon are fetched; none if absent. */
  readonly nistBeacon?: string | undefined
  /** The authority that stamps prize draws with the time; none if absent. */
  readonly timestampUrl?: string | undefined
  /** With CERTIFIED_MODE: called if the random source fails, after which nothing is drawn. */
  readonly onAlarm?: ((test: string) => Promise<void>) | undefined
  /** Whether this is drand's signature of a round; needed only for draws from rounds. */
  readonly isRound?: BeaconParts['isRound']
}

export function createDraws(parts: DrawsParts): Draws {
  const {
    sql,
    secrets,
    publicUrl,
    nowMs,
    report,
    beaconHosts = [],
    nistBeacon,
    timestampUrl,
    onAlarm,
    isRound = async () => false,
  } = parts
  const randomness = onAlarm ? createCertifiedRandomness({ sql, nowMs, report, onAlarm }) : plainRandomness
  const seal = createSeal(secrets)
  const receipts = createReceipts({ sql, seal, publicUrl, nowMs, report })
  const commitments = createCommitments({ sql, seal, receipts, nowMs, randomness })
  const drawing = { sql, receipts, nowMs, fetchRound: openBeaconHosts(beaconHosts), isRound }
  const timeStamp = openTimeStamps(timestampUrl)
  return {
    randomness,
    receipts,
    commitments,
    kept: createKept({ sql, nowMs }),
    beacons: createBeaconDraws(drawing),
    prizes: createPrizes({ ...drawing, seal, randomness, timeStamp, report, fetchPulse: openNist(nistBeacon) }),
    published: createPublished({ sql, receipts, nowMs }),
    allocations: createAllocations({ sql, seal, receipts, nowMs, randomness }),
  }
}
