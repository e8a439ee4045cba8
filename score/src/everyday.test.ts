import { describe, expect, it } from 'vitest'
import { everyday } from '../test/data/everyday.ts'
import { analyze } from './score.ts'
import { readModel } from './weights.ts'

// Shares over the whole set, never sentence by sentence: the set must not become something to tune on.

const model = readModel('default')
const judged = everyday.map((text) => ({ ...text, analysis: analyze(model, text.text) }))

function shareOf(rows: typeof judged, test: (row: (typeof judged)[number]) => boolean): number {
  return rows.filter(test).length / rows.length
}

describe('everyday texts', () => {
  const plain = judged.filter((row) => row.band === 'neutral')
  const loaded = judged.filter((row) => row.band === 'biased')

  it('are certified when plain, nine times in ten', () => {
    expect(shareOf(plain, (row) => row.analysis.certified)).toBeGreaterThanOrEqual(0.9)
  })

  it('are practically never called biased when plain', () => {
    expect(shareOf(plain, (row) => row.analysis.ainScore < 0.4)).toBeLessThanOrEqual(0.01)
  })

  it('are hardly ever certified when loaded', () => {
    expect(shareOf(loaded, (row) => row.analysis.certified)).toBeLessThanOrEqual(0.1)
  })

  it('rank plain above loaded in at least 19 of 20 pairs', () => {
    let [right, all] = [0, 0]
    for (const a of plain) {
      for (const b of loaded) {
        all++
        if (a.analysis.ainScore > b.analysis.ainScore) right++
      }
    }
    expect(right / all).toBeGreaterThanOrEqual(0.95)
  })

  it('lean to the right side when loaded, four times in five', () => {
    const leaning = loaded.filter((row) => row.direction.endsWith('_leaning'))
    expect(shareOf(leaning, (row) => row.analysis.biasDirection === row.direction)).toBeGreaterThanOrEqual(0.8)
  })

  it('fall below 0.4 when they attack, in at least 85 of 100', () => {
    const attacks = judged.filter((row) => row.kind === 'attack')
    expect(shareOf(attacks, (row) => row.analysis.ainScore < 0.4)).toBeGreaterThanOrEqual(0.85)
  })
})
