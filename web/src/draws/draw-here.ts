// Draws without an account: the engine of the service, in the browser. The same seed draws the same there.
import { drawOutcome, entriesHash } from '@equipoise/engine'
import type { Draw, DrawRequest } from '@equipoise/sdk'

export type DrawnHere = Pick<Draw, 'values' | 'totals'> & { readonly seed: string }

/** Dice and winners; anything else needs an account. */
export type WishHere = Extract<DrawRequest, { kind: 'dice' | 'winners' }>

const DICE = /^([1-9]\d{0,3})?d([1-9]\d{0,9})(?:([+-]\d{1,9}))?$/i

export function drawHere(wish: WishHere, seed: string): DrawnHere {
  return { seed, ...(wish.kind === 'dice' ? thrown(wish, seed) : won(wish, seed)) }
}

function thrown({ dice, count = 1 }: Extract<WishHere, { kind: 'dice' }>, seed: string) {
  const [match, number = '1', sides, added = '0'] = DICE.exec(dice) ?? []
  if (match === undefined) throw new Error('Write dice such as 3d6 or 1d20+4.')
  const together = Number(number)
  const setting = { kind: 'dice', dice: together, sides: Number(sides), count } as const
  const faces = Array.from(drawn(setting, seed))
  const values = Array.from({ length: count }, (_, i) => faces.slice(i * together, (i + 1) * together))
  return { values, totals: values.map((one) => one.reduce((sum, face) => sum + face, Number(added))) }
}

function won({ entries, count = 1 }: Extract<WishHere, { kind: 'winners' }>, seed: string) {
  const seen = new Set<string>()
  const twice = entries.find((name) => seen.size === seen.add(name).size)
  if (twice !== undefined) throw new Error(`“${twice}” is in the list twice. Number the tickets of one person.`)
  if (count > entries.length) throw new Error('There are fewer names than winners.')
  const setting = { kind: 'winners', size: entries.length, count, entries: entriesHash(entries) } as const
  return { values: Array.from(drawn(setting, seed), (place) => entries[place] ?? '') }
}

function drawn(setting: Parameters<typeof drawOutcome>[0], seed: string) {
  try {
    return drawOutcome(setting, seed)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Error(`${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`)
  }
}
