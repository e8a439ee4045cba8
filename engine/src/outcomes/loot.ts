// Loot tables with pity, and decks without replacement: outcomes whose odds depend on earlier draws. The state before the draw is part of
// the setting, so that a receipt states it and anyone can repeat the draw. docs/reference/outcomes-1.md is the definition.
import { uniform, VALUES_MAX, type Words } from './words.ts'

/** From pull number `from` on, the weights of the items are multiplied by 1 + boost, 1 + 2 boost, and so on. */
export interface PityRule {
  /** Indexes of the items in the table, ascending. */
  readonly items: readonly number[]
  /** One of the items is drawn with this pull at the latest, counted from the last of them. */
  readonly after: number
  readonly from?: number | undefined
  readonly boost?: number | undefined
}

/** `count` pulls from a table of weighted items. */
export interface Loot {
  kind: 'loot'
  weights: readonly number[]
  pity: readonly PityRule[]
  /** For each rule, the pulls since its last hit before this draw. */
  state: readonly number[]
  count: number
}

/** `count` cards from a deck in random order; `copies` says how many of each are left in it. */
export interface Deck {
  kind: 'deck'
  copies: readonly number[]
  count: number
}

export const LOOT_ITEMS_MAX = 500
export const PITY_RULES_MAX = 4
export const PITY_AFTER_MIN = 2
export const PITY_AFTER_MAX = 1_000
export const PITY_BOOST_MAX = 1_000_000
/** The product of all `after`: the number of states that exact odds go through. */
const PITY_STATES_MAX = 5_000
export const CARDS_MAX = 1_000
export const DECK_SIZE_MAX = 1_000_000

/**
 * Throws a RangeError whose message is for people.
 * @example checkLoot({ weights: [1, 99], pity: [], state: [] }) // => undefined
 */
export function checkLoot({ weights, pity, state }: Pick<Loot, 'weights' | 'pity' | 'state'>): void {
  checkList('the number of items', weights.length, [1, LOOT_ITEMS_MAX])
  for (const weight of weights) checkList('weights', weight, [1, Number.MAX_SAFE_INTEGER])
  checkList('the number of guarantees', pity.length, [0, PITY_RULES_MAX])
  for (const rule of pity) checkRule(rule, weights.length)
  if (pity.reduce((product, { after }) => product * after, 1) > PITY_STATES_MAX)
    throw new RangeError(`the numbers of pulls of all guarantees, multiplied, must be at most ${PITY_STATES_MAX}`)
  const nested = [...pity].sort((a, b) => a.items.length - b.items.length)
  nested.forEach((rule, i) => {
    const wider = nested[i + 1]
    if (wider && !rule.items.every((item) => wider.items.includes(item)))
      throw new RangeError(
        'two guarantees cannot both be met by one pull: all items of the narrower one must belong to the wider one',
      )
  })
  if (state.length !== pity.length) throw new RangeError('state must have one number for each guarantee')
  pity.forEach(({ after }, i) => {
    checkList('state', state[i] ?? -1, [0, after - 1])
  })
  const total = weights.reduce((sum, weight, item) => sum + weight * boostMax(pity, item), 0)
  if (total >= VALUES_MAX) throw new RangeError('the weights with all boosts must add up to fewer than 2^53')
}

export function checkDeck({ copies, count }: Pick<Deck, 'copies' | 'count'>): void {
  checkList('the number of cards', copies.length, [1, CARDS_MAX])
  for (const left of copies) checkList('copies', left, [0, DECK_SIZE_MAX])
  const left = copies.reduce((sum, one) => sum + one, 0)
  if (left > DECK_SIZE_MAX) throw new RangeError(`a deck can have at most ${DECK_SIZE_MAX} cards`)
  if (count > left) throw new RangeError(`the deck has ${left} cards left, not ${count}`)
}

/** The part of the key that a table and its state determine. */
export function lootLine({ weights, pity, state }: Loot): string {
  const rules = pity.map(({ items, after, from, boost }) =>
    [items.join(','), after, ...(from === undefined ? [] : [from, boost])].join(':'),
  )
  return `loot|${weights.join(',')}|${rules.join(';')}|${state.join(',')}`
}

