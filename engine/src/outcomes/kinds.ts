// The kinds of draws, one row each: its fields in a receipt, what decides its numbers, and where its names are. Types, the rules of
// receipts, the errors of requests and the limits of docs/verify.py are derived from this table.
import { ANY, HASH, NAME, NAME_LENGTH_MAX, type RecordField, type ValueOf } from '../fields.ts'
import {
  CARDS_MAX,
  DECK_SIZE_MAX,
  LOOT_ITEMS_MAX,
  PITY_AFTER_MAX,
  PITY_AFTER_MIN,
  PITY_BOOST_MAX,
  PITY_RULES_MAX,
} from './loot.ts'
import { DICE_MAX, DRAW_NUMBERS_MAX, ENTRIES_MAX, OPTIONS_MAX, type OutcomeSetting } from './outcome.ts'

const MODIFIER_MAX = 999_999_999
const SIDES_MAX = 2 ** 32

const count = { whole: [1, DRAW_NUMBERS_MAX] } as const
const size = { whole: [1, ENTRIES_MAX] } as const
const weighted = { record: { name: NAME, weight: { whole: [1, ANY] } } } as const
const pityRule = {
  record: {
    items: { list: { whole: [0, LOOT_ITEMS_MAX] }, size: [1, LOOT_ITEMS_MAX] },
    after: { whole: [PITY_AFTER_MIN, PITY_AFTER_MAX] },
  },
  optional: { from: { whole: [1, PITY_AFTER_MAX] }, boost: { whole: [1, PITY_BOOST_MAX] } },
} as const

interface Row<F extends RecordField> {
  readonly fields: F
  /** The part that decides the numbers, without names of options and what is added to dice. */
  setting(settings: ValueOf<F>): OutcomeSetting
  /** The names in the settings themselves. */
  names?(settings: ValueOf<F>): string[]
  /** The field of a request that an error names if several fields are wrong only in combination. */
  readonly blamed: string
}

export const KINDS = {
  integers: row({
    fields: { record: { min: { whole: [-ANY, ANY] }, max: { whole: [-ANY, ANY] }, count } },
    setting: ({ min, max, count }) => ({ kind: 'integers', min, max, count }),
    blamed: 'max',
  }),
  dice: row({
    fields: {
      record: {
        dice: { whole: [1, DICE_MAX] },
        sides: { whole: [2, SIDES_MAX] },
        modifier: { whole: [-MODIFIER_MAX, MODIFIER_MAX] },
        count,
      },
    },
    setting: ({ dice, sides, count }) => ({ kind: 'dice', dice, sides, count }),
    blamed: 'dice',
  }),
  choice: row({
    fields: { record: { options: { list: weighted, size: [1, OPTIONS_MAX] }, count } },
    setting: ({ options, count }) => ({ kind: 'choice', weights: options.map(({ weight }) => weight), count }),
    names: ({ options }) => namesOf(options),
    blamed: 'options',
  }),
  shuffle: row({
    fields: { record: { size, count }, optional: { entries: HASH } },
    setting: ({ size, count, entries }) => ({ kind: 'shuffle', size, count, entries }),
    blamed: 'size',
  }),
  sample: row({
    fields: { record: { size, count }, optional: { entries: HASH } },
    setting: ({ size, count, entries }) => ({ kind: 'sample', size, count, entries }),
    blamed: 'count',
  }),
  winners: row({
    fields: { record: { size, count, entries: HASH } },
    setting: ({ size, count, entries }) => ({ kind: 'winners', size, count, entries }),
    blamed: 'count',
  }),
  loot: row({
    fields: {
      record: {
        items: { list: weighted, size: [1, LOOT_ITEMS_MAX] },
        pity: { list: pityRule, size: [0, PITY_RULES_MAX] },
        // Pulls since the last hit of each guarantee, before this draw.
        state: { list: { whole: [0, PITY_AFTER_MAX] }, size: [0, PITY_RULES_MAX] },
        count,
      },
      // Whose guarantees these are: draws of one player from one table continue each other.
      optional: { player: { text: [1, NAME_LENGTH_MAX] } },
    },
    setting: ({ items, pity, state, count }) => {
      return { kind: 'loot', weights: items.map(({ weight }) => weight), pity, state, count }
    },
    names: ({ items }) => namesOf(items),
    blamed: 'pity',
  }),
  deck: row({
    fields: {
      record: {
        // How many copies are left before this draw.
        cards: { list: { record: { name: NAME, copies: { whole: [0, DECK_SIZE_MAX] } } }, size: [1, CARDS_MAX] },
        count,
      },
    },
    setting: ({ cards, count }) => ({ kind: 'deck', copies: cards.map(({ copies }) => copies), count }),
    names: ({ cards }) => namesOf(cards),
    blamed: 'count',
  }),
} as const

export type Kind = keyof typeof KINDS
export const OUTCOME_KINDS = Object.keys(KINDS) as Kind[]

/** The settings of a draw, without the origin of its randomness. */
export type DrawnSettings = {
  [K in Kind]: { readonly kind: K } & ValueOf<(typeof KINDS)[K]['fields']>
}[Kind]

/**
 * @example outcomeSettingOf({ kind: 'dice', dice: 2, sides: 6, count: 1 }) // => { kind: 'dice', dice: 2, sides: 6, count: 1 }
 */
export function outcomeSettingOf(settings: DrawnSettings): OutcomeSetting {
  return rowOf(settings).setting(settings)
}

/**
 * The names in the settings themselves; undefined if there is only their hash.
 * @example namesIn({ kind: 'choice', options: [{ name: 'red', weight: 1 }, { name: 'blue', weight: 1 }], count: 1 }) // => [ 'red', 'blue' ]
 */
export function namesIn(settings: DrawnSettings): string[] | undefined {
  return rowOf(settings).names?.(settings)
}

function row<const F extends RecordField>(given: Row<F>): Row<F> {
  return given
}

/** The row of these settings, typed so that it accepts only settings of its own kind. */
function rowOf({ kind }: DrawnSettings) {
  if (!Object.hasOwn(KINDS, kind)) throw new RangeError('the kind of draw is unknown')
  return KINDS[kind] as unknown as {
    setting(settings: DrawnSettings): OutcomeSetting
    names?(settings: DrawnSettings): string[]
  }
}

function namesOf(given: readonly { readonly name: string }[]): string[] {
  return given.map(({ name }) => name)
}
