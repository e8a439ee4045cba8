// The kinds of draws as requests name them, one row each: the fields beside those that every draw has, and the settings that they stand
// for. Limits come from the engine's table of kinds. With a row there and one here a new kind can be drawn.
import {
  DICE_MAX,
  type DrawnSettings,
  isText,
  KINDS,
  type Kind,
  NAME_LENGTH_MAX,
  DRAW_NUMBERS_MAX as NUMBERS_MAX,
  OPTIONS_MAX,
  ENTRIES_MAX as SIZE_MAX,
} from '@equipoise/engine'
import { z } from 'zod'
import { counted } from '../../ground/counted.ts'
import { integer, named } from '../../http/http.ts'
import { unicodeText } from '../engine/seed-input.ts'
import { longList } from './long-list.ts'
import { cards, lootTable, pityOf } from './loot-request.ts'

export const ENTRIES_MAX = 100_000
/** Receipts contain the settings, and are stored, signed and read whole. */
export const SETTINGS_BYTES_MAX = 16_384
const DICE = /^([1-9]\d{0,3})?d([1-9]\d{0,9})(?:([+-])(\d{1,9}))?$/i

interface Row<K extends Kind, F extends z.ZodRawShape> {
  /** Of the shape in the API document. */
  readonly name: string
  readonly title: string
  readonly words: string
  readonly fields: F
  /** Without the hash of the entries, which is slow and does not affect the price. */
  settings(body: z.output<z.ZodObject<F>>): Omit<Extract<DrawnSettings, { kind: K }>, 'kind' | 'entries'>
  /** The field that makes the settings long. */
  readonly list?: string
}

const count = integer().min(1).max(NUMBERS_MAX).default(1)
const size = integer().min(1).max(SIZE_MAX)
const entryName = unicodeText({ max: NAME_LENGTH_MAX })
export const entries = longList({ item: entryName, isFine: isName, max: ENTRIES_MAX })
const option = named(
  'DrawOption',
  'An option with its weight.',
  z.object({
    name: entryName.describe(`What the option is called, 1 to ${NAME_LENGTH_MAX} characters.`),
    weight: integer()
      .min(1)
      .default(1)
      .describe('A whole number. The odds are exactly weight / sum of all weights, so 1 and 99 are 1 % and 99 %.'),
  }),
)
const options = longList({
  item: z.union([entryName, option], {
    error: 'Input should be a name, or a name with a weight that is a whole number from 1',
  }),
  isFine: isOption,
  max: OPTIONS_MAX,
})

