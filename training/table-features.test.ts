import { explain } from '@equipoise/score'
import { markFrames, maskIgnored, readText } from '@equipoise/score/reading'
import { FEATURE_COUNT, gatherTerms, mixStacks, TABLE_FEATURES } from '@equipoise/score/scoring'
import { readModel } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { everyday } from '../score/test/data/everyday.ts'
import { measureTable } from './table-features.ts'

const model = readModel('default')

test('gives the word tables exactly what the features that the stack was trained on give them', () => {
  const empty = (table: Float32Array) => new Float32Array(table.length)
  const { word, letters, pairs, referenceWord, referenceLetters, referencePairs } = model
  const { letterTable, referenceLetterTable } = model
  const tablesOnly = {
    ...model,
    word: empty(word),
    letters: empty(letters),
    pairs: empty(pairs),
    referenceWord: empty(referenceWord),
    referenceLetters: empty(referenceLetters),
    referencePairs: empty(referencePairs),
    letterTable: empty(letterTable),
    referenceLetterTable: empty(referenceLetterTable),
  }
  for (const { text } of everyday) {
    const units = readText(model, text)
    const framed = markFrames(units.words, undefined)
    if (framed) maskIgnored(model, units, framed)
    const scores = { units, expert: new Float32Array(units.count), editor: new Float32Array(units.count) }
    const { register, expert, editor } = gatherTerms(tablesOnly, scores)
    const { stack } = mixStacks(model.constants, register)
    for (const [at, { logit, context, intercept }] of explain(tablesOnly, text).entries()) {
      const { from, to } = units.sentences[at] ?? { from: 0, to: 0 }
      const stretch = { from, to }
      const features = new Float64Array(FEATURE_COUNT)
      measureTable(expert, stretch, { features, at: 0, top: new Int32Array(4) })
      measureTable(editor, stretch, { features, at: TABLE_FEATURES.length, top: new Int32Array(4) })
      const given = features.reduce((sum, x, k) => sum + x * (stack[k] ?? 0), 0)
      expect(logit - context - intercept).toBeCloseTo(given, 6)
    }
  }
})
