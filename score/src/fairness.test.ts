import { describe, expect, it } from 'vitest'
import { counterfactualCases } from '../test/data/counterfactual.ts'
import { analyze } from './score.ts'
import { readModel } from './weights.ts'

describe.each(['default', 'permissive'] as const)('swapping names and groups, %s model', (tier) => {
  const model = readModel(tier)
  const cases = counterfactualCases().map(({ template, texts }) => {
    const scores = texts.map((text) => analyze(model, text).ainScore)
    return { template, gap: Math.max(...scores) - Math.min(...scores) }
  })

  it('moves the score by at most 0.05 on average', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200)
    expect(cases.reduce((sum, { gap }) => sum + gap, 0) / cases.length).toBeLessThanOrEqual(0.05)
  })

  it('never moves it by more than 0.10', () => {
    expect(cases.filter(({ gap }) => gap > 0.1)).toEqual([])
  })
})
