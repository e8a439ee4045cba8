import type { Model } from './model.ts'

// Tables of weights as their file has them: a byte an entry, and what each byte stands for. Whoever computes with a table
// sees numbers; the scorer reads the bytes, a quarter of the memory, so that the processor's cache holds them.

export interface Coded {
  // Uint8Array for a table from a file.
  readonly codes: Uint8Array | Uint32Array
  readonly values: Float32Array
}

export type TableName =
  | 'expert'
  | 'editor'
  | 'word'
  | 'letters'
  | 'pairs'
  | 'referenceWord'
  | 'referencePairs'
  | 'register'
  | 'letterTable'
  | 'unknown'
  | 'polarity'
export type CodedTables = Readonly<Record<TableName, Coded>>

// Beside the tables and models, not in them: a copy of a model with another table needs no care.
const codedByTable = new WeakMap<Float32Array, Coded>()
const codedByModel = new WeakMap<Model, CodedTables>()

export function decodeTable(codes: Uint8Array, values: Float32Array): Float32Array {
  const table = new Float32Array(codes.length)
  for (let i = 0; i < codes.length; i++) table[i] = values[codes[i] ?? 0] ?? 0
  codedByTable.set(table, { codes, values })
  return table
}

export function codedTables(model: Model): CodedTables {
  const known = codedByModel.get(model)
  if (known) return known
  const tables = {
    expert: codedOf(model.expert),
    editor: codedOf(model.editor),
    word: codedOf(model.word),
    letters: codedOf(model.letters),
    pairs: codedOf(model.pairs),
    referenceWord: codedOf(model.referenceWord),
    referencePairs: codedOf(model.referencePairs),
    register: codedOf(model.register),
    letterTable: codedOf(model.letterTable),
    unknown: codedOf(model.unknown),
    polarity: codedOf(model.polarity),
  }
  codedByModel.set(model, tables)
  return tables
}

// In a table that comes from no file (the trainer's), every entry stands for itself.
function codedOf(table: Float32Array): Coded {
  return codedByTable.get(table) ?? { codes: Uint32Array.from(table.keys()), values: table }
}
