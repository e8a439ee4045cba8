import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { chanceAbove } from '../statistics/fit.ts'
import {
  allocationArms,
  allocationDigest,
  type BlockKind,
  equilibriumBlock,
  imbalanceMax,
  permutedBlock,
  planAllocation,
} from './allocation.ts'
import vectors from './outcome-vectors.json' with { type: 'json' }

function wordsFrom(list: readonly number[]) {
  let at = 0
  return { next: () => list[at++] ?? Number.NaN }
}

function everyList(limits: readonly number[]): number[][] {
  return limits.reduce<number[][]>(
    (lists, limit) => lists.flatMap((list) => Array.from({ length: limit }, (_, i) => [...list, i])),
    [[]],
  )
}

test('every order of a permuted block is equally likely', () => {
  const plan = planAllocation({ weights: [1, 1], block: 'permuted', sizes: [4] })
  const counts = new Map<string, number>()
  for (const list of everyList([4, 3, 2])) {
    const arms = permutedBlock(wordsFrom(list), plan).join('')
    counts.set(arms, (counts.get(arms) ?? 0) + 1)
  }
  // 4! picks of the 6 orders of two and two.
  expect([...counts.values()]).toEqual([4, 4, 4, 4, 4, 4])
})

test('an equilibrium block of two equal arms is a random sequence and its mirror', () => {
  const plan = planAllocation({ weights: [1, 1], block: 'equilibrium', sizes: [6] })
  const seen = new Set<string>()
  for (const list of everyList([2, 2, 2])) {
    const arms = [...equilibriumBlock(wordsFrom(list), plan)]
    expect(arms.slice(3)).toEqual(arms.slice(0, 3).map((arm) => 1 - arm))
    seen.add(arms.join(''))
  }
  expect(seen.size).toBe(8)
})

const PLANS: { weights: number[]; block: BlockKind; sizes?: number[] }[] = [
  { weights: [1, 1], block: 'permuted' },
  { weights: [2, 1], block: 'permuted', sizes: [3, 6, 9] },
  { weights: [5, 3, 2], block: 'permuted', sizes: [10, 30] },
  { weights: [1, 1], block: 'equilibrium' },
  { weights: [2, 1], block: 'equilibrium', sizes: [12] },
  { weights: [1, 1, 1, 4], block: 'equilibrium', sizes: [21] },
]

test.each(PLANS)('$block blocks with the weights $weights never exceed the bound, at any time', (given) => {
  const plan = planAllocation(given)
  const unit = plan.weights.reduce((sum, weight) => sum + weight, 0)
  const bound = imbalanceMax(plan)
  let furthest = 0
  for (let seed = 0; seed < 200; seed++) {
    const counts = plan.weights.map(() => 0)
    allocationArms(plan, { seed, stratum: 's', count: 200 }).forEach((arm, i) => {
      counts[arm] = (counts[arm] ?? 0) + 1
      plan.weights.forEach((weight, at) => {
        furthest = Math.max(furthest, Math.abs((counts[at] ?? 0) - ((i + 1) * weight) / unit))
      })
    })
  }
  expect(furthest).toBeLessThanOrEqual(bound + 1e-9)
  // The bound is not too loose either: it is nearly reached.
  expect(furthest).toBeGreaterThan(bound / 2)
})

test('two equal arms differ by at most half a block', () => {
  const plan = planAllocation({ weights: [1, 1], block: 'permuted' })
  expect([plan.sizes, 2 * imbalanceMax(plan)]).toEqual([[4, 6, 8], 4])
})

test('the first place of every block follows the weights, and all sizes are equally frequent', () => {
  const plan = planAllocation({ weights: [2, 1], block: 'permuted', sizes: [3, 6, 9] })
  const firsts = [0, 0]
  for (let seed = 0; seed < 9_000; seed++) {
    const [arm = 0] = allocationArms(plan, { seed, stratum: '', count: 1 })
    firsts[arm] = (firsts[arm] ?? 0) + 1
  }
  const chi2 = ((firsts[0] ?? 0) - 6_000) ** 2 / 6_000 + ((firsts[1] ?? 0) - 3_000) ** 2 / 3_000
  expect(chanceAbove(chi2, 1)).toBeGreaterThan(1e-4)
})

test('each stratum has its own sequence, and weights are reduced to lowest terms', () => {
  const draw = (weights: number[], stratum: string) =>
    allocationArms(planAllocation({ weights, block: 'permuted' }), { seed: 1, stratum, count: 60 }).join('')
  expect(draw([1, 1], 'a')).not.toBe(draw([1, 1], 'b'))
  expect(draw([10, 10], 'a')).toBe(draw([1, 1], 'a'))
})

