import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { exp, gelu, geluTable } from './arithmetic.ts'
import { makeKernel } from './kernel.ts'
import { KERNEL_BASE64 } from './kernel-binary.ts'
import { makeLayout } from './memory.ts'

// Each function of the kernel beside the same in plain JavaScript, whose numbers are float64: the bits must be equal.

test('the compiled kernel is the one in kernel.wat', async () => {
  const { parseWat } = await wabt()
  const source = readFileSync(new URL('./kernel.wat', import.meta.url), 'utf8')
  const { buffer } = parseWat('kernel.wat', source, { simd: true, mutable_globals: true }).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(KERNEL_BASE64)
})

const ACTIVATION_MAX = 8191
const layout = makeLayout()
const at = {
  a: layout.reserve(1 << 16),
  b: layout.reserve(1 << 16),
  out: layout.reserve(1 << 16),
  scale: layout.reserve(1 << 12),
  columnScale: layout.reserve(1 << 12),
  bias: layout.reserve(1 << 12),
  room: layout.reserve(1 << 16),
  gelu: layout.hold(geluTable),
}
const memory = layout.make()
const kernel = makeKernel(memory)
const int8 = (address: number, length: number) => new Int8Array(memory.buffer, address, length)
const int16 = (address: number, length: number) => new Int16Array(memory.buffer, address, length)
const int32 = (address: number, length: number) => new Int32Array(memory.buffer, address, length)
const float32 = (address: number, length: number) => new Float32Array(memory.buffer, address, length)
const float64 = (address: number, length: number) => new Float64Array(memory.buffer, address, length)

function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

// Numbers of very different sizes, with zeros, halves and equal ones among them.
function makeFloats(length: number, seed: number): Float32Array {
  const random = makeRandom(seed)
  return Float32Array.from({ length }, () => {
    const kind = random()
    if (kind < 0.1) return kind < 0.05 ? 0 : -0
    if (kind < 0.3) return Math.floor(random() * 40 - 20) + 0.5
    return (random() - 0.5) * 2 ** Math.floor(random() * 12 - 6)
  })
}

function makeWhole(length: number, seed: number, most: number): number[] {
  const random = makeRandom(seed)
  return Array.from({ length }, () =>
    random() < 0.2 ? (random() < 0.5 ? most : -most) : Math.round((random() * 2 - 1) * most),
  )
}

// As the kernel does it: halves go up.
const roundUp = (x: number): number => ((x + (ACTIVATION_MAX + 1.5)) | 0) - (ACTIVATION_MAX + 1)

// Where number k of a row stands in panels of so many rows.
const placeInPanel = (row: number, k: number, { width, height }: { width: number; height: number }): number =>
  Math.floor(row / height) * height * width + (k >> 3) * 8 * height + (row % height) * 8 + (k & 7)

function writePanels(address: number, rows: readonly (readonly number[])[], height: number): void {
  const width = rows[0]?.length ?? 0
  const words = int16(address, (rows.length + height) * width)
  rows.forEach((row, r) => {
    row.forEach((value, k) => {
      words[placeInPanel(r, k, { width, height })] = value
    })
  })
}

const rowsOf = (values: readonly number[], width: number): number[][] =>
  Array.from({ length: values.length / width }, (_, r) => values.slice(r * width, (r + 1) * width))
const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, x, k) => sum + x * (b[k] ?? 0), 0)
const quantised = (values: readonly number[]): { scale: number; whole: number[] } => {
  const most = values.reduce((sofar, x) => Math.max(sofar, Math.abs(x)), 0)
  const by = most === 0 ? 0 : ACTIVATION_MAX / most
  return { scale: most / ACTIVATION_MAX, whole: values.map((x) => roundUp(x * by)) }
}
const bits = (values: Float32Array): Uint32Array => new Uint32Array(Float32Array.from(values).buffer)

