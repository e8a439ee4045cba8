import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { chanceAbove } from '../statistics/fit.ts'
import { fairSeed } from './fair.ts'
import {
  type Choice,
  checkOutcome,
  choices,
  drawOutcome,
  drawParts,
  entriesHash,
  integers,
  lineOf,
  type OutcomeSetting,
  order,
  outcomeBits,
  outcomeDigest,
} from './outcome.ts'
import vectors from './outcome-vectors.json' with { type: 'json' }
import { uniform, type Words } from './words.ts'

function wordsFrom(list: readonly number[]): Words & { used(): number } {
  let at = 0
  return {
    next() {
      const word = list[at++]
      if (word === undefined) throw new Error('more words were taken than expected')
      return word
    },
    used: () => at,
  }
}

function countEach(values: Iterable<string | number>): Map<string | number, number> {
  const counts = new Map<string | number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** Every list with one number below each of the given limits. */
function everyList(limits: readonly number[]): number[][] {
  return limits.reduce<number[][]>(
    (lists, limit) => lists.flatMap((list) => Array.from({ length: limit }, (_, i) => [...list, i])),
    [[]],
  )
}

describe('a uniform integer', () => {
  test.each([
    2,
    3,
    5,
    6,
    7,
    10,
    100,
    641,
    65_537,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 31 + 1,
    3 * 2 ** 30,
    2 ** 32 - 1,
    2 ** 32,
  ])('of %d values accepts exactly floor(2^32 / m) * m words, equally many for each value', (m) => {
    // Whether a word is accepted changes only at the limit: all words below it form complete runs of 0..m-1, so each value gets equally
    // many.
    const limit = Math.floor(2 ** 32 / m) * m
    for (const word of [0, 1, m - 1, m, limit - m, limit - 1].filter((word) => word >= 0 && word < limit)) {
      expect(uniform(wordsFrom([word]), m)).toBe(word % m)
    }
    for (const word of [limit, limit + 1, 2 ** 32 - 1].filter((word) => word >= limit && word < 2 ** 32)) {
      const words = wordsFrom([word, 1])
      expect([uniform(words, m), words.used()]).toEqual([1 % m, 2])
    }
  })

  test('above 2^32 is made of 53 bits, with the same kind of limit', () => {
    const m = 2 ** 52 + 1
    expect(uniform(wordsFrom([5, 2 ** 21 * 7 + 1]), m)).toBe(2 ** 32 + 5)
    const last = m - 1
    expect(uniform(wordsFrom([last % 2 ** 32, Math.floor(last / 2 ** 32)]), m)).toBe(last)
    // m and everything above it is discarded, because 2^53 holds m only once.
    expect(uniform(wordsFrom([m % 2 ** 32, Math.floor(m / 2 ** 32), 3, 0]), m)).toBe(3)
    expect(uniform(wordsFrom([2 ** 32 - 1, 2 ** 21 - 1]), 2 ** 53)).toBe(2 ** 53 - 1)
  })

  test('of one value takes no word', () => {
    expect(uniform(wordsFrom([]), 1)).toBe(0)
  })
})

describe('every outcome is equally likely: each comes from the same number of lists of words', () => {
  test.each([1, 2, 3, 4, 5, 6])('shuffles of %d', (size) => {
    const all = everyList(Array.from({ length: size - 1 }, (_, i) => size - i))
    const counts = countEach(all.map((list) => order(wordsFrom(list), { size, count: size }).join()))
    expect(counts.size).toBe(all.length)
  })

  test.each([
    [5, 1],
    [5, 2],
    [6, 3],
    [40, 2],
  ])('samples of %d, %#', (size, count) => {
    const all = everyList(Array.from({ length: count }, (_, i) => size - i))
    const counts = countEach(all.map((list) => order(wordsFrom(list), { size, count }).join()))
    expect(counts.size).toBe(all.length)
    expect(new Set(counts.values())).toEqual(new Set([1]))
  })

  test('choices have exactly the odds of their weights', () => {
    const weights = [1, 6, 2, 3]
    const drawn = Array.from({ length: 12 }, (_, word) =>
      choices(wordsFrom([word]), { kind: 'choice', weights, count: 1 }),
    )
    expect(countEach(drawn.map(([place]) => place ?? -1))).toEqual(new Map(weights.map((weight, i) => [i, weight])))
  })

  test('integers cover their range, both ends included', () => {
    const drawn = Array.from({ length: 5 }, (_, word) =>
      integers(wordsFrom([word]), { kind: 'integers', min: -2, max: 2, count: 1 }),
    )
    expect(drawn.map(([value]) => value)).toEqual([-2, -1, 0, 1, 2])
  })

  test('a sparse sample is the start of the full order', () => {
    const whole = drawOutcome({ kind: 'sample', size: 5_000, count: 5_000 }, 'x')
    const few = drawOutcome({ kind: 'sample', size: 5_000, count: 40 }, 'x')
    expect([...few]).toEqual([...whole.slice(0, 40)])
  })
})

describe('with fixed seeds the test batteries find nothing', () => {
  const fair = (counts: readonly number[], expected: number) =>
    chanceAbove(
      counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0),
      counts.length - 1,
    )
  const cells = (values: Iterable<number>, size: number, least = 0) => {
    const counts = new Array<number>(size).fill(0)
    for (const value of values) counts[value - least] = (counts[value - least] ?? 0) + 1
    return counts
  }

  test.each([2, 3, 6, 20, 100])('%d-sided dice', (sides) => {
    const drawn = drawOutcome({ kind: 'dice', dice: 1, sides, count: 200_000 }, 2026)
    expect(fair(cells(drawn, sides, 1), 200_000 / sides)).toBeGreaterThan(1e-4)
    // Neighbours are independent: all pairs are equally frequent.
    if (sides > 10) return
    const pairs = Array.from(
      { length: 100_000 },
      (_, i) => ((drawn[2 * i] ?? 0) - 1) * sides + (drawn[2 * i + 1] ?? 0) - 1,
    )
    expect(fair(cells(pairs, sides ** 2), 100_000 / sides ** 2)).toBeGreaterThan(1e-4)
  })

  test('shuffles of four', () => {
    const seen = countEach(
      Array.from({ length: 24_000 }, (_, seed) => drawOutcome({ kind: 'shuffle', size: 4, count: 4 }, seed).join()),
    )
    expect(fair([...seen.values()], 1_000)).toBeGreaterThan(1e-4)
  })

  test('weighted choices', () => {
    const weights = [60, 30, 9, 1]
    const drawn = drawOutcome({ kind: 'choice', weights, count: 200_000 }, 'loot')
    const counts = cells(drawn, 4)
    const chi2 = counts.reduce(
      (sum, count, i) => sum + (count - 2_000 * (weights[i] ?? 0)) ** 2 / (2_000 * (weights[i] ?? 1)),
      0,
    )
    expect(chanceAbove(chi2, 3)).toBeGreaterThan(1e-4)
  })
})

