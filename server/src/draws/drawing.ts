// Drawing up to 100,000 numbers takes a few milliseconds, and writing them down for their digest as long again: other work goes in between.
import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DrawnSettings, drawOutcome, outcomeSettingOf, type Seed } from '@equipoise/engine'

const NUMBERS_A_TURN = 20_000

interface Outcome {
  readonly outcome: Float64Array | Uint32Array
  /** As `outcomeDigest`. */
  readonly digest: string
}

export async function drawFor(settings: DrawnSettings, seed: Seed): Promise<Outcome> {
  const outcome = drawOutcome(outcomeSettingOf(settings), seed)
  const hash = createHash('sha256')
  for (let from = 0; from < outcome.length; from += NUMBERS_A_TURN) {
    if (outcome.length > NUMBERS_A_TURN) await nextTurn()
    hash.update(`${from === 0 ? '' : ','}${outcome.subarray(from, from + NUMBERS_A_TURN).join(',')}`)
  }
  return { outcome, digest: hash.digest('hex') }
}