test.each([8, 16, 24, 32, 40, 1536])(
  'the product is exact, also at the largest values: rows of %i numbers',
  (width) => {
    const a = rowsOf(makeWhole(5 * width, width, ACTIVATION_MAX), width)
    const b = rowsOf(makeWhole(4 * width, width + 1, 127), width)
    a[0] = Array(width).fill(-ACTIVATION_MAX)
    b[0] = Array(width).fill(127)
    writePanels(at.a, a, 2)
    writePanels(at.b, b, 4)
    kernel.product(at.a, a.length, at.b, b.length, 2 * width, at.out)
    expect(rowsOf([...int32(at.out, a.length * b.length)], b.length)).toEqual(a.map((x) => b.map((y) => dot(x, y))))
  },
)

test.each([1, 2, 7])('weights and panels give the numbers that float64 arithmetic gives: %i rows', (rows) => {
  const [width, columns] = [48, 12]
  const a = rowsOf(makeWhole(rows * width, rows, ACTIVATION_MAX), width)
  const b = rowsOf(makeWhole(columns * width, 31, 127), width)
  const rowScale = float64(at.scale, rows).map((_, r) => (r === 1 ? 0 : 0.000_7 / (r + 3)))
  const scale = float64(at.columnScale, columns).map((_, c) => Math.fround(0.01 / (c + 1)))
  const bias = float64(at.bias, columns).map((_, c) => Math.fround(0.3 * (c - 5)))
  float64(at.scale, rows).set(rowScale)
  float64(at.columnScale, columns).set(scale)
  float64(at.bias, columns).set(bias)
  const wanted = a.flatMap((x, r) => b.map((y, c) => dot(x, y) * (rowScale[r] ?? 0) * (scale[c] ?? 0) + (bias[c] ?? 0)))
  writePanels(at.a, a, 2)
  int8(at.b, columns * width).set(b.flat())
  const scales = [at.columnScale, at.bias] as const
  kernel.multiply(at.a, at.scale, rows, at.b, columns, width, ...scales, at.out, at.room)
  expect(bits(float32(at.out, rows * columns))).toEqual(bits(Float32Array.from(wanted)))
  writePanels(at.b, b, 4)
  const line = columns + 4
  float32(at.out, (rows + 1) * line).fill(9)
  kernel.blend(at.a, at.scale, rows, at.b, columns, 2 * width, ...scales, at.out, 4 * line, at.room)
  const lines = Array.from({ length: rows + 1 }, (_, r) =>
    r < rows ? [...wanted.slice(r * columns, (r + 1) * columns), 9, 9, 9, 9] : Array<number>(line).fill(9),
  )
  expect(bits(float32(at.out, (rows + 1) * line))).toEqual(bits(Float32Array.from(lines.flat())))
})

test.each([2, 4])('rows become whole numbers, halves up, in panels of %i', (height) => {
  const [rows, width, line] = [7, 32, 40]
  const from = makeFloats(rows * line, height)
  from.fill(0, 2 * line, 3 * line)
  // The largest is 8191, so that the rest is rounded as it stands.
  from.set([-8191, -0.5, 0.5, -1.5, 2.5, -8190.5, 8190.5, 1e-30], 3 * line)
  from.fill(3e38, 4 * line, 5 * line)
  float32(at.a, from.length).set(from)
  kernel.quantise(at.a, 4 * line, rows, width, at.out, height, at.scale)
  const words = int16(at.out, (rows + height) * width)
  for (let r = 0; r < rows; r++) {
    const { scale, whole } = quantised([...from.subarray(r * line, r * line + width)])
    expect(float64(at.scale, rows)[r]).toBe(scale)
    expect(whole.map((_, k) => words[placeInPanel(r, k, { width, height })])).toEqual(whole.map((x) => x + 0))
  }
})

test.each([1, 5, 8, 19])('columns become rows of whole numbers, filled up with zeros: %i rows', (rows) => {
  const [columns, line, padded] = [12, 16, (rows + 7) & ~7]
  const from = makeFloats(rows * line, rows)
  for (let r = 0; r < rows; r++) from[r * line + 3] = 0
  float32(at.a, from.length).set(from)
  int16(at.out, columns * padded).fill(-1)
  kernel.quantiseColumns(at.a, 4 * line, rows, columns, padded, at.out, at.scale)
  const words = int16(at.out, columns * padded)
  for (let c = 0; c < columns; c++) {
    const { scale, whole } = quantised(Array.from({ length: rows }, (_, r) => from[r * line + c] ?? 0))
    expect(float64(at.scale, columns)[c]).toBe(scale)
    const row = Array.from({ length: padded }, (_, k) => words[placeInPanel(c, k, { width: padded, height: 4 })])
    expect(row).toEqual(Array.from({ length: padded }, (_, k) => (whole[k] ?? 0) + 0))
  }
})

