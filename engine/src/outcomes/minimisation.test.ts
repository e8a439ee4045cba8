import { expect, test } from 'vitest'
import { allocationArms, imbalanceMax, planAllocation } from './allocation.ts'
import {
  bigStickArm,
  isProfiles,
  levelCounts,
  type MinimisationPlan,
  minimisedArm,
  minimisedArms,
  profileOf,
} from './minimisation.ts'
import { uniform, wordsOf } from './words.ts'

const TRIAL: MinimisationPlan = {
  weights: [1, 1],
  factors: [
    { levels: 2, weight: 1 },
    { levels: 3, weight: 1 },
    { levels: 8, weight: 1 },
  ],
  probability: 80,
}

function profilesOf({ factors }: MinimisationPlan, people: number, seed: string): string {
  const words = wordsOf(seed)
  return Array.from({ length: people }, () => profileOf(factors.map(({ levels }) => uniform(words, levels)))).join('')
}

test('minimisation keeps every level even, and coins do not', () => {
  const profiles = profilesOf(TRIAL, 200, 'people')
  const arms = minimisedArms(TRIAL, { seed: 'trial', profiles })
  const worstOf = (list: ArrayLike<number>) => {
    const counts = new Map<string, number>()
    Array.from(list).forEach((arm, i) => {
      TRIAL.factors.forEach((_, f) => {
        const key = `${f} ${profiles[i * TRIAL.factors.length + f]}`
        counts.set(key, (counts.get(key) ?? 0) + (arm === 0 ? 1 : -1))
      })
    })
    return Math.max(...[...counts.values()].map(Math.abs))
  }
  const words = wordsOf('coins')
  expect(worstOf(arms)).toBeLessThanOrEqual(6)
  expect(worstOf(Array.from(arms, () => uniform(words, 2)))).toBeGreaterThan(6)
})

test('the best arm is chosen as often as the plan says', () => {
  const before = [
    [4, 1],
    [2, 2],
    [1, 0],
  ]
  let best = 0
  for (let position = 0; position < 2_000; position++) best += minimisedArm(TRIAL, { seed: 's', position, before })
  expect(Math.abs(best / 2_000 - 0.8)).toBeLessThan(0.025)
  const always = { ...TRIAL, probability: 100 }
  for (let position = 0; position < 50; position++)
    expect(minimisedArm(always, { seed: 's', position, before })).toBe(1)
})

test('unequal weights give unequal arms', () => {
  const plan = { ...TRIAL, weights: [2, 1] }
  const arms = minimisedArms(plan, { seed: 7, profiles: profilesOf(plan, 600, 'more') })
  expect(arms.filter((arm) => arm === 0).length / 600).toBeCloseTo(2 / 3, 1)
})

test('the big stick never lets an arm get further ahead than its limit, and is a coin until then', () => {
  const plan = planAllocation({ weights: [1, 1], block: 'big_stick' })
  expect(imbalanceMax(plan)).toBe(2)
  const differences = new Map<number, number>()
  let ahead = 0
  for (const arm of allocationArms(plan, { seed: 'stick', stratum: '', count: 1_500 })) {
    ahead += arm === 0 ? 1 : -1
    differences.set(ahead, (differences.get(ahead) ?? 0) + 1)
  }
  expect([Math.min(...differences.keys()), Math.max(...differences.keys())]).toEqual([-4, 4])
  const three = planAllocation({ weights: [3, 2, 1], block: 'big_stick', limit: 1 })
  const counts = [0, 0, 0]
  allocationArms(three, { seed: 1, stratum: 'site', count: 600 }).forEach((arm, i) => {
    counts[arm] = (counts[arm] ?? 0) + 1
    three.weights.forEach((weight, at) => {
      expect((counts[at] ?? 0) - ((i + 1) * weight) / 6).toBeLessThanOrEqual(1)
    })
  })
})

// A guesser who sees all earlier arms and, for minimisation, everybody's levels, and always makes the best guess.
test('with the big stick 56 % of the arms are guessed and 13 % certain', () => {
  const stick = { weights: [1, 1], limit: 2 }
  let [right, certain, people] = [0, 0, 0]
  for (let trial = 0; trial < 20; trial++) {
    const counts = [0, 0]
    for (let position = 0; position < 200; position++, people++) {
      const arm = bigStickArm(stick, { seed: `g${trial}`, stratum: '', position, counts })
      const behind = (counts[0] ?? 0) - (counts[1] ?? 0)
      certain += Math.abs(behind) === 4 ? 1 : 0
      right += behind === 0 ? 0.5 : arm === (behind > 0 ? 1 : 0) ? 1 : 0
      counts[arm] = (counts[arm] ?? 0) + 1
    }
  }
  expect(right / people).toBeCloseTo(0.5625, 1)
  expect(certain / people).toBeCloseTo(0.125, 1)
})

test.each([
  [20, 300, 0.72],
  [100, 80, 0.735],
  [400, 20, 0.735],
])('with minimisation of %i people, over %i trials a share of %f of the arms is guessed', (people, trials, share) => {
  let found = 0
  for (let trial = 0; trial < trials; trial++) {
    const profiles = profilesOf(TRIAL, people, `levels ${trial}`)
    const counts = levelCounts(TRIAL)
    minimisedArms(TRIAL, { seed: `m${trial}`, profiles }).forEach((arm, position) => {
      const before = [0, 1, 2].map((f) => counts[f]?.[Number.parseInt(profiles[position * 3 + f] ?? '', 36)] ?? [])
      // The arm that balances best, or either of two that balance equally.
      found += minimisedArm({ ...TRIAL, probability: 100 }, { seed: 'guess', position, before }) === arm ? 1 : 0
      for (const row of before) row[arm] = (row[arm] ?? 0) + 1
    })
  }
  expect(Math.abs(found / trials / people - share)).toBeLessThan(0.01)
})

test('profiles consist of digits of existing levels', () => {
  expect([isProfiles('01', TRIAL.factors), isProfiles('017', TRIAL.factors), isProfiles('018', TRIAL.factors)]).toEqual(
    [false, true, false],
  )
})

test.each([
  ['factors beside blocks', { block: 'permuted' as const, factors: TRIAL.factors }],
  ['no factors', { block: 'minimisation' as const }],
  ['a factor with one level', { block: 'minimisation' as const, factors: [{ levels: 1, weight: 1 }] }],
  ['a probability of 0', { block: 'minimisation' as const, factors: TRIAL.factors, probability: 0 }],
  ['block sizes beside a limit', { block: 'big_stick' as const, sizes: [4] }],
  ['a limit of 0', { block: 'big_stick' as const, limit: 0 }],
])('%s is rejected', (_what, given) => {
  expect(() => planAllocation({ weights: [1, 1], ...given })).toThrow(RangeError)
})
