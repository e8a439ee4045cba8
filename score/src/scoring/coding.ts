import { floatAt } from '../numbers.ts'

// Tables of weights as their file has them: a byte an entry, and what each byte stands for. Whoever computes with a table
// sees numbers; the scorer reads the bytes, a quarter of the memory, so that the processor's cache holds them.

export interface Coded {
  // Uint8Array for a table from a file.
  readonly codes: Uint8Array | Uint32Array
  readonly values: Float32Array
}

// Beside the tables, not in them: whoever computes with one need not know.
const codedByTable = new WeakMap<Float32Array, Coded>()

export function decodeTable(codes: Uint8Array, values: Float32Array): Float32Array {
  const table = new Float32Array(codes.length)
  for (let i = 0; i < codes.length; i++) table[i] = floatAt(values, codeAt(codes, i))
  codedByTable.set(table, { codes, values })
  return table
}

// In a table that comes from no file (the trainer's), every entry stands for itself.
export function codedOf(table: Float32Array): Coded {
  return codedByTable.get(table) ?? { codes: Uint32Array.from(table.keys()), values: table }
}

export function codeAt(codes: Coded['codes'], at: number): number {
  return codes[at] ?? 0
}

/** What a table has at this place. */
export function valueAt({ codes, values }: Coded, at: number): number {
  return floatAt(values, codeAt(codes, at))
}
