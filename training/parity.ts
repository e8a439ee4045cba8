import { hashWord, readText } from '@equipoise/score/reading'
import { blendSentences, type Model, registerOf, scoreUnits } from '@equipoise/score/scoring'
import type { Row } from './corpora.ts'
import type { Vocabulary } from './vocabulary.ts'
import { isSilent } from './word-tables.ts'

// Political parity: statements of the left and their twins of the right must score alike on average. The words on which the
// two sides differ give a direction; the word weights move along it just far enough to close the gap, and nothing else moves.
// Half of the twins close the gap, the other half judges.

export function isForParity(row: Row): boolean {
  return (hashWord(twinOf(row)) >>> 0) % 2 === 0
}

function twinOf(row: Row): string {
  return row.id.replace(/[lr]$/, '')
}

export function closeGap(vocabulary: Vocabulary, model: Model, twins: readonly Row[]): Model {
  const direction = new Float64Array(vocabulary.words.length)
  const sides = { left: twins.filter((row) => row.lean === 'left'), right: twins.filter((row) => row.lean === 'right') }
  let gap = 0
  for (const [rows, sign] of [
    [sides.left, 1],
    [sides.right, -1],
  ] as const) {
    for (const row of rows) {
      const units = readText(model, row.text)
      // The weights that move count for as much as the text is no reference prose.
      const share = ((1 - registerOf(model, units)) * sign) / rows.length / Math.sqrt(Math.max(1, units.count))
      for (let i = 0; i < units.count; i++) {
        const word = units.row[i] ?? -1
        if (word >= 0 && !isSilent(vocabulary, word)) direction[word] = (direction[word] ?? 0) + share
      }
      gap += (sign * blendSentences(scoreUnits(model, units))) / rows.length
    }
  }
  const length = direction.reduce((sum, value) => sum + value * value, 0)
  if (length === 0) return model
  return { ...model, word: model.word.map((weight, row) => weight - (gap / length) * (direction[row] ?? 0)) }
}