export const ROWS = {
  integers: row('integers', {
    name: 'DrawIntegers',
    title: 'Draw integers in a range.',
    words: 'Integers in a range.',
    fields: {
      min: integer().describe('The smallest value.'),
      max: integer().describe('The largest value. The range must have fewer than 2^53 values.'),
      count: count.describe(`How many to draw, 1 to ${counted(NUMBERS_MAX)}.`),
    },
    settings: ({ min, max, count }) => ({ min, max, count }),
  }),
  dice: row('dice', {
    name: 'DrawDice',
    title: 'Throw dice.',
    words: 'Dice.',
    fields: {
      dice: z
        .string()
        .regex(DICE, 'Input should be dice such as 3d6 or 1d20+4')
        .describe(`The dice of one throw, such as \`3d6\` or \`1d20+4\`: at most ${counted(DICE_MAX)} dice.`),
      count: count.describe(`How many throws, 1 to ${counted(NUMBERS_MAX)}.`),
    },
    settings: ({ dice, count }) => ({ ...diceOf(dice), count }),
  }),
  choice: row('choice', {
    name: 'DrawChoice',
    title: 'Choose among options, independently each time.',
    words: 'A weighted choice.',
    fields: {
      options: options.describe(
        `Names, or names with weights; at most ${counted(SETTINGS_BYTES_MAX)} bytes of settings in all.`,
      ),
      count: count.describe(`How many choices, 1 to ${counted(NUMBERS_MAX)}.`),
    },
    settings: ({ options, count }) => ({ options: options.map(optionOf), count }),
  }),
  shuffle: row('shuffle', {
    name: 'DrawShuffle',
    title: 'Put entries in a random order.',
    words: 'A random order.',
    fields: {
      entries: entries.optional().describe(`What to shuffle: 1 to ${counted(ENTRIES_MAX)} names.`),
      size: size
        .max(NUMBERS_MAX)
        .optional()
        .describe(`Instead of entries: how many there are, up to ${counted(NUMBERS_MAX)}.`),
    },
    settings: ({ entries, size = 0 }) => ({ size: entries?.length ?? size, count: entries?.length ?? size }),
  }),
  sample: row('sample', {
    name: 'DrawSample',
    title: 'Choose some of the entries, each at most once.',
    words: 'A sample without replacement.',
    fields: {
      entries: entries.optional().describe(`What to choose from: 1 to ${counted(ENTRIES_MAX)} names.`),
      size: size.optional().describe(`Instead of entries: how many there are, up to ${counted(SIZE_MAX)}.`),
      count: count.describe('How many to choose, at most as many as there are.'),
    },
    settings: ({ entries, size = 0, count }) => ({ size: entries?.length ?? size, count }),
  }),
  winners: row('winners', {
    name: 'DrawWinners',
    title: 'Draw winners from a list of names.',
    words: 'Winners from a list.',
    fields: {
      entries: entries.describe(
        `1 to ${counted(ENTRIES_MAX)} different names. If somebody has several tickets, number them.`,
      ),
      count: count.describe('How many winners, at most as many as there are names.'),
    },
    settings: ({ entries, count }) => ({ size: entries.length, count }),
  }),
  loot: row('loot', {
    name: 'DrawLoot',
    title: 'Pull from a loot table, with guarantees.',
    words: 'A loot table.',
    fields: {
      ...lootTable,
      player: entryName
        .optional()
        .describe('A code for the player. Verifiers check that the pulls of one player continue each other.'),
      count: count.describe('How many pulls, 1 to 100,000.'),
    },
    settings: ({ items, state, player, count, ...rest }) => {
      const pity = pityOf(items, rest.pity)
      return {
        items: items.map(({ name, weight }) => ({ name, weight })),
        pity,
        state: state ?? pity.map(() => 0),
        ...(player === undefined ? {} : { player }),
        count,
      }
    },
    list: 'items',
  }),
  deck: row('deck', {
    name: 'DrawDeck',
    title: 'Draw cards from a deck, without replacement.',
    words: 'A deck of cards.',
    fields: { cards, count: count.describe('How many cards, at most as many as are left.') },
    settings: ({ cards, count }) => ({ cards: cards.map(({ name, copies }) => ({ name, copies })), count }),
    list: 'cards',
  }),
} as const satisfies Record<Kind, unknown>

export type Wished = { [K in Kind]: { kind: K } & z.output<z.ZodObject<(typeof ROWS)[K]['fields']>> }[Kind]

/** Every kind as a shape, with the fields that say where the randomness comes from. */
export function shapesWith(origin: z.ZodRawShape) {
  return (Object.keys(KINDS) as Kind[]).map((kind) => {
    const { name, title, words, fields } = rowOf(kind)
    return named(name, title, z.object({ kind: z.literal(kind).describe(words), ...fields, ...origin }))
  })
}

/** Throws a RangeError if there are too many dice. */
export function sizesOf(body: Wished): DrawnSettings {
  return { kind: body.kind, ...rowOf(body.kind).settings(body) } as DrawnSettings
}

export function listOf({ kind }: Wished): string {
  return rowOf(kind).list ?? 'options'
}

function row<const K extends Kind, F extends z.ZodRawShape>(_kind: K, given: Row<K, F>): Row<K, F> {
  return given
}

function rowOf(kind: Kind) {
  return ROWS[kind] as unknown as Row<Kind, z.ZodRawShape>
}

function isName(given: unknown): boolean {
  return isText(given, [1, NAME_LENGTH_MAX])
}

function isOption(given: unknown): boolean {
  if (typeof given !== 'object' || given === null) return isName(given)
  const { name, weight = 1 } = given as { name?: unknown; weight?: unknown }
  return isName(name) && Number.isSafeInteger(weight) && Number(weight) >= 1
}

function optionOf(given: string | { name: string; weight?: number | undefined }) {
  return typeof given === 'string' ? { name: given, weight: 1 } : { name: given.name, weight: given.weight ?? 1 }
}

function diceOf(text: string) {
  const [, number = '1', sides = '', sign, added = '0'] = DICE.exec(text) ?? []
  if (Number(number) > DICE_MAX) throw new RangeError(`at most ${DICE_MAX} dice can be thrown at once`)
  return { dice: Number(number), sides: Number(sides), modifier: sign === '-' ? 0 - Number(added) : Number(added) }
}
