import { exp, gelu } from './arithmetic.ts'
import { makeProduct, type Product } from './kernel.ts'
import type { WeightsFile } from './weights-file.ts'

// The layers of the encoder. Matrix products are whole numbers (int8 weights, 14-bit activations with a scale of their own for every
// row); what lies between them is float64 arithmetic in a fixed order. So a text gets the same bits alone, beside others, and on
// every machine.

/** Rows of one run through the layers; longer texts take several. */
export const ROWS_MAX = 192
/** The largest activation: 8191 * 127 * 1536 stays below 2^31. */
const ACTIVATION_MAX = 8191
const NORM_FLOOR = 1e-12
const PAGE = 65_536

interface Matrix {
  readonly at: number
  readonly rows: number
  readonly columns: number
  readonly scale: Float32Array
  readonly bias: Float32Array
}

interface Norm {
  readonly weight: Float32Array
  readonly bias: Float32Array
}

interface Layer {
  readonly query: Matrix
  readonly key: Matrix
  readonly value: Matrix
  readonly out: Matrix
  readonly hidden: Matrix
  readonly back: Matrix
  readonly afterAttention: Norm
  readonly afterHidden: Norm
}

/** Where one text stands in the rows of a run. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface Network {
  /** Takes embedded rows (`rows` × width) and gives them back as the last layer leaves them, in place. */
  readonly run: (x: Float32Array, stretches: readonly Stretch[]) => void
}

const MATRICES = ['query', 'key', 'value', 'out', 'hidden', 'back'] as const

export function makeNetwork(file: WeightsFile): Network {
  const { width, layers } = file
  const inner = file.f32('0.hidden.bias').length
  const widest = Math.max(width, inner)
  let bytes = 0
  const reserve = (size: number): number => {
    const at = bytes
    bytes += Math.ceil(size / 32) * 32
    return at
  }
  const places = Array.from({ length: layers }, (_, layer) =>
    MATRICES.map((name) => reserve(2 * file.i8(`${layer}.${name}`).length)),
  )
  const inputAt = reserve(2 * widest * (ROWS_MAX + 16))
  const otherAt = reserve(2 * widest * (ROWS_MAX + 16))
  const outAt = reserve(4 * widest * (ROWS_MAX + 16))
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE) })
  const words = new Int16Array(memory.buffer)
  const room: Room = {
    product: makeProduct(memory),
    inputAt,
    otherAt,
    outAt,
    input: words.subarray(inputAt / 2, otherAt / 2),
    other: words.subarray(otherAt / 2, outAt / 2),
    out: new Int32Array(memory.buffer, outAt, widest * (ROWS_MAX + 16)),
    scale: new Float64Array(ROWS_MAX + 16),
    otherScale: new Float64Array(ROWS_MAX + 16),
  }
  const all = places.map((at, layer) => readLayer(file, { layer, at, words }))
  const held = {
    query: rowsOf(width),
    key: rowsOf(width),
    value: rowsOf(width),
    seen: rowsOf(width),
    hidden: rowsOf(inner),
  }
  const run = (x: Float32Array, stretches: readonly Stretch[]): void => {
    const rows = stretches[stretches.length - 1]?.to ?? 0
    for (const layer of all) {
      quantise(room, x, { rows, width })
      for (const name of ['query', 'key', 'value'] as const) multiply(room, layer[name], rows, held[name])
      for (const stretch of stretches) attend(room, held, { stretch, width, heads: file.heads })
      quantise(room, held.seen, { rows, width })
      multiply(room, layer.out, rows, held.query)
      addAndNorm(x, held.query, layer.afterAttention, rows)
      quantise(room, x, { rows, width })
      multiply(room, layer.hidden, rows, held.hidden)
      bend(held.hidden, rows * inner)
      quantise(room, held.hidden, { rows, width: inner })
      multiply(room, layer.back, rows, held.query)
      addAndNorm(x, held.query, layer.afterHidden, rows)
    }
  }
  return { run }
}

function rowsOf(width: number): Float32Array {
  return new Float32Array(ROWS_MAX * width)
}

