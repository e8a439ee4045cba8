import { floatAt } from '../numbers.ts'

// Tables of weights as their file has them: a byte an entry, and what each byte stands for. Code that computes with a table
// sees numbers; the scorer reads the bytes, a quarter of the memory, so that the processor's cache holds them.

export interface Coded {
  // Uint8Array for a table from a file.
  readonly codes: Uint8Array | Uint32Array
  readonly values: Float32Array
  // Entry `at` has its code at `at * step + from`.
  readonly step: number
  readonly from: number
}

// Beside the tables, not in them: code that computes with one need not know.
const codedByTable = new WeakMap<Float32Array, Coded>()

export function decodeTable(codes: Uint8Array, values: Float32Array): Float32Array {
  const table = new Float32Array(codes.length)
  for (let i = 0; i < codes.length; i++) table[i] = floatAt(values, codes[i] ?? 0)
  codedByTable.set(table, { codes, values, step: 1, from: 0 })
  return table
}

// In a table that comes from no file (the trainer's), every entry stands for itself.
function codedOf(table: Float32Array): Coded {
  return codedByTable.get(table) ?? { codes: Uint32Array.from(table.keys()), values: table, step: 1, from: 0 }
}

/** Where the codes of tables are kept: those of an entry side by side, from `entry * step + from` on. */
export interface Place {
  readonly codes: Uint8Array | Uint32Array
  readonly step: number
  readonly from: number
}

/**
 * Tables that are read at the same places: their codes lie side by side, so that the processor fetches all of them at once; bytes lie in
 * `records` where there are such.
 */
export function codedTogether(tables: readonly Float32Array[], records?: Place): Coded[] {
  const apart = tables.map(codedOf)
  const areBytes = apart.every((one) => one.codes instanceof Uint8Array)
  const { codes, step, from } = (areBytes && records) || makePlace(tables, areBytes)
  for (const [at, one] of apart.entries()) {
    for (let entry = 0; entry < one.codes.length; entry++) codes[entry * step + from + at] = one.codes[entry] ?? 0
  }
  return apart.map(({ values }, at) => ({ codes, values, step, from: from + at }))
}

function makePlace(tables: readonly Float32Array[], areBytes: boolean): Place {
  const step = tables.length
  const size = step * Math.max(...tables.map(({ length }) => length))
  return { codes: areBytes ? new Uint8Array(size) : new Uint32Array(size), step, from: 0 }
}

/** What a table has at this place. */
export function valueAt({ codes, values, step, from }: Coded, at: number): number {
  return floatAt(values, codes[at * step + from] ?? 0)
}
