import type { Units } from '@equipoise/score/reading'
import { buildRows, type Fit, fitLogistic, penaltiesByRarity, type SparseRows } from './logistic.ts'
import type { Vocabulary } from './vocabulary.ts'
import { isSilent } from './word-tables.ts'

// How much each word speaks for the prose of reference works rather than for news or everyday text. Names, numbers and
// words for groups say nothing, nor do capitals: the Wikipedia edits are all in lower case, and that must not be the sign.

interface RegisterRows {
  readonly reference: readonly Units[]
  readonly news: readonly Units[]
  readonly plain: readonly Units[]
}

const PENALTY = 1
const PLAIN_WEIGHT = 3
// A text is news until its words say otherwise.
const DOUBT = 1.5

export function fitRegister(vocabulary: Vocabulary, { reference, news, plain }: RegisterRows): Fit {
  const texts = [...reference, ...news, ...plain]
  const weightOf = (at: number): number => {
    if (at < reference.length) return news.length / reference.length
    return at < reference.length + news.length ? 1 : PLAIN_WEIGHT
  }
  const rows = wordRows(vocabulary, texts)
  const { weights, intercept } = fitLogistic({
    rows,
    targets: texts.map((_, at) => Number(at < reference.length)),
    weights: texts.map((_, at) => weightOf(at)),
    penalty: penaltiesByRarity(rows, PENALTY),
    iterationsMax: 25,
  })
  return { weights, intercept: intercept - DOUBT }
}

function wordRows(vocabulary: Vocabulary, texts: readonly Units[]): SparseRows {
  const builder = buildRows(vocabulary.words.length)
  for (const { row: rows, count } of texts) {
    const perWord = 1 / Math.sqrt(Math.max(1, count))
    for (let i = 0; i < count; i++) {
      const row = rows[i] ?? -1
      if (row >= 0 && !isSilent(vocabulary, row)) builder.add(row, perWord)
    }
    builder.endRow()
  }
  return builder.finish()
}