/** The kernel's memory as the layers use it: the rows to multiply, a second operand made on the way, and the sums. */
interface Room {
  readonly product: Product
  readonly inputAt: number
  readonly otherAt: number
  readonly outAt: number
  readonly input: Int16Array
  readonly other: Int16Array
  readonly out: Int32Array
  readonly scale: Float64Array
  readonly otherScale: Float64Array
}

function readLayer(file: WeightsFile, place: { layer: number; at: readonly number[]; words: Int16Array }): Layer {
  const matrices = MATRICES.map((name, i): Matrix => {
    const full = `${place.layer}.${name}`
    const scale = file.f32(`${full}.scale`)
    const weights = file.i8(full)
    const at = place.at[i] as number
    place.words.set(weights, at / 2)
    return { at, rows: scale.length, columns: weights.length / scale.length, scale, bias: file.f32(`${full}.bias`) }
  })
  const [query, key, value, out, hidden, back] = matrices as [Matrix, Matrix, Matrix, Matrix, Matrix, Matrix]
  const norm = (name: string): Norm => readNorm(file, `${place.layer}.${name}`)
  return {
    query,
    key,
    value,
    out,
    hidden,
    back,
    afterAttention: norm('norm_attention'),
    afterHidden: norm('norm_hidden'),
  }
}

export function readNorm(file: WeightsFile, name: string): Norm {
  return { weight: file.f32(`${name}.weight`), bias: file.f32(`${name}.bias`) }
}

/** Each row as whole numbers, the largest 8191, and the scale that undoes it. Rows are filled up to a multiple of four with zeros. */
function quantise(room: Room, from: Float32Array, { rows, width }: { rows: number; width: number }): void {
  const { input, scale } = room
  for (let row = 0; row < rows; row++) {
    const start = row * width
    const end = start + width
    let most = 0
    for (let i = start; i < end; i++) most = Math.max(most, Math.abs(from[i] as number))
    const by = most === 0 ? 0 : ACTIVATION_MAX / most
    scale[row] = most / ACTIVATION_MAX
    for (let i = start; i < end; i++) input[i] = roundUp((from[i] as number) * by)
  }
  input.fill(0, rows * width, fourth(rows) * width)
}

// To the nearest whole number; halves go up. Only for what lies within the activations' range.
function roundUp(x: number): number {
  return ((x + (ACTIVATION_MAX + 1.5)) | 0) - (ACTIVATION_MAX + 1)
}

function fourth(rows: number): number {
  return (rows + 3) & ~3
}

function multiply(room: Room, matrix: Matrix, rows: number, into: Float32Array): void {
  const { rows: columns, columns: width, bias } = matrix
  room.product(room.inputAt, fourth(rows), matrix.at, columns, 2 * width, room.outAt)
  const { out, scale } = room
  for (let row = 0; row < rows; row++) {
    const by = scale[row] as number
    const at = row * columns
    for (let c = 0; c < columns; c++) {
      into[at + c] = (out[at + c] as number) * by * (matrix.scale[c] as number) + (bias[c] as number)
    }
  }
}

function bend(x: Float32Array, count: number): void {
  for (let i = 0; i < count; i++) x[i] = gelu(x[i] as number)
}

interface Held {
  readonly query: Float32Array
  readonly key: Float32Array
  readonly value: Float32Array
  readonly seen: Float32Array
}

interface Attention {
  readonly stretch: Stretch
  readonly width: number
  readonly heads: number
}

// softmax(query · key / √size) · value for every head, within one text.
function attend(room: Room, held: Held, { stretch, width, heads }: Attention): void {
  const size = width / heads
  const count = stretch.to - stretch.from
  const padded = (count + 15) & ~15
  const root = Math.sqrt(size)
  for (let head = 0; head < heads; head++) {
    const place: Head = { from: stretch.from * width + head * size, width, size, count, padded }
    packRows(held.query, place, room.input, room.scale)
    packRows(held.key, place, room.other, room.otherScale)
    room.product(room.inputAt, padded, room.otherAt, padded, 2 * size, room.outAt)
    weighRows(room, place, root)
    packColumns(held.value, place, room.other, room.otherScale)
    room.product(room.inputAt, padded, room.otherAt, size, 2 * padded, room.outAt)
    for (let row = 0; row < count; row++) {
      for (let i = 0; i < size; i++) {
        const sum = room.out[row * size + i] as number
        held.seen[place.from + row * width + i] = sum * (room.scale[row] as number) * (room.otherScale[i] as number)
      }
    }
  }
}

