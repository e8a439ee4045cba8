import { describe, expect, it } from 'vitest'
import { counterfactualCases } from '../../test/data/counterfactual.ts'
import { everyday } from '../../test/data/everyday.ts'
import { analyze, explain, type Model } from './neutrality.ts'
import { readModel } from './weights.ts'

// Text without a single capital letter is judged by a stack of its own. As in the other checks, shares over whole sets only.

function withoutUncased({ uncased, ...cased }: Model): Model {
  return cased
}

describe.each(['default', 'permissive'] as const)('text without capitals, %s model', (tier) => {
  const model = readModel(tier)
  const cased = withoutUncased(model)
  const lower = everyday.map((text) => ({ ...text, analysis: analyze(model, text.text.toLowerCase()) }))
  const plain = lower.filter((row) => row.band === 'neutral')
  const shareOf = (rows: typeof lower, test: (row: (typeof lower)[number]) => boolean) =>
    rows.filter(test).length / rows.length

  it('leaves every text with a capital as it was, wherever the capital stands', () => {
    const written = [...everyday.map(({ text }) => text), 'the new iPhone is a shameless fraud of a phone']
    const capital = written.filter((text) => text !== text.toLowerCase())
    expect(capital.length).toBeGreaterThan(400)
    for (const text of capital) {
      expect(analyze(model, text)).toEqual(analyze(cased, text))
      expect(explain(model, text)).toEqual(explain(cased, text))
    }
  })

  it('is judged by its own stack from five words on', () => {
    const [four, five] = ['they told shameless lies', 'they told us shameless lies']
    expect(explain(model, four)).toEqual(explain(cased, four))
    expect(explain(model, five)).not.toEqual(explain(cased, five))
  })

  it('is certified when plain, in at least 85 of 100, and practically never called biased', () => {
    expect(shareOf(plain, (row) => row.analysis.certified)).toBeGreaterThanOrEqual(0.85)
    expect(shareOf(plain, (row) => row.analysis.ainScore < 0.4)).toBeLessThanOrEqual(0.02)
  })

  it('falls below 0.4 when it attacks, in at least 80 of 100, and is hardly ever certified when loaded', () => {
    const attacks = lower.filter((row) => row.kind === 'attack')
    const loaded = lower.filter((row) => row.band === 'biased')
    expect(shareOf(attacks, (row) => row.analysis.ainScore < 0.4)).toBeGreaterThanOrEqual(0.8)
    expect(shareOf(loaded, (row) => row.analysis.certified)).toBeLessThanOrEqual(0.1)
  })

  it('scores alike when names and groups are swapped: by 0.05 on average, by 0.10 at most', () => {
    const gaps = counterfactualCases().map(({ texts }) => {
      const scores = texts.map((text) => analyze(model, text.toLowerCase()).ainScore)
      return Math.max(...scores) - Math.min(...scores)
    })
    expect(gaps.length).toBeGreaterThanOrEqual(200)
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeLessThanOrEqual(0.05)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0.1)
  })
})
