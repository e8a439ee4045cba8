import { isSeed } from './fields.ts'
import { sha256 } from './primitives.ts'

export { isSeed, SEED_TEXT } from './fields.ts'

/** The supported block sizes, in bits. */
export const SIZES = [3, 9, 16, 25, 32, 64] as const
export type Size = (typeof SIZES)[number]

/** Of one computation. A sweep takes fewer samples for each bias, from 1. */
export const SAMPLES_MIN = 100
export const SAMPLES_MAX = 50_000
export const STEPS_MIN = 5
export const STEPS_MAX = 50

/** An integer 0..2^53-1, or 1 to 128 characters of `0-9A-Za-z_-`. */
export type Seed = number | string

/** Everything a result depends on. */
export interface Setting {
  bias: number
  N: Size
  samples: number
  seed: Seed
}

/** The settings of a sweep: one result for each bias i/(steps-1), all with the same seed. */
export interface SweepSetting {
  N: Size
  samples: number
  steps: number
  seed: Seed
}

/** How many bits one compute unit pays for. */
export const BITS_PER_UNIT = 10_000
const double = new DataView(new ArrayBuffer(8))

/**
 * @example isSize(10) // => false
 */
export function isSize(value: unknown): value is Size {
  return SIZES.some((size) => size === value)
}

/**
 * What a call costs: one unit for every started 10,000 bits of output, mirrors included.
 * @example computeUnits({ N: 16, samples: 1_000 }) // => 2
 */
export function computeUnits(call: { N: number; samples: number; steps?: number }): number {
  return Math.ceil((call.N * call.samples * (call.steps ?? 1)) / BITS_PER_UNIT)
}

/** Rejects settings outside the definition; -0 becomes +0. Callers check user input first, so an error here is a bug in the caller. */
export function checkSetting(setting: Setting): Setting {
  const { bias, N, samples, seed } = setting
  if (!(bias >= 0 && bias <= 1)) throw new RangeError(`bias must be within 0..1, not ${bias}`)
  if (!isSize(N)) throw new RangeError(`N must be one of ${SIZES.join(', ')}, not ${N}`)
  checkWithin('samples', samples, [1, SAMPLES_MAX])
  if (!isSeed(seed)) throw new RangeError('seed must be an integer 0..2^53-1 or 1 to 128 characters of 0-9A-Za-z_-')
  return { bias: bias + 0, N, samples, seed }
}

/** The biases of a sweep, first 0 and last 1. */
export function biasesOf(steps: number): number[] {
  checkWithin('steps', steps, [STEPS_MIN, STEPS_MAX])
  return Array.from({ length: steps }, (_, i) => i / (steps - 1))
}

/** The AES-128 key. It includes bias and size, so that no pad ever covers two sources, but not the length of the run. */
export function keyOf({ seed, N, bias }: Setting): Uint8Array {
  double.setFloat64(0, bias)
  const text = `equilibrium/1|${seed}|${N}|${hexOf(double.getUint32(0))}${hexOf(double.getUint32(4))}`
  return sha256(text).subarray(0, 16)
}

function checkWithin(name: string, value: number, [least, most]: [number, number]): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new RangeError(`${name} must be an integer within ${least}..${most}, not ${value}`)
}

function hexOf(word: number): string {
  return word.toString(16).padStart(8, '0')
}
