import { describe, expect, it } from 'vitest'
import { shortAnswers } from '../test/data/sides.ts'
import { analyze } from './score.ts'
import { readDeep, readModel } from './weights.ts'

// Answers of one to six words, of our own: shares over the whole set. `strict` takes a certified answer above 0.7 at the first attempt.

describe.each(['default', 'permissive'] as const)('of short answers, with the %s weights', (weights) => {
  it.each([
    ['the encoder', readDeep(weights)],
    ['the words alone', undefined],
  ])('nine in ten plain ones pass at the first attempt by %s, and at most 3 in 100 loaded ones do', (_by, deep) => {
    const passing = (kind: 'plain' | 'loaded') =>
      shortAnswers(kind).filter((text) => {
        const { certified, ainScore } = analyze(readModel(weights), text, { deep })
        return certified && ainScore > 0.7
      })
    expect(shortAnswers('plain').length).toBeGreaterThanOrEqual(400)
    expect(shortAnswers('loaded').length).toBeGreaterThanOrEqual(120)
    expect(passing('plain').length).toBeGreaterThanOrEqual(0.9 * shortAnswers('plain').length)
    expect(passing('loaded').length).toBeLessThanOrEqual(0.03 * shortAnswers('loaded').length)
  })
})

it.each(['Racism', 'Illegal.', 'Press F5.', 'Run npm install.', 'Good.', 'Money laundering', 'Abuse of power.'])(
  '%s is an answer with no word to mark',
  (text) => {
    expect(analyze(readModel('default'), text, { deep: readDeep('default') })).toMatchObject({
      certified: true,
      evidence: [],
      withheldBy: [],
    })
  },
)

it.each(['Murder the police.', 'Torture animals and the poor.', 'You are bad.', 'They are rats.', 'Illegal people.'])(
  '%s says more than a name does, and is scored',
  (text) => {
    expect(analyze(readModel('default'), text, { deep: readDeep('default') }).certified).toBe(false)
  },
)
