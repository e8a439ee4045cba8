// Drawing up to 100,000 numbers takes tens of milliseconds, and writing them down for their digest as long again: both are done in turns
// with other work.
import { createHash } from 'node:crypto'
import { type DrawnSettings, drawParts, outcomeSettingOf, type Seed } from '@equipoise/engine'
import { inTurns, type Steps } from '../ground/in-turns.ts'

/** Few, because each of them may need the odds of a table of 500 items. */
const NUMBERS_A_STEP = 100
/** An order is drawn whole, and written in steps. */
const DIGITS_A_STEP = 5_000

export interface Outcome {
  readonly outcome: Float64Array | Uint32Array
  /** As `outcomeDigest`. */
  readonly digest: string
}

export function drawFor(settings: DrawnSettings, seed: Seed, accountId: number): Promise<Outcome> {
  return inTurns(`account:${accountId}`, draw(settings, seed))
}

function* draw(settings: DrawnSettings, seed: Seed): Steps<Outcome> {
  const parts: (Float64Array | Uint32Array)[] = []
  const hash = createHash('sha256')
  for (const part of drawParts(outcomeSettingOf(settings), seed, NUMBERS_A_STEP)) {
    for (let from = 0; from < part.length; from += DIGITS_A_STEP) {
      hash.update(`${parts.length + from === 0 ? '' : ','}${part.subarray(from, from + DIGITS_A_STEP).join(',')}`)
      yield
    }
    parts.push(part)
  }
  const numbers = parts.reduce((sum, part) => sum + part.length, 0)
  const outcome = parts[0] instanceof Uint32Array ? new Uint32Array(numbers) : new Float64Array(numbers)
  let at = 0
  for (const part of parts) {
    outcome.set(part, at)
    at += part.length
  }
  return { outcome, digest: hash.digest('hex') }
}
