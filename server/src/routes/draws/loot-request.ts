// The requests for loot tables and decks, and their odds.
import {
  CARDS_MAX,
  DECK_SIZE_MAX,
  LOOT_ITEMS_MAX,
  NAME_LENGTH_MAX,
  ODDS_PULLS_MAX,
  PITY_AFTER_MAX,
  PITY_AFTER_MIN,
  PITY_BOOST_MAX,
  PITY_RULES_MAX,
  type PityRule,
} from '@equipoise/engine'
import { z } from 'zod'
import { type Contradiction, consistent, integer, named } from '../../http/http.ts'
import type { CardsFound, Job, OddsFound } from '../../threads/pool/pool.ts'
import { unicodeText } from '../engine/seed-input.ts'

const name = unicodeText({ max: NAME_LENGTH_MAX })

const lootItem = named(
  'LootItem',
  'An item of a loot table.',
  z.object({
    name: name.describe('What the item is called, 1 to 256 characters. Names must differ.'),
    weight: integer()
      .min(1)
      .default(1)
      .describe('A whole number. Without guarantees the odds are exactly weight / sum of all weights.'),
  }),
)
const guarantee = named(
  'LootGuarantee',
  'A guarantee (pity): one of the items comes at the latest with a given pull.',
  z.object({
    items: z.array(name).min(1).max(LOOT_ITEMS_MAX).describe('Names of items, any of which meets the guarantee.'),
    after: integer()
      .min(PITY_AFTER_MIN)
      .max(PITY_AFTER_MAX)
      .describe('One of them comes at the latest with this pull since the last of them, 2 to 1,000.'),
    from: integer()
      .min(1)
      .max(PITY_AFTER_MAX)
      .optional()
      .describe('From this pull on, the items become likelier with each pull. Needs `boost`.'),
    boost: integer()
      .min(1)
      .max(PITY_BOOST_MAX)
      .optional()
      .describe('Their weights are multiplied by 1 + boost, then 1 + 2 boost, and so on.'),
  }),
)
export const lootTable = {
  items: z.array(lootItem).min(1).max(LOOT_ITEMS_MAX).describe('1 to 500 items with different names.'),
  pity: z
    .array(guarantee)
    .max(PITY_RULES_MAX)
    .default([])
    .describe('Up to 4 guarantees. All items of a narrower one must belong to the wider ones.'),
  state: z
    .array(integer().min(0).max(PITY_AFTER_MAX))
    .max(PITY_RULES_MAX)
    .optional()
    .describe('For each guarantee, the pulls since the last hit: `state` of the draw before. Absent means 0 for all.'),
}
const card = named(
  'DeckCard',
  'Cards of one name in a deck.',
  z.object({
    name: name.describe('What the card is called, 1 to 256 characters. Names must differ.'),
    copies: integer().min(0).max(DECK_SIZE_MAX).default(1).describe('How many are left in the deck, 0 to 1,000,000.'),
  }),
)
export const cards = z.array(card).min(1).max(CARDS_MAX).describe('1 to 1,000 kinds of cards with different names.')
const observed = z
  .array(integer().min(0).max(ODDS_PULLS_MAX))
  .max(CARDS_MAX)
  .optional()
  .describe('How often each item or card came, in their order. The response then tests whether that can be chance.')

export const oddsWish = named(
  'OddsRequest',
  'A loot table or a deck whose odds to compute.',
  consistent(
    z.discriminatedUnion(
      'kind',
      [
        named(
          'LootOddsRequest',
          'A loot table.',
          z.object({
            kind: z.literal('loot').describe('A loot table.'),
            ...lootTable,
            pulls: integer().min(1).max(ODDS_PULLS_MAX).default(1).describe('For how many pulls, 1 to 100,000.'),
            observed,
          }),
        ),
        named(
          'DeckOddsRequest',
          'A deck.',
          z.object({
            kind: z.literal('deck').describe('A deck of cards.'),
            cards,
            pulls: integer().min(1).max(ODDS_PULLS_MAX).default(1).describe('For how many cards, 1 to 100,000.'),
            observed,
          }),
        ),
      ],
      { error: "Input should be 'loot' or 'deck'" },
    ),
    (body) => {
      const names = (body.kind === 'loot' ? body.items : body.cards).map((one) => one.name)
      const found: Contradiction[] = nameProblems(body)
      const add = (message: string) => found.push({ path: ['observed'], message })
      if (body.observed && body.observed.length !== names.length) add('Send one count for each name')
      if (body.observed && sumOf(body.observed) > ODDS_PULLS_MAX) add(`At most ${ODDS_PULLS_MAX} pulls can be tested`)
      return found
    },
  ),
)
export type OddsWish = z.infer<typeof oddsWish>

const oddsItem = named(
  'ItemOdds',
  'The odds of one item or card.',
  z.object({
    name: z.string().describe('The item or card.'),
    base: z.number().describe('Its probability in one pull by weight alone, without guarantees.'),
    long_run: z.number().describe('Its share of all pulls in the long run, guarantees included.'),
    expected: z.number().describe('How many come in `pulls` pulls from the given state, on average.'),
    observed: z.int().nullable().describe('How many came, as you sent it. Null if you sent none.'),
  }),
)
const oddsGuarantee = named(
  'GuaranteeOdds',
  'What a guarantee amounts to.',
  z.object({
    items: z.array(z.string()).describe('The items that meet it.'),
    after: z.int().describe('One of them comes at the latest with this pull.'),
    pulls_mean: z.number().describe('Pulls from one hit to the next, on average.'),
    within: z.number().describe('The probability of at least one in `pulls` pulls from the given state.'),
  }),
)
const oddsTest = named(
  'OddsTest',
  'Whether the observed counts can be chance.',
  z.object({
    p_value: z
      .number()
      .nullable()
      .describe(
        'The smallest p-value of `parts`, multiplied by how many there are, at most 1. Null if there are none, or one would take too long.',
      ),
    exact: z
      .boolean()
      .describe('False if a part is an approximation (chi-squared), because there are too many counts.'),
    parts: z
      .array(
        z.object({
          what: z.string().describe('What was tested.'),
          p_value: z
            .number()
            .nullable()
            .describe('The probability of counts at most this likely. Null if it would take too long.'),
        }),
      )
      .describe('The tests.'),
  }),
)
export const oddsShape = named(
  'Odds',
  'Exact odds.',
  z.object({
    pulls: z.int().describe('For how many pulls.'),
    items: z.array(oddsItem).describe('Each item or card.'),
    guarantees: z.array(oddsGuarantee).describe('Each guarantee.'),
    test: oddsTest.nullable().describe('A test of `observed`. Null if you sent none.'),
  }),
)

