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

/** Texts of two sides that must score alike, each with what it counts: positive on the left, negative on the right. */
export type Sides = readonly { readonly text: string; readonly share: number }[]

function sidesOf(rows: readonly Row[], isLeft: (row: Row) => boolean, part = 1): Sides {
  const left = rows.filter(isLeft).length
  return rows.map((row) => ({
    text: row.text,
    share: isLeft(row) ? part / left : -part / (rows.length - left),
  }))
}

const CELL_MIN = 20

/** Of each manifesto and scale, the sentences of the left and of the right, where there are enough of both. */
export function manifestosOf(rows: readonly Row[], scale: Row['scale']): Row[][] {
  const sided = rows.filter((row) => row.scale === scale && row.side !== 'none')
  const cells = [...new Set(sided.map(({ manifesto }) => manifesto))].map((manifesto) =>
    sided.filter((row) => row.manifesto === manifesto),
  )
  return cells.filter((cell) =>
    (['left', 'right'] as const).every((side) => cell.filter((row) => row.side === side).length >= CELL_MIN),
  )
}

/** The twins, and the manifestos by scale, each manifesto alike. */
export function allSides(twins: readonly Row[], policy: readonly Row[]): Sides[] {
  const manifestos = (['economic', 'social'] as const).map((scale) => {
    const cells = manifestosOf(policy, scale)
    return cells.flatMap((cell) => sidesOf(cell, ({ side }) => side === 'left', 1 / cells.length))
  })
  return [sidesOf(twins, ({ lean }) => lean === 'left'), ...manifestos]
}

export function closeGap(vocabulary: Vocabulary, model: Model, sides: readonly Sides[]): Model {
  const found = sides.filter(({ length }) => length > 0).map((texts) => measureGap(vocabulary, model, texts))
  // Words that both sides use all the time stay as they are: other texts are full of them.
  const usage = model.word.map((_, row) => found.reduce((sum, one) => sum + (one.usage[row] ?? 0), 0))
  const usual = USAGE_MIN * usage.reduce((most, value) => Math.max(most, value), 0)
  const moves = found.map(({ direction }) => direction.map((value, row) => value / (usual + (usage[row] ?? 0))))
  const steps = solve(
    found.map((a) => moves.map((b) => dot(a.direction, b))),
    found.map(({ gap }) => gap),
  )
  return {
    ...model,
    word: model.word.map((weight, row) =>
      moves.reduce((sum, move, at) => sum - (steps[at] ?? 0) * (move[row] ?? 0), weight),
    ),
  }
}

const USAGE_MIN = 0.01

interface Gap {
  readonly gap: number
  readonly direction: Float64Array
  /** How much both sides use each word. */
  readonly usage: Float64Array
}

function measureGap(vocabulary: Vocabulary, model: Model, texts: Sides): Gap {
  const direction = new Float64Array(vocabulary.words.length)
  const usage = new Float64Array(vocabulary.words.length)
  let gap = 0
  for (const { text, share } of texts) {
    const units = readText(model, text)
    // The weights that move count for as much as the text is no reference prose.
    const part = ((1 - registerOf(model, units)) * share) / Math.sqrt(Math.max(1, units.count))
    for (let i = 0; i < units.count; i++) {
      const word = units.row[i] ?? -1
      if (word < 0 || isSilent(vocabulary, word)) continue
      direction[word] = (direction[word] ?? 0) + part
      usage[word] = (usage[word] ?? 0) + Math.abs(part)
    }
    gap += share * blendSentences(scoreUnits(model, units))
  }
  return { gap, direction, usage }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}

/** The solution of a few linear equations, by elimination; what no text shows stays as it is. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at] ?? 0])
  for (const [at, row] of rows.entries()) {
    const pivot = row[at] ?? 0
    if (pivot === 0) continue
    for (const [other, line] of rows.entries()) {
      const factor = other === at ? 0 : (line[at] ?? 0) / pivot
      for (const [column, value] of row.entries()) line[column] = (line[column] ?? 0) - factor * value
    }
  }
  return rows.map((row, at) => (row[at] ? (row.at(-1) ?? 0) / row[at] : 0))
}
