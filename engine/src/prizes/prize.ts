// Who wins: an order of the pool that follows from the round and from everything that was locked.
import { drandRandomness } from '../beacons/beacons.ts'
import { drawOutcome, fairSeed } from '../outcomes/outcomes.ts'
import { bytesOfHex, hexOf, sha256Hex, sha512 } from '../primitives.ts'
import { receiptHash } from '../receipts/receipts.ts'
import type { Exclusion, PrizeLock } from './prize-shape.ts'

export interface PrizeOutcome {
  /** Positions in the pool, counted from 1, in the order drawn. */
  readonly winners: number[]
  readonly reserves: number[]
}

type Locked = Pick<PrizeLock, 'pool' | 'winners' | 'reserves'>

/**
 * The seed: the round's randomness, with the hash of the lock, so that nobody could try locks until one suited. With a pulse of NIST, both
 * beacons are hashed together.
 * @example prizeSeed({ round: 1000 }, '00'.repeat(48)).length // => 64
 */
export function prizeSeed(lock: PrizeLock, drandSignature: string, pulse?: string): string {
  const randomness = drandRandomness(drandSignature)
  const both =
    pulse === undefined
      ? randomness
      : sha256Hex(`prize/1 beacons|${randomness}|${hexOf(sha512(bytesOfHex(pulse) ?? new Uint8Array(0)))}`)
  return fairSeed(both, receiptHash(lock as never), 0)
}

/**
 * The first positions of the order: as many as the prizes, reserves and exclusions can need.
 * @example prizeOrder({ pool: { root: '00'.repeat(32), size: 2, free: 0 }, winners: 1, reserves: 0 }, 'a', 9).length // => 2
 */
export function prizeOrder({ pool, winners, reserves }: Locked, seed: string, exclusions: number): number[] {
  const count = Math.min(pool.size, winners + reserves + exclusions)
  const drawn = drawOutcome({ kind: 'winners', size: pool.size, count, entries: pool.root }, seed)
  return Array.from(drawn, (place) => place + 1)
}

/**
 * The winners and reserves. A person who is excluded is passed over, so the next reserve moves up.
 * @example prizeOutcome({ pool: { root: '00'.repeat(32), size: 3, free: 0 }, winners: 1, reserves: 1 }, 'a', []).reserves.length // => 1
 */
export function prizeOutcome(
  lock: Locked,
  seed: string,
  exclusions: readonly Pick<Exclusion, 'position'>[],
): PrizeOutcome {
  const excluded = new Set(exclusions.map(({ position }) => position))
  const left = prizeOrder(lock, seed, exclusions.length).filter((position) => !excluded.has(position))
  return {
    winners: left.slice(0, lock.winners),
    reserves: left.slice(lock.winners, lock.winners + lock.reserves),
  }
}
