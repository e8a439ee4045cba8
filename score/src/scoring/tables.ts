import { rememberEach } from '../remember.ts'
import { type Coded, codedOf } from './coding.ts'
import { anyOf } from './features.ts'
import type { Model } from './model.ts'

// The tables of a model as the scorer reads them.

// A table of probabilities, and `anyOf` what each code stands for, worked out once: a logarithm a unit would cost more than
// the rest of its score.
export interface CodedScores extends Coded {
  readonly any: Float64Array
}

type TableName =
  | 'word'
  | 'letters'
  | 'pairs'
  | 'referenceWord'
  | 'referenceLetters'
  | 'referencePairs'
  | 'register'
  | 'letterTable'
  | 'referenceLetterTable'
  | 'unknown'
  | 'polarity'
export type CodedTables = Readonly<Record<TableName, Coded> & Record<'expert' | 'editor', CodedScores>>

export const codedTables = rememberEach((model: Model): CodedTables => {
  return {
    expert: codedScores(model.expert),
    editor: codedScores(model.editor),
    word: codedOf(model.word),
    letters: codedOf(model.letters),
    pairs: codedOf(model.pairs),
    referenceWord: codedOf(model.referenceWord),
    referenceLetters: codedOf(model.referenceLetters),
    referencePairs: codedOf(model.referencePairs),
    register: codedOf(model.register),
    letterTable: codedOf(model.letterTable),
    referenceLetterTable: codedOf(model.referenceLetterTable),
    unknown: codedOf(model.unknown),
    polarity: codedOf(model.polarity),
  }
})

function codedScores(table: Float32Array): CodedScores {
  const coded = codedOf(table)
  return { ...coded, any: Float64Array.from(coded.values, anyOf) }
}