interface Named {
  readonly kind: 'loot' | 'deck'
  readonly items?: readonly { readonly name: string }[]
  readonly cards?: readonly { readonly name: string }[]
  readonly pity?: readonly { readonly items: readonly string[] }[]
}

/** Names that occur twice, or are missing. */
export function nameProblems({ kind, items, cards, pity = [] }: Named): Contradiction[] {
  const names = (items ?? cards ?? []).map((one) => one.name)
  const found = []
  if (new Set(names).size < names.length) {
    found.push({ path: [kind === 'loot' ? 'items' : 'cards'], message: 'The names must be different' })
  }
  const known = new Set(names)
  const stray = pity.flatMap((rule) => rule.items).find((one) => !known.has(one))
  if (stray !== undefined) found.push({ path: ['pity'], message: `No item is called "${stray}"` })
  return found
}

/** Guarantees as in a receipt: positions of items in the table. */
export function pityOf(
  items: readonly { readonly name: string }[],
  pity: readonly { items: readonly string[]; after: number; from?: number | undefined; boost?: number | undefined }[],
): PityRule[] {
  const places = new Map(items.map(({ name }, place) => [name, place]))
  return pity.map((rule) => ({
    items: [...new Set(rule.items.map((one) => places.get(one) ?? -1))].sort((a, b) => a - b),
    after: rule.after,
    ...(rule.from === undefined ? {} : { from: rule.from }),
    ...(rule.boost === undefined ? {} : { boost: rule.boost }),
  }))
}

/** The job that computes the odds, which is too much for the main thread. Throws a RangeError with a message for people. */
export function oddsJob(body: OddsWish): Job | undefined {
  if (body.kind === 'loot') {
    const { items, pulls, observed: counts } = body
    const pity = pityOf(items, body.pity)
    const table = { weights: items.map(({ weight }) => weight), pity, state: body.state ?? pity.map(() => 0) }
    return { kind: 'odds', table, pulls, counts }
  }
  const copies = body.cards.map((one) => one.copies)
  const left = sumOf(copies)
  if (left === 0 || body.pulls > left) throw new RangeError(`the deck has ${left} cards left, not ${body.pulls}`)
  return body.observed && { kind: 'cards', copies, counts: body.observed }
}

export function oddsOf(body: OddsWish, found: string | undefined): z.infer<typeof oddsShape> {
  return body.kind === 'loot'
    ? lootOddsOf(body, JSON.parse(found ?? '') as OddsFound)
    : deckOddsOf(body, found === undefined ? undefined : (JSON.parse(found) as CardsFound))
}

function lootOddsOf(body: Extract<OddsWish, { kind: 'loot' }>, { odds, test }: OddsFound): z.infer<typeof oddsShape> {
  const { items, pulls, observed: counts } = body
  const pity = pityOf(items, body.pity)
  const namesOf = (places: readonly number[]) => places.map((place) => items[place]?.name ?? '')
  return {
    pulls,
    items: items.map(({ name }, i) => ({
      name,
      base: odds.items[i]?.base ?? 0,
      long_run: odds.items[i]?.longRun ?? 0,
      expected: odds.items[i]?.expected ?? 0,
      observed: counts?.[i] ?? null,
    })),
    guarantees: pity.map((rule, i) => ({
      items: namesOf(rule.items),
      after: rule.after,
      pulls_mean: odds.guarantees[i]?.pullsMean ?? 0,
      within: odds.guarantees[i]?.within ?? 0,
    })),
    test: test
      ? {
          p_value: test.pValue ?? null,
          exact: test.exact,
          parts: [
            ...test.hits.map((pValue, i) => ({
              what: `How often ${listed(namesOf(pity[i]?.items ?? []))} came`,
              p_value: pValue ?? null,
            })),
            ...test.shares.map(({ items: places, pValue }) => ({
              what: `How ${listed(namesOf(places))} share their pulls`,
              p_value: pValue,
            })),
          ],
        }
      : null,
  }
}

function deckOddsOf(
  body: Extract<OddsWish, { kind: 'deck' }>,
  test: CardsFound | undefined,
): z.infer<typeof oddsShape> {
  const { cards: deck, pulls, observed: counts } = body
  const left = sumOf(deck.map((one) => one.copies))
  return {
    pulls,
    items: deck.map(({ name, copies: own }, i) => ({
      name,
      base: own / left,
      long_run: own / left,
      expected: (pulls * own) / left,
      observed: counts?.[i] ?? null,
    })),
    guarantees: [],
    test: test
      ? { p_value: test.pValue, exact: test.exact, parts: [{ what: 'How often each card came', p_value: test.pValue }] }
      : null,
  }
}

function listed(names: readonly string[]): string {
  const start = names.slice(0, 3).join(', ')
  return names.length > 3 ? `${start} and ${names.length - 3} more` : start
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
