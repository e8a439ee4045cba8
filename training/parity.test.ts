import { readText } from '@equipoise/score/reading'
import { blendSentences, scoreUnits } from '@equipoise/score/scoring'
import { readModel } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { allSides, closeGap } from './parity.ts'

const model = readModel('permissive')
const vocabulary = { ...model, words: Array.from(model.hashes, (_, row) => `word-${row}`) }
const twin = (id: string, lean: string, text: string) => ({ id, lean, text, label: 1 })
const twins = [
  twin('1l', 'left', 'The shameless giveaway to the wealthy is a disgrace.'),
  twin('1r', 'right', 'The policy lowers the tax that companies pay.'),
  twin('2l', 'left', 'Greedy landlords rob tenants of their homes.'),
  twin('2r', 'right', 'Tenants pay rent to the owners of their homes.'),
]

function gapOf(scorer: typeof model): number {
  const mean = (lean: string) => {
    const rows = twins.filter((row) => row.lean === lean)
    return (
      rows.reduce((sum, { text }) => sum + blendSentences(scoreUnits(scorer, readText(scorer, text))), 0) / rows.length
    )
  }
  return mean('left') - mean('right')
}

test('the twins of both sides score alike on average, and nothing but word weights has moved', () => {
  const closed = closeGap(vocabulary, model, allSides(twins, []))
  expect(Math.abs(gapOf(closed))).toBeLessThan(Math.abs(gapOf(model)) / 4)
  const { word: _word, ...others } = model
  for (const [name, part] of Object.entries(others)) expect(Reflect.get(closed, name) === part, name).toBe(true)
})

test('without a word on which the sides differ nothing moves', () => {
  expect(closeGap(vocabulary, model, allSides([], [])).word).toEqual(model.word)
})
