import { expect, test } from 'vitest'
import { chanceAbove } from '../statistics/fit.ts'
import { checkDeck, checkLoot, deckLeft, drawDeck, drawLoot, type Loot, stateAfter } from './loot.ts'
import { lootOdds, testLoot } from './loot-odds.ts'
import { drawOutcome, outcomeDigest } from './outcome.ts'
import { wordsOf } from './words.ts'

/** A table as in games: a legendary item with pull 20 at the latest, more likely from 15 on, and a rare one within 5. */
const BANNER: Omit<Loot, 'count'> = {
  kind: 'loot',
  weights: [60, 30, 6, 3, 1],
  pity: [
    { items: [3, 4], after: 20, from: 15, boost: 5 },
    { items: [2, 3, 4], after: 5 },
  ],
  state: [0, 0],
}

test('a guarantee is met with its pull at the latest, and never forced earlier', () => {
  const { drawn } = drawLoot(wordsOf('banner'), { ...BANNER, count: 10_000 })
  for (const { items, after } of BANNER.pity) {
    let since = 0
    let longest = 0
    for (const item of drawn) {
      since = items.includes(item) ? 0 : since + 1
      longest = Math.max(longest, since)
    }
    expect(longest).toBe(after - 1)
  }
})

test('a draw continues from the state that the previous one left', () => {
  const whole = drawLoot(wordsOf('x'), { ...BANNER, count: 300 })
  const words = wordsOf('x')
  const first = drawLoot(words, { ...BANNER, count: 100 })
  const second = drawLoot(words, { ...BANNER, state: first.state, count: 200 })
  expect([...first.drawn, ...second.drawn]).toEqual([...whole.drawn])
  expect(second.state).toEqual(whole.state)
  expect(stateAfter(BANNER, whole.drawn)).toEqual(whole.state)
  expect(stateAfter(BANNER, [0, 0])).toEqual([2, 2])
})

test('exact odds agree with fifty thousand pulls, and with sums computed by hand', () => {
  const count = 50_000
  const { items } = lootOdds(BANNER, 1_000)
  const { drawn } = drawLoot(wordsOf('odds'), { ...BANNER, count })
  const counts = BANNER.weights.map((_, item) => drawn.filter((one) => one === item).length)
  const chi2 = items.reduce(
    (sum, { longRun }, i) => sum + ((counts[i] ?? 0) - longRun * count) ** 2 / (longRun * count),
    0,
  )
  expect(chanceAbove(chi2, 4)).toBeGreaterThan(1e-3)
  expect(items.reduce((sum, { longRun }) => sum + longRun, 0)).toBeCloseTo(1, 12)
  expect(items.reduce((sum, { expected }) => sum + expected, 0)).toBeCloseTo(1_000, 8)
  // One item in ten, with the third pull at the latest: 0.1, 0.9 * 0.1 and 0.81 of the cycles end after 1, 2 and 3 pulls.
  const small = lootOdds({ weights: [9, 1], pity: [{ items: [1], after: 3 }], state: [0] }, 2)
  expect(small.guarantees[0]?.pullsMean).toBeCloseTo(0.1 + 2 * 0.09 + 3 * 0.81, 12)
  expect(small.guarantees[0]?.within).toBeCloseTo(0.19, 12)
  expect(small.items[1]?.expected).toBeCloseTo(0.2, 12)
  const late = lootOdds({ weights: [9, 1], pity: [{ items: [1], after: 3 }], state: [2] }, 1)
  expect([late.guarantees[0]?.within, late.items[1]?.expected]).toEqual([1, 1])
})

test('counts that fit the odds pass, and a table that pays too little is detected', () => {
  const { drawn } = drawLoot(wordsOf('fair'), { ...BANNER, count: 120 })
  const counts = BANNER.weights.map((_, item) => drawn.filter((one) => one === item).length)
  const fair = testLoot(BANNER, counts)
  expect(fair.pValue).toBeGreaterThan(0.01)
  expect(testLoot(BANNER, [80, 32, 6, 1, 1]).pValue).toBeLessThan(1e-4)
  // Without guarantees it is the exact multinomial test: six dice that all show a six.
  const dice = { weights: [1, 1, 1, 1, 1, 1], pity: [], state: [] }
  expect(testLoot(dice, [0, 0, 0, 0, 0, 6]).pValue).toBeCloseTo(6 / 6 ** 6, 12)
  expect(testLoot(dice, [0, 0, 0, 0, 0, 6]).exact).toBe(true)
})

