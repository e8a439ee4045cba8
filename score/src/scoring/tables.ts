import { RECORD_BYTES, recordsOf, SPARE_AT, SPARE_BYTES } from '../reading/reading.ts'
import { rememberEach } from '../remember.ts'
import { type Coded, codedTogether, type Place } from './coding.ts'
import { anyOf } from './features.ts'
import type { Model } from './model.ts'

// The tables of a model as the scorer reads them.

// A table of probabilities, and `anyOf` what each code stands for, worked out once: a logarithm a unit would cost more than
// the rest of its score.
interface CodedScores extends Coded {
  readonly any: Float64Array
}

// By the word, by the pair of words, and by the letters; each list is read at the same places. The order is that of the codes: terms.ts counts on it.
const BY_WORD = [
  'expert',
  'editor',
  'word',
  'referenceWord',
  'letters',
  'referenceLetters',
  'register',
  'polarity',
] as const
const BY_PAIR = ['pairs', 'referencePairs'] as const
const BY_LETTERS = ['letterTable', 'referenceLetterTable', 'unknown'] as const

if (BY_WORD.length > SPARE_BYTES) throw new RangeError('A record of a word has no room for so many tables')

type TableName = (typeof BY_WORD | typeof BY_PAIR | typeof BY_LETTERS)[number]
export type CodedTables = Readonly<Record<TableName, Coded> & Record<'expert' | 'editor', CodedScores>>

export const codedTables = rememberEach((model: Model): CodedTables => {
  const records: Place = { codes: recordsOf(model).bytes, step: RECORD_BYTES, from: SPARE_AT }
  const named = [BY_WORD, BY_PAIR, BY_LETTERS].flatMap((names) => {
    const coded = codedTogether(
      names.map((name) => model[name]),
      names === BY_WORD ? records : undefined,
    )
    return names.map((name, at) => [name, coded[at]] as const)
  })
  const tables = Object.fromEntries(named) as Record<TableName, Coded>
  return { ...tables, expert: withAny(tables.expert), editor: withAny(tables.editor) }
})

function withAny(coded: Coded): CodedScores {
  return { ...coded, any: Float64Array.from(coded.values, anyOf) }
}