/** Indexes of the drawn items, and the state after the last pull. Parts of one draw share what is `known` about its table. */
export function drawLoot(
  words: Words,
  { weights, pity, state, count }: Loot,
  known: Map<string, Float64Array> = new Map(),
): { drawn: Uint32Array; state: number[] } {
  const drawn = new Uint32Array(count)
  const belongs = pity.map(({ items }) => new Set(items))
  const now = [...state]
  for (let i = 0; i < count; i++) {
    const factors = pity.map((rule, r) => factorOf(rule, (now[r] ?? 0) + 1))
    const key = factors.join()
    let ends = known.get(key)
    if (!ends) {
      ends = endsOf(weights, belongs, factors)
      known.set(key, ends)
    }
    const item = firstAbove(ends, uniform(words, ends.at(-1) ?? 1))
    drawn[i] = item
    belongs.forEach((items, r) => {
      now[r] = items.has(item) ? 0 : (now[r] ?? 0) + 1
    })
  }
  return { drawn, state: now }
}

/**
 * The state of the guarantees after these items were drawn.
 * @example stateAfter({ pity: [{ items: [0], after: 10 }], state: [3] }, [1, 1]) // => [ 5 ]
 */
export function stateAfter({ pity, state }: Pick<Loot, 'pity' | 'state'>, drawn: ArrayLike<number>): number[] {
  return pity.map(({ items }, rule) => {
    const all = Array.from(drawn)
    const last = all.findLastIndex((item) => items.includes(item))
    return last < 0 ? (state[rule] ?? 0) + all.length : all.length - 1 - last
  })
}

/** The factor of a rule on the weights of its items at this pull; 0 means that only its items can be drawn. */
export function factorOf({ after, from, boost = 0 }: PityRule, pull: number): number {
  if (pull >= after) return 0
  return from === undefined || pull < from ? 1 : 1 + (pull - from + 1) * boost
}

/** Draws cards one by one: all remaining cards are equally likely. A tree of sums finds the card in a few steps. */
export function drawDeck(words: Words, { copies, count }: Deck): Uint32Array {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, copies.length)))
  const sums = new Float64Array(2 * size)
  sums.set(copies, size)
  for (let node = size - 1; node > 0; node--) sums[node] = (sums[2 * node] ?? 0) + (sums[2 * node + 1] ?? 0)
  const drawn = new Uint32Array(count)
  for (let i = 0; i < count; i++) {
    let value = uniform(words, sums[1] ?? 1)
    let node = 1
    while (node < size) {
      sums[node] = (sums[node] ?? 0) - 1
      node *= 2
      const left = sums[node] ?? 0
      if (value >= left) {
        value -= left
        node++
      }
    }
    sums[node] = (sums[node] ?? 0) - 1
    drawn[i] = node - size
  }
  return drawn
}

/**
 * How many of each card are left after a draw.
 * @example deckLeft([4, 4], [0, 0, 1]) // => [ 2, 3 ]
 */
export function deckLeft(copies: readonly number[], drawn: ArrayLike<number>): number[] {
  const left = [...copies]
  for (let i = 0; i < drawn.length; i++) {
    const card = drawn[i] ?? 0
    left[card] = (left[card] ?? 0) - 1
  }
  return left
}

export function firstAbove(ends: Float64Array, value: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] as number) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Cumulative weights after applying the rules; an item that cannot be drawn adds nothing. */
function endsOf(
  weights: readonly number[],
  belongs: readonly ReadonlySet<number>[],
  factors: readonly number[],
): Float64Array {
  let total = 0
  return Float64Array.from(weights, (weight, item) => {
    let factor = 1
    belongs.forEach((items, r) => {
      const given = factors[r] ?? 1
      if (items.has(item)) factor *= given === 0 ? 1 : given
      else if (given === 0) factor = 0
    })
    total += weight * factor
    return total
  })
}

function checkRule({ items, after, from, boost }: PityRule, size: number): void {
  checkList('the number of items of a guarantee', items.length, [1, size])
  items.forEach((item, i) => {
    checkList('the items of a guarantee', item, [(items[i - 1] ?? -1) + 1, size - 1])
  })
  checkList('after', after, [PITY_AFTER_MIN, PITY_AFTER_MAX])
  if ((from === undefined) !== (boost === undefined)) throw new RangeError('from and boost need each other')
  if (from === undefined || boost === undefined) return
  checkList('from', from, [1, after - 1])
  checkList('boost', boost, [1, PITY_BOOST_MAX])
}

function boostMax(pity: readonly PityRule[], item: number): number {
  return pity.reduce((product, rule) => {
    return rule.items.includes(item) ? product * Math.max(1, factorOf(rule, rule.after - 1)) : product
  }, 1)
}

function checkList(name: string, value: number, [least, most]: readonly [number, number]): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return
  throw new RangeError(`${name} must be an integer within ${least}..${most}`)
}