describe('frozen vectors', () => {
  test.each(vectors.outcomes.map((vector) => [lineOf(vector.setting as OutcomeSetting), vector] as const))(
    '%s',
    (_line, { setting, seed, starts, digest }) => {
      const drawn = drawOutcome(setting as OutcomeSetting, seed)
      expect([...drawn.slice(0, starts.length)]).toEqual(starts)
      expect(outcomeDigest(drawn)).toBe(digest)
    },
  )

  test('the seed of a commitment is that of equilibrium/1', () => {
    const { server_seed, client_seed, nonce, seed } = vectors.fair
    expect(fairSeed(server_seed, client_seed, nonce)).toBe(seed)
  })

  test('the Python implementation gives the same numbers', () => {
    const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify
for vector in json.load(sys.stdin)["outcomes"]:
    setting = dict(vector["setting"])
    if setting["kind"] == "choice": setting["options"] = [{"weight": w} for w in setting["weights"]]
    assert verify.sha256_of(verify.joined(verify.draw_outcome(setting, vector["seed"]))) == vector["digest"], setting
print("ok")`
    const folder = fileURLToPath(new URL('../../../docs', import.meta.url))
    const args = ['-B', '-c', script, folder]
    expect(execFileSync('python3', args, { input: JSON.stringify(vectors), encoding: 'utf8' })).toBe('ok\n')
  })

  test('openssl, od and awk alone throw the dice of the reference page', () => {
    const page = readFileSync(new URL('../../../docs/reference/outcomes-1.md', import.meta.url), 'utf8')
    const script = /```sh\n(K=[\s\S]*?)```/.exec(page)?.[1] ?? ''
    const rolled = execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split(/\s+/).map(Number)
    const drawn = [...drawOutcome({ kind: 'dice', dice: 3, sides: 6, count: 4 }, 'demo')]
    expect(rolled.slice(0, 12)).toEqual(drawn)
    expect(page).toContain(drawn.join(' '))
  })
})

describe('a longer draw extends a shorter one, and different settings share nothing', () => {
  test('ten dice start like five', () => {
    const ten = drawOutcome({ kind: 'dice', dice: 1, sides: 6, count: 10 }, 7)
    expect([...drawOutcome({ kind: 'dice', dice: 1, sides: 6, count: 5 }, 7)]).toEqual([...ten.slice(0, 5)])
  })

  test('another list, or the same in another order, is another draw', () => {
    const draw = (names: string[]) =>
      [...drawOutcome({ kind: 'winners', size: 20, count: 20, entries: entriesHash(names) }, 7)].join()
    const names = Array.from({ length: 20 }, (_, i) => `n${i}`)
    expect(draw(names)).not.toBe(draw([...names].reverse()))
  })
})

test('a draw has at most a million numbers', () => {
  const draw = (count: number) => drawOutcome({ kind: 'integers', min: 0, max: 9, count }, 7)
  expect(draw(1_000_000)).toHaveLength(1_000_000)
  expect(() => draw(1_000_001)).toThrow(RangeError)
})

test('the price counts the words that are needed', () => {
  expect(outcomeBits({ kind: 'dice', dice: 3, sides: 6, count: 10 })).toBe(960)
  expect(outcomeBits({ kind: 'integers', min: 0, max: 2 ** 40, count: 1 })).toBe(64)
})

test.each<[string, OutcomeSetting]>([
  ['no options', { kind: 'choice', weights: [], count: 1 }],
  ['a weight of zero', { kind: 'choice', weights: [1, 0], count: 1 }],
  ['a negative weight', { kind: 'choice', weights: [1, -1], count: 1 }],
  ['a broken weight', { kind: 'choice', weights: [0.5, 0.5], count: 1 }],
  ['weights that add up to too much', { kind: 'choice', weights: [2 ** 53 - 1, 2 ** 53 - 1], count: 1 }],
  ['no dice', { kind: 'dice', dice: 0, sides: 6, count: 1 }],
  ['a die with one side', { kind: 'dice', dice: 1, sides: 1, count: 1 }],
  ['more winners than entries', { kind: 'winners', size: 3, count: 4 }],
  ['a range upside down', { kind: 'integers', min: 2, max: 1, count: 1 }],
  ['a range that is too wide', { kind: 'integers', min: -(2 ** 53 - 1), max: 2 ** 53 - 1, count: 1 }],
  ['too many', { kind: 'dice', dice: 1_000, sides: 6, count: 1_001 }],
])('%s is rejected', (_what, setting) => {
  expect(() => drawOutcome(setting, 1)).toThrow(RangeError)
})

test('a single option is always chosen', () => {
  const setting: Choice = { kind: 'choice', weights: [1], count: 3 }
  expect([...drawOutcome(setting, 1)]).toEqual([0, 0, 0])
})

test('a choice has at most 10,000 options', () => {
  const chosen = (options: number) => () => checkOutcome({ kind: 'choice', weights: Array(options).fill(1), count: 1 })
  expect(chosen(10_000)).not.toThrow()
  expect(chosen(10_001)).toThrow('the number of options')
})

test.each<OutcomeSetting>([
  { kind: 'integers', min: -3, max: 2 ** 40, count: 17 },
  { kind: 'integers', min: 0, max: 9, count: 17 },
  { kind: 'dice', dice: 3, sides: 6, count: 17 },
  { kind: 'choice', weights: [1, 2, 97], count: 17 },
  { kind: 'loot', weights: [1, 5, 94], pity: [{ items: [0], after: 5, from: 2, boost: 3 }], state: [1], count: 17 },
  { kind: 'deck', copies: [3, 9, 8], count: 17 },
  { kind: 'shuffle', size: 17, count: 17 },
])('the parts of $kind are together what is drawn at once', (setting) => {
  const parts = [...drawParts(setting, 'seed', 4)]
  expect(parts.flatMap((part) => [...part])).toEqual([...drawOutcome(setting, 'seed')])
  if (setting.kind !== 'shuffle') expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(4)
})