/** One head of one text: where its first number stands, and how many rows it has (and with padding). */
interface Head {
  readonly from: number
  readonly width: number
  readonly size: number
  readonly count: number
  readonly padded: number
}

function packRows(from: Float32Array, head: Head, into: Int16Array, scale: Float64Array): void {
  const { size, count } = head
  for (let row = 0; row < count; row++) {
    const at = head.from + row * head.width
    let most = 0
    for (let i = 0; i < size; i++) most = Math.max(most, Math.abs(from[at + i] as number))
    const by = most === 0 ? 0 : ACTIVATION_MAX / most
    scale[row] = most / ACTIVATION_MAX
    for (let i = 0; i < size; i++) into[row * size + i] = roundUp((from[at + i] as number) * by)
  }
  into.fill(0, count * size, head.padded * size)
}

// One row for each of the head's numbers: the values of all words, for the second product.
function packColumns(from: Float32Array, head: Head, into: Int16Array, scale: Float64Array): void {
  const { size, count, padded, width } = head
  into.fill(0, 0, size * padded)
  for (let i = 0; i < size; i++) {
    let most = 0
    for (let row = 0; row < count; row++) most = Math.max(most, Math.abs(from[head.from + row * width + i] as number))
    const by = most === 0 ? 0 : ACTIVATION_MAX / most
    scale[i] = most / ACTIVATION_MAX
    for (let row = 0; row < count; row++) {
      into[i * padded + row] = roundUp((from[head.from + row * width + i] as number) * by)
    }
  }
}

const chances = new Float64Array(ROWS_MAX)

// The sums of the first product become chances, as whole numbers whose row adds up to about 8191, in the room's input.
function weighRows(room: Room, head: Head, root: number): void {
  const { count, padded } = head
  const { out, input, scale, otherScale } = room
  for (let row = 0; row < count; row++) {
    const by = (scale[row] as number) / root
    let most = Number.NEGATIVE_INFINITY
    for (let column = 0; column < count; column++) {
      const logit = (out[row * padded + column] as number) * by * (otherScale[column] as number)
      chances[column] = logit
      if (logit > most) most = logit
    }
    let total = 0
    for (let column = 0; column < count; column++) {
      const chance = exp((chances[column] as number) - most)
      chances[column] = chance
      total += chance
    }
    const share = ACTIVATION_MAX / total
    const at = row * padded
    for (let column = 0; column < count; column++) input[at + column] = roundUp((chances[column] as number) * share)
    input.fill(0, at + count, at + padded)
  }
  input.fill(0, count * padded, padded * padded)
  for (let row = 0; row < count; row++) scale[row] = 1 / ACTIVATION_MAX
}

function addAndNorm(x: Float32Array, add: Float32Array, norm: Norm, rows: number): void {
  const width = norm.weight.length
  for (let i = 0; i < rows * width; i++) x[i] = (x[i] as number) + (add[i] as number)
  for (let row = 0; row < rows; row++) normRow(x, row * width, norm)
}

export function normRow(x: Float32Array, at: number, { weight, bias }: Norm): void {
  const width = weight.length
  let sum = 0
  for (let i = 0; i < width; i++) sum += x[at + i] as number
  const mean = sum / width
  let square = 0
  for (let i = 0; i < width; i++) {
    const off = (x[at + i] as number) - mean
    square += off * off
  }
  const by = 1 / Math.sqrt(square / width + NORM_FLOOR)
  for (let i = 0; i < width; i++) {
    x[at + i] = ((x[at + i] as number) - mean) * by * (weight[i] as number) + (bias[i] as number)
  }
}