test.each([1, 4, 13, 24])('softmax gives the chances that exp in JavaScript gives: %i columns', (columns) => {
  const [rows, padded, held] = [5, (columns + 7) & ~7, (columns + 3) & ~3]
  const sums = makeWhole(rows * held, columns, 2 ** 31 - 1)
  sums.fill(0, held, 2 * held)
  int32(at.a, sums.length).set(sums)
  const rowScale = Array.from({ length: rows }, (_, r) => 1e-4 * (r + 0.3))
  const columnScale = Array.from({ length: held }, (_, c) => 1e-4 * ((c % 5) + 0.1))
  float64(at.scale, rows).set(rowScale)
  float64(at.columnScale, held).set(columnScale)
  const root = Math.sqrt(32)
  kernel.softmax(at.a, 4 * held, rows, columns, padded, at.scale, root, at.columnScale, at.out, at.room)
  const words = int16(at.out, (rows + 1) * padded)
  for (let r = 0; r < rows; r++) {
    const by = (rowScale[r] ?? 0) / root
    const logits = columnScale.slice(0, columns).map((scale, c) => (sums[r * held + c] ?? 0) * by * scale)
    const most = Math.max(...logits)
    const chances = logits.map((logit) => exp(logit - most))
    const share = ACTIVATION_MAX / chances.reduce((total, chance) => total + chance, 0)
    const row = Array.from({ length: padded }, (_, k) => words[placeInPanel(r, k, { width: padded, height: 2 })])
    expect(row).toEqual(
      Array.from({ length: padded }, (_, k) => (k < columns ? roundUp((chances[k] ?? 0) * share) : 0)),
    )
  }
})

test('GELU is the same from the kernel, inside its table and beyond', () => {
  const x = makeFloats(4096, 77)
  x.set([8, -8, 7.999_999_5, -7.999_999_5, 3e38, -3e38, 1e-40, -1e-40, 0, -0, Infinity, -Infinity])
  float32(at.a, x.length).set(x)
  kernel.bend(at.a, x.length, at.gelu)
  expect(bits(float32(at.a, x.length))).toEqual(bits(x.map(gelu)))
})

test('sums of rows are rounded as float64 sums are', () => {
  const [x, y] = [makeFloats(4096, 5), makeFloats(4096, 6)]
  x.set([3e38, 1, -1, 1e-45, 16_777_216])
  y.set([3e38, 2 ** -24, 2 ** -25, 1e-45, 1])
  float32(at.a, x.length).set(x)
  float32(at.b, y.length).set(y)
  kernel.add(at.a, at.b, x.length)
  expect(bits(float32(at.a, x.length))).toEqual(bits(x.map((value, i) => value + (y[i] ?? 0))))
})

test.each([1, 3, 4, 6])('the norm adds up each row from left to right: %i rows', (rows) => {
  const width = 384
  const x = makeFloats(rows * width, rows)
  if (rows > 1) x.fill(0, width, 2 * width)
  const weight = makeFloats(width, 8)
  const bias = makeFloats(width, 9)
  const wanted = rowsOf([...x], width).map((row) => {
    const mean = row.reduce((sum, value) => sum + value, 0) / width
    const square = row.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
    const by = 1 / Math.sqrt(square / width + 1e-12)
    return row.map((value, i) => (value - mean) * by * (weight[i] ?? 0) + (bias[i] ?? 0))
  })
  float32(at.a, x.length).set(x)
  float64(at.scale, width).set(weight)
  float64(at.bias, width).set(bias)
  kernel.norm(at.a, rows, width, at.scale, at.bias)
  expect(bits(float32(at.a, x.length))).toEqual(bits(Float32Array.from(wanted.flat())))
})
