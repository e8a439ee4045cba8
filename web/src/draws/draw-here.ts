// Draws without an account, with the service's engine in the browser. The same seed gives the same result there.
import { DICE_MAX, DRAW_NUMBERS_MAX, drawOutcome, entriesHash } from '@equipoise/engine'
import type { Draw, DrawRequest } from '@equipoise/sdk'
import { formatCount } from '../format.ts'

type DrawnHere = Pick<Draw, 'values' | 'totals'> & { readonly seed: string }

/** Visitors can draw dice and winners; other kinds need an account. */
export type WishHere = Extract<DrawRequest, { kind: 'dice' | 'winners' }>
type Throws = Extract<WishHere, { kind: 'dice' }>
type Winners = Extract<WishHere, { kind: 'winners' }>

const DICE = /^([1-9]\d{0,3})?d([1-9]\d{0,9})(?:([+-]\d{1,9}))?$/i
const SIDES_MAX = 2 ** 32
export const NAMES_MAX = 100_000
const NAME_LENGTH_MAX = 256
const NAME_SHOWN_MAX = 40
const INVISIBLE = /[\p{Cc}\p{Cs}]/u

export function drawHere(wish: WishHere, seed: string): DrawnHere {
  const problem = problemIn(wish)
  if (problem !== undefined) throw new Error(problem)
  return { seed, ...(wish.kind === 'dice' ? thrown(wish, seed) : won(wish, seed)) }
}

/** Why the service would reject this draw too, as a message for people. Other kinds are checked by the service only. */
export function problemIn(wish: DrawRequest): string | undefined {
  if (wish.kind === 'dice') return diceProblem(wish)
  return wish.kind === 'winners' ? winnersProblem(wish) : undefined
}

function diceProblem({ dice, count = 1 }: Throws): string | undefined {
  const parts = partsOf(dice)
  if (!parts) return 'Write dice such as 3d6 or 1d20+4.'
  if (parts.together > DICE_MAX) return `Throw at most ${formatCount(DICE_MAX)} dice at once.`
  if (parts.sides < 2 || parts.sides > SIDES_MAX) return `A die has 2 to ${formatCount(SIDES_MAX)} sides.`
  if (!isCount(count)) return `The number of throws is a whole number, 1 to ${formatCount(DRAW_NUMBERS_MAX)}.`
  return count * parts.together > DRAW_NUMBERS_MAX
    ? `Throw at most ${formatCount(DRAW_NUMBERS_MAX)} dice in all: choose fewer dice, or fewer throws.`
    : undefined
}

function winnersProblem({ entries, count = 1 }: Winners): string | undefined {
  if (entries.length === 0) return 'Enter at least one name.'
  if (entries.length > NAMES_MAX) return `Draw from at most ${formatCount(NAMES_MAX)} names at once.`
  const wrong = entries.find((name) => isTooLong(name) || INVISIBLE.test(name) || name === '')
  if (wrong !== undefined) return nameProblem(wrong)
  const seen = new Set<string>()
  const twice = entries.find((name) => seen.size === seen.add(name.trim().normalize('NFC')).size)
  if (twice !== undefined)
    return `“${shown(twice)}” appears twice. Write ${shown(twice)} 1 and ${shown(twice)} 2 if both count.`
  if (!isCount(count)) return 'The number of winners is a whole number, at least 1.'
  return count > entries.length ? 'There are fewer names than winners.' : undefined
}

function nameProblem(name: string): string {
  if (name === '') return 'One of the names is empty.'
  if (!isTooLong(name)) return `“${shown(name)}” contains a tab or an invisible character. Remove it.`
  return `The name “${shown(name)}” is too long: at most ${NAME_LENGTH_MAX} characters.`
}

/** Counts code points as the service does: an emoji is one character. */
function isTooLong(name: string): boolean {
  return name.length > NAME_LENGTH_MAX && Array.from(name).length > NAME_LENGTH_MAX
}

function shown(name: string): string {
  return name.length > NAME_SHOWN_MAX ? `${Array.from(name).slice(0, NAME_SHOWN_MAX).join('')}…` : name
}

function isCount(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= DRAW_NUMBERS_MAX
}

function partsOf(dice: string): { together: number; sides: number; added: number } | undefined {
  const [match, together = '1', sides, added = '0'] = DICE.exec(dice) ?? []
  return match === undefined ? undefined : { together: Number(together), sides: Number(sides), added: Number(added) }
}

function thrown({ dice, count = 1 }: Throws, seed: string) {
  const { together, sides, added } = partsOf(dice) ?? { together: 0, sides: 0, added: 0 }
  const faces = Array.from(drawOutcome({ kind: 'dice', dice: together, sides, count }, seed))
  const values = Array.from({ length: count }, (_, i) => faces.slice(i * together, (i + 1) * together))
  return { values, totals: values.map((one) => one.reduce((sum, face) => sum + face, added)) }
}

function won({ entries, count = 1 }: Winners, seed: string) {
  const setting = { kind: 'winners', size: entries.length, count, entries: entriesHash(entries) } as const
  return { values: Array.from(drawOutcome(setting, seed), (place) => entries[place] ?? '') }
}