test('a deck gives each card as often as it contains it, in any order equally often', () => {
  const counts = new Map<string, number>()
  for (let seed = 0; seed < 2_400; seed++) {
    const order = [...drawOutcome({ kind: 'deck', copies: [2, 0, 1, 1], count: 4 }, seed)].join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  // 4! / 2! orders of two equal cards and two others.
  expect(counts.size).toBe(12)
  const chi2 = [...counts.values()].reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0)
  expect(chanceAbove(chi2, 11)).toBeGreaterThan(1e-3)
  const drawn = drawDeck(wordsOf('d'), { kind: 'deck', copies: [3, 5], count: 6 })
  expect(deckLeft([3, 5], drawn).reduce((a, b) => a + b)).toBe(2)
})

test('frozen vectors', () => {
  const digests = [
    drawOutcome({ ...BANNER, state: [7, 2], count: 200 }, 'vector'),
    drawOutcome({ kind: 'loot', weights: [1, 2 ** 40], pity: [], state: [], count: 50 }, 7),
    drawOutcome({ kind: 'deck', copies: Array.from({ length: 52 }, () => 1), count: 52 }, 'poker'),
    drawOutcome({ kind: 'deck', copies: [1_000, 0, 3], count: 500 }, 1),
  ].map((drawn) => outcomeDigest(drawn).slice(0, 16))
  expect(digests).toEqual(['7ab995691861206e', '5f2eaa3f9ae7de07', 'ef7a8b06710b9f87', '13c41d981e188cac'])
})

test.each([
  ['no items', { weights: [] }],
  ['a weight of 0', { weights: [1, 0] }],
  ['a weight of 2^53', { weights: [1, 2 ** 53] }],
  [
    'weights that a boost takes over 2^53',
    { weights: [2 ** 52, 1], pity: [{ items: [0], after: 3, from: 1, boost: 1 }], state: [0] },
  ],
  [
    'two guarantees that one pull cannot meet',
    {
      pity: [
        { items: [0], after: 3 },
        { items: [1], after: 3 },
      ],
      state: [0, 0],
    },
  ],
  ['a guarantee of nothing', { pity: [{ items: [], after: 3 }], state: [0] }],
  ['a guarantee of an item that is not there', { pity: [{ items: [2], after: 3 }], state: [0] }],
  ['a boost that starts after the guarantee', { pity: [{ items: [1], after: 3, from: 3, boost: 1 }], state: [0] }],
  ['a state beyond the guarantee', { pity: [{ items: [1], after: 3 }], state: [3] }],
  ['a state without a guarantee', { state: [0] }],
  [
    'more states than odds can go through',
    {
      pity: [
        { items: [1], after: 1000 },
        { items: [0, 1], after: 6 },
      ],
      state: [0, 0],
    },
  ],
])('%s is rejected', (_what, given) => {
  expect(() => checkLoot({ weights: [1, 1], pity: [], state: [], ...given })).toThrow(RangeError)
})

test('a deck cannot give more cards than it has', () => {
  expect(() => checkDeck({ copies: [1, 1], count: 3 })).toThrow('the deck has 2 cards left, not 3')
  expect(() => checkDeck({ copies: [2 ** 53], count: 1 })).toThrow(RangeError)
})

test('the work for one response is limited for all its guarantees together', () => {
  const weights = [1, 1, 1, 1, 1]
  const pity = [
    { items: [0], after: 8 },
    { items: [0, 1], after: 8 },
    { items: [0, 1, 2], after: 8 },
    { items: [0, 1, 2, 3], after: 9 },
  ]
  const state = [0, 0, 0, 0]
  expect(() => lootOdds({ weights, pity, state }, 435)).toThrow('at most 434 pulls')
  expect(testLoot({ weights, pity, state }, [0, 0, 0, 0, 34]).hits).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
