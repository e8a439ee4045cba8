// Draws prize draws: takes the pulse of NIST before the round is public, and signs what follows from the lock, the beacons and the exclusions.
import {
  canonicalJson,
  drandRoundAt,
  drandRoundMs,
  drandRoundTime,
  PRIZE_TYPE,
  type PrizeLock,
  type PrizeResult,
  prizeOutcome,
  prizeSeed,
  receiptHash,
  sha256Hex,
} from '@equipoise/engine'
import type { TransactionSql } from '../db/db.ts'
import { ApiError, type Report } from '../ground/errors.ts'
import type { FetchPulse } from './beacon-hosts.ts'
import { type BeaconParts, signatureOf } from './beacons.ts'
import { createPrizeClock, type PrizeClock } from './prize-clock.ts'
import {
  findPrize,
  listDue,
  listExclusions,
  listPulsesDue,
  lockPrize,
  type Prize,
  writePulse,
  writeResult,
  writeStamp,
} from './prize-store.ts'
import type { Content } from './receipts.ts'
import type { TimeStamp } from './time-stamps.ts'

export interface DrawingParts extends BeaconParts {
  readonly timeStamp: TimeStamp
  readonly report: Report
  /** Undefined if the deployment does not fetch pulses of NIST. */
  readonly fetchPulse: FetchPulse | undefined
}

const NO_NIST = 'This deployment does not fetch pulses of NIST (setting NIST_BEACON).'

/** Each beacon has its own, so that one that is silent does not delay draws that do not need it. */
export function prizeClock(parts: DrawingParts): PrizeClock {
  const { sql, nowMs, report } = parts
  const pulses = createPrizeClock({
    nowMs,
    report,
    listDue: (rowsMax) => listPulsesDue(sql, { now: new Date(nowMs()), rowsMax }),
    draw: (due) => takePulse(parts, due),
  })
  const rounds = createPrizeClock({
    nowMs,
    report,
    listDue: (rowsMax) => listDue(sql, { round: drandRoundAt(nowMs() + 1) - 1, rowsMax }),
    draw: (due) => drawPrize(parts, due, { accountId: due.accountId, given: undefined }),
  })
  return {
    async look() {
      await pulses.look()
      await rounds.look()
    },
    start() {
      if (parts.fetchPulse) pulses.start()
      rounds.start()
    },
    stop() {
      pulses.stop()
      rounds.stop()
    },
  }
}

/** Stamped before the round is public, so that nobody who saw the round could choose the pulse. */
async function takePulse(
  { sql, fetchPulse, timeStamp, nowMs }: DrawingParts,
  { id, nistAt, round }: { id: string; nistAt: Date; round: number },
): Promise<void> {
  if (!fetchPulse) throw new ApiError('not_configured', NO_NIST)
  const pulse = await fetchPulse(nistAt)
  const stamp = await timeStamp(sha256Hex(Buffer.from(pulse, 'hex'))).catch((error: unknown) => {
    if (nowMs() < drandRoundMs(round)) throw error
    return null
  })
  await writePulse(sql, { id, pulse, stamp })
}

interface Due {
  readonly id: string
  readonly round: number
  /** If it takes a pulse of NIST, its minute; the pulse, once it is there. */
  readonly nistAt?: Date | null
  readonly pulse?: string | null
}

export async function drawPrize(
  parts: DrawingParts,
  { id, round, nistAt = null, pulse = null }: Due,
  { accountId, given }: { accountId: number; given: string | undefined },
): Promise<Prize> {
  if (parts.nowMs() < drandRoundMs(round)) {
    throw new ApiError('conflict', `Round ${round} becomes public at ${drandRoundTime(round)}. Draw then.`)
  }
  if (nistAt !== null && pulse === null) await takePulse(parts, { id, nistAt, round })
  const signature = await signatureOf(
    parts,
    { round, signature: given, where: ['body', 'signature'] },
    `account:${accountId}`,
  )
  const drawn = await parts.sql.begin(async (tx) => {
    await lockPrize(tx, id, accountId)
    const prize = (await findPrize(tx, id)) ?? prizeNotFound()
    if (prize.result === null) await writeDrawn(parts, tx, { prize, signature })
    return (await findPrize(tx, id)) ?? prizeNotFound()
  })
  return stamped(parts, drawn)
}

/**
 * With a time stamp of the result, if the authority answers. Nothing is locked meanwhile. A result is valid without one: anybody who has
 * the lock can compute it.
 */
export async function stamped({ sql, timeStamp }: DrawingParts, prize: Prize): Promise<Prize> {
  const { id, result, resultStamp } = prize
  if (result === null || resultStamp !== null) return prize
  const stamp = await timeStamp(sha256Hex(result)).catch(() => null)
  if (stamp === null) return prize
  await writeStamp(sql, { id, result, stamp })
  return { ...prize, resultStamp: stamp }
}

/** Signs what follows from the round and the exclusions until now. The row is locked. */
export async function writeDrawn(
  { receipts, nowMs }: DrawingParts,
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
    ...(prize.pulse === null ? {} : { nist: { pulse: prize.pulse } }),
    exclusions,
    ...prizeOutcome(lock, prizeSeed(lock, signature, prize.pulse ?? undefined), exclusions),
  } as Content<PrizeResult>)
  await writeResult(tx, { id: prize.id, signature, result: canonicalJson(result) })
}

export function lockOf({ lock }: Pick<Prize, 'lock'>): PrizeLock {
  return JSON.parse(lock) as PrizeLock
}

/** What a draw that takes the pulse of NIST needs of its deployment. */
export function requireNist({ fetchPulse }: DrawingParts): void {
  if (!fetchPulse) throw new ApiError('not_configured', NO_NIST)
}

export function prizeNotFound(): never {
  throw new ApiError('not_found', 'There is no prize draw with this id.')
}
