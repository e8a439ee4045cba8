// The playground's settings are part of the address, so that a link shows others exactly the same.
import { SAMPLES_MAX, SAMPLES_MIN, SEED_TEXT, type Setting, SIZES } from '@equipoise/engine/setting'

export type Settings = Readonly<Omit<Setting, 'seed'> & { seed: string }>

/** The largest block size that needs no account. */
export const FREE_SIZE_MAX = 9

/** Reads an address; missing or invalid parts become the default. */
export function settingsFrom(params: URLSearchParams, seed: string): Settings {
  const bias = Number(params.get('bias') ?? Number.NaN)
  const samples = Number(params.get('samples') ?? Number.NaN)
  const size = SIZES.find((one) => one === Number(params.get('N')))
  const given = params.get('seed') ?? ''
  return {
    bias: bias >= 0 && bias <= 1 ? bias : 0.9,
    N: size ?? 9,
    samples: isSamples(samples) ? samples : 1000,
    seed: SEED_TEXT.test(given) ? given : seed,
  }
}

export function paramsOf({ bias, N, samples, seed }: Settings): URLSearchParams {
  return new URLSearchParams({ bias: String(bias), N: String(N), samples: String(samples), seed })
}

export function isSamples(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= SAMPLES_MIN && Number(value) <= SAMPLES_MAX
}

/** The nearest allowed number of samples, set when the field loses the focus. */
export function settledSamples(typed: number | string, before: number): number {
  const wanted = typed === '' ? Number.NaN : Math.round(Number(typed))
  return Number.isNaN(wanted) ? before : Math.min(SAMPLES_MAX, Math.max(SAMPLES_MIN, wanted))
}

/** The seed as the service reads it: digits are a number as long as that is exact, everything else is text. */
export function seedValue(seed: string): number | string {
  const number = Number(seed)
  return /^(0|[1-9]\d*)$/.test(seed) && Number.isSafeInteger(number) ? number : seed
}

export function randomSeed(random: () => number = Math.random): string {
  return String(Math.floor(random() * 1_000_000))
}
