import { anyOf } from './features.ts'
import type { Model } from './model.ts'
import { rememberLast } from './remember.ts'

// Tables of weights as their file has them: a byte an entry, and what each byte stands for. Whoever computes with a table
// sees numbers; the scorer reads the bytes, a quarter of the memory, so that the processor's cache holds them.

export interface Coded {
  // Uint8Array for a table from a file.
  readonly codes: Uint8Array | Uint32Array
  readonly values: Float32Array
}

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

// Beside the tables, not in them: whoever computes with one need not know.
const codedByTable = new WeakMap<Float32Array, Coded>()

export function decodeTable(codes: Uint8Array, values: Float32Array): Float32Array {
  const table = new Float32Array(codes.length)
  for (let i = 0; i < codes.length; i++) table[i] = values[codes[i] ?? 0] ?? 0
  codedByTable.set(table, { codes, values })
  return table
}

export const codedTables = rememberLast((model: Model): CodedTables => {
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

// In a table that comes from no file (the trainer's), every entry stands for itself.
function codedOf(table: Float32Array): Coded {
  return codedByTable.get(table) ?? { codes: Uint32Array.from(table.keys()), values: table }
}

function codedScores(table: Float32Array): CodedScores {
  const coded = codedOf(table)
  return { ...coded, any: Float64Array.from(coded.values, anyOf) }
}