describe('frozen vectors', () => {
  test.each(vectors.allocations)(
    '$block $weights $stratum',
    ({ weights, block, sizes, seed, stratum, arms, digest }) => {
      const plan = planAllocation({ weights, block: block as BlockKind, sizes })
      const drawn = allocationArms(plan, { seed, stratum, count: arms.length })
      expect([drawn.join(''), allocationDigest([drawn])]).toEqual([arms, digest])
    },
  )

  test('the Python implementation gives the same arms', () => {
    const script = `
import json, sys
sys.path.insert(0, sys.argv[1])
import verify_allocation as verify
for v in json.load(sys.stdin)["allocations"]:
    settings = {"arms": [{"weight": w} for w in v["weights"]], "block": v["block"], "block_sizes": v["sizes"]}
    arms = verify.allocation_arms(settings, v["seed"], v["stratum"], len(v["arms"]))
    assert "".join(map(str, arms)) == v["arms"], v
print("ok")`
    const folder = fileURLToPath(new URL('../../../docs', import.meta.url))
    const args = ['-B', '-c', script, folder]
    expect(execFileSync('python3', args, { input: JSON.stringify(vectors), encoding: 'utf8' })).toBe('ok\n')
  })
})

test.each([
  ['no arms', { weights: [] }],
  ['one arm', { weights: [1] }],
  ['a weight of zero', { weights: [1, 0] }],
  ['a negative weight', { weights: [1, -2] }],
  ['a huge weight', { weights: [1, 1e300] }],
  ['a broken weight', { weights: [0.5, 0.5] }],
  ['weights whose block would be too large', { weights: [999, 1000, 997] }],
  ['a size that does not hold the weights', { weights: [2, 1], sizes: [4] }],
  ['no sizes', { weights: [1, 1], sizes: [] }],
  ['two sizes of equilibrium', { weights: [1, 1], sizes: [2, 4], block: 'equilibrium' as const }],
])('%s is rejected', (_what, given) => {
  expect(() => planAllocation({ block: 'permuted', ...given })).toThrow(RangeError)
})

// A guesser who sees all earlier arms of a stratum, knows the block sizes, and always makes the best guess.
test('the arms of the default blocks are guessed in 68.0 % of the places, and certain in 2.2 %, as the guide says', () => {
  const trials = Array.from({ length: 150 }, (_, i) => guessing([4, 6, 8], 200, `guess-${i}`))
  const shareOf = (what: 'right' | 'certain') => trials.reduce((sum, one) => sum + one[what], 0) / trials.length
  expect(shareOf('right')).toBeCloseTo(0.68, 2)
  expect(shareOf('certain')).toBeCloseTo(0.022, 2)
  expect(guessing([4], 4_000, 'one-size').certain).toBeGreaterThan(0.3)
})

/** The share of correct guesses by somebody who always picks the likeliest arm, and the share of certain ones. */
function guessing(sizes: readonly number[], count: number, seed: string): { right: number; certain: number } {
  const arms = allocationArms(planAllocation({ weights: [1, 1], block: 'permuted', sizes }), {
    seed,
    stratum: '',
    count,
  })
  type State = { size: number; left: [number, number]; chance: number }
  const fresh = (chance: number): State[] =>
    sizes.map((size) => ({ size, left: [size / 2, size / 2], chance: chance / sizes.length }))
  let states = fresh(1)
  let [right, certain] = [0, 0]
  for (const arm of arms) {
    const chanceOf = (one: 0 | 1) =>
      states.reduce((sum, { left, chance }) => sum + (chance * left[one]) / (left[0] + left[1]), 0)
    const best = Math.max(chanceOf(0), chanceOf(1))
    right += best / count
    certain += best > 1 - 1e-12 ? 1 / count : 0
    const seen = chanceOf(arm as 0 | 1)
    const next = new Map<string, State>()
    for (const { size, left, chance } of states) {
      const share = (chance * (left[arm as 0 | 1] ?? 0)) / (left[0] + left[1]) / seen
      if (share === 0) continue
      const rest: [number, number] = arm === 0 ? [left[0] - 1, left[1]] : [left[0], left[1] - 1]
      const after = rest[0] + rest[1] === 0 ? fresh(share) : [{ size, left: rest, chance: share }]
      for (const one of after) {
        const key = `${one.size} ${one.left}`
        next.set(key, { ...one, chance: one.chance + (next.get(key)?.chance ?? 0) })
      }
    }
    states = [...next.values()]
  }
  return { right, certain }
}
