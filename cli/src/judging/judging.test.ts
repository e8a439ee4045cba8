import { analyze } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { applyTerms } from './judging.ts'

const TEXT = 'The committee approved the budget on Monday by nine votes to four.'
const analyzed = (text: string, certified: boolean, ainScore = 0.5) => ({
  ...analyze(readModel('permissive'), text),
  ainScore,
  certified,
})
const passes = (score: number, text = TEXT, analysis = analyzed(text, false)) => {
  const terms = { min: undefined, before: { score, words: new Map() }, failOnFlagged: false, isManual: false }
  return applyTerms('a.md', text, analysis, terms).passed
}

test('a score may be lower than before by up to 0.03, which is noise', () => {
  expect([passes(0.525), passes(0.535)]).toEqual([true, false])
})

test('a text that is still certified may fall further, if no loaded word is new', () => {
  const loaded = `${TEXT} The corrupt committee shamelessly rushed it through.`
  expect(passes(0.94, TEXT, analyzed(TEXT, true, 0.84))).toBe(true)
  expect(passes(0.94, loaded, analyzed(loaded, true, 0.84))).toBe(false)
})
