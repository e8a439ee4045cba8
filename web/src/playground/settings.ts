// The playground's settings live in the address, so that a link shows the other person exactly the same thing.
import { SAMPLES_MAX, SAMPLES_MIN, SEED_TEXT, type Setting, SIZES } from '@equipoise/engine/setting'

export type Settings = Readonly<Omit<Setting, 'seed'> & { seed: string }>

/** The largest block that needs no account. */
export const FREE_SIZE_MAX = 9

/** Reads an address; what is missing or wrong becomes the default. */
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

/** What a typed number of samples becomes when the hand leaves the field: the nearest that is allowed. */
export function settledSamples(typed: number | string, before: number): number {
  const wanted = typed === '' ? Number.NaN : Math.round(Number(typed))
  return Number.isNaN(wanted) ? before : Math.min(SAMPLES_MAX, Math.max(SAMPLES_MIN, wanted))
}

/** What the service makes of a seed: digits are a number as long as they are exact, everything else is text. */
export function seedValue(seed: string): number | string {
  const number = Number(seed)
  return /^(0|[1-9]\d*)$/.test(seed) && Number.isSafeInteger(number) ? number : seed
}

export function randomSeed(random: () => number = Math.random): string {
  return String(Math.floor(random() * 1_000_000))
}
