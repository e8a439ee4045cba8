import { floatAt, intAt } from '../numbers.ts'
import type { FlaggedSpan, OwnWords } from '../reading/reading.ts'
import type { Scored } from '../scoring/scoring.ts'

// A caller's own words among the evidence.

/** 1 for each word that is no evidence of ours: the caller has a word of their own about it. */
export function claimedBy(own: OwnWords | undefined): Uint8Array | undefined {
  if (!own) return undefined
  const claimed = own.ignored.slice()
  for (const { from, to } of own.flagged) claimed.fill(1, from, to)
  return claimed
}

/** What each flagged span adds to the logit of its sentence, in order. */
export function weighFlagged({ units, share }: Scored, flagged: readonly FlaggedSpan[]): number[] {
  let unit = 0
  return flagged.map(({ from, to }) => {
    let weight = 0
    while (unit < units.count && intAt(units.last, unit) < from) unit++
    for (; unit < units.count && intAt(units.first, unit) < to; unit++) weight += floatAt(share, unit)
    return weight
  })
}
