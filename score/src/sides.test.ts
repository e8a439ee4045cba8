import { describe, expect, it } from 'vitest'
import { coloursAndSpecies, mirroredOpinions, policyPairs } from '../test/data/sides.ts'
import { analyze } from './score.ts'
import { readDeep, readModel } from './weights.ts'

// Balance by side, on sentences of our own that nothing was trained on.

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const share = (values: readonly number[], is: (value: number) => boolean): number =>
  values.filter(is).length / values.length

describe.each(['default', 'permissive'] as const)('with the %s weights', (weights) => {
  const model = readModel(weights)
  const deep = readDeep(weights)
  const score = (text: string): number => analyze(model, text, { deep }).ainScore

  it('policies of the left and of the right score alike', { timeout: 120_000 }, () => {
    const pairs = policyPairs()
    expect(pairs.length).toBeGreaterThanOrEqual(120)
    expect(new Set(pairs.map(({ field }) => field)).size).toBeGreaterThanOrEqual(12)
    for (const read of [score, (text: string) => analyze(model, text).ainScore]) {
      const [left, right] = [pairs.map((pair) => read(pair.left)), pairs.map((pair) => read(pair.right))]
      expect(Math.abs(mean(left) - mean(right))).toBeLessThanOrEqual(0.025)
      for (const is of [(ain: number) => ain < 0.4, (ain: number) => ain >= 0.7])
        expect(Math.abs(share(left, is) - share(right, is))).toBeLessThanOrEqual(0.08)
    }
  })

  it('an opinion scores the same whichever side it takes', { timeout: 120_000 }, () => {
    const read = mirroredOpinions().map((pair) => pair.map((text) => analyze(model, text, { deep })))
    const gaps = read.map(([a, b]) => Math.abs((a?.ainScore ?? 0) - (b?.ainScore ?? 1)))
    expect(gaps.length).toBeGreaterThanOrEqual(150)
    expect(mean(gaps)).toBeLessThanOrEqual(0.01)
    expect(share(gaps, (gap) => gap > 0.05)).toBeLessThanOrEqual(0.03)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0.1)
    expect(read.filter(([a, b]) => a?.band !== b?.band)).toEqual([])
  })

  it('colours, species and manuals are plain', () => {
    const texts = coloursAndSpecies()
    expect(texts).toHaveLength(80)
    const certified = texts.filter((text) => analyze(model, text, { deep }).certified)
    expect(certified.length).toBeGreaterThanOrEqual(72)
  })
})
