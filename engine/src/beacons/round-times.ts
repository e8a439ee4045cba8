// When the rounds of drand's network quicknet become public. Separate from the curves, so that a page that needs only times does not load
// them.

const GENESIS_MS = 1_692_803_367_000
const PERIOD_MS = 3_000

/**
 * When a round becomes public, in milliseconds since 1970.
 * @example drandRoundMs(2) - drandRoundMs(1) // => 3000
 */
export function drandRoundMs(round: number): number {
  return GENESIS_MS + (round - 1) * PERIOD_MS
}

/**
 * The same as text, such as 2023-08-23T15:09:27.000Z.
 * @example drandRoundTime(1) // => '2023-08-23T15:09:27.000Z'
 */
export function drandRoundTime(round: number): string {
  return new Date(drandRoundMs(round)).toISOString()
}

/**
 * The first round that becomes public at this time or later.
 * @example drandRoundAt(Date.parse('2023-08-23T15:09:29Z')) // => 2
 */
export function drandRoundAt(timeMs: number): number {
  return Math.max(1, Math.ceil((timeMs - GENESIS_MS) / PERIOD_MS) + 1)
}
