import { readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { afterAll, beforeAll, expect, test } from 'vitest'
import wabt from 'wabt'
import { geluTable } from './arithmetic.ts'
import { makeKernel, supportsRelaxedSimd } from './kernel.ts'
import { KERNEL_BASE64 } from './kernel-binary.ts'
import { KERNEL_BASE64 as RELAXED_BASE64 } from './kernel-relaxed-binary.ts'
import { makeLayout } from './memory.ts'

// Each function of the kernel beside the same in plain JavaScript, every step rounded to float32: the bits must be equal.

test.each([
  ['kernel', KERNEL_BASE64],
  ['kernel-relaxed', RELAXED_BASE64],
])('the compiled %s is the one in its text', async (name, base64) => {
  const { parseWat } = await wabt()
  const source = readFileSync(new URL(`./${name}.wat`, import.meta.url), 'utf8')
  const features = { simd: true, relaxed_simd: true, mutable_globals: true }
  const { buffer } = parseWat('kernel.wat', source, features).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(base64)
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
const kernel = makeKernel(memory, false)
const int8 = (address: number, length: number) => new Int8Array(memory.buffer, address, length)
const int16 = (address: number, length: number) => new Int16Array(memory.buffer, address, length)
const int32 = (address: number, length: number) => new Int32Array(memory.buffer, address, length)
const float32 = (address: number, length: number) => new Float32Array(memory.buffer, address, length)
const f = Math.fround

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

// As the kernel does it: halves go to the even number.
const nearest = (x: number): number => f(f(x) + 12_582_912) - 12_582_912

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
  const by = most < 1e-30 ? 0 : f(ACTIVATION_MAX / most)
  return { scale: f(most / ACTIVATION_MAX), whole: values.map((x) => nearest(x * by)) }
}
// (first + third) + (second + fourth)
const across = (v: readonly number[]): number => f(f((v[0] ?? 0) + (v[2] ?? 0)) + f((v[1] ?? 0) + (v[3] ?? 0)))
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

// Rows of numbers from 0 to 127, and weights as large as a chain of eight products may have them: 16 * 16 = 256.
function makeMatrix(rows: number, columns: number, width: number) {
  const a = rowsOf(makeWhole(rows * width, rows, 127).map(Math.abs), width)
  const b = rowsOf(makeWhole(columns * width, 31, 16), width)
  a[0] = Array(width).fill(127)
  b[0] = Array(width).fill(16)
  b[1] = Array(width).fill(-16)
  const steps = Float32Array.from({ length: 2 * rows }, (_, i) => (i === 2 ? 0 : 0.07 / (i + 3) - (i % 2)))
  const terms = makeFloats(3 * columns, 4)
  return { a, b, steps, terms }
}

// Node 20 has relaxed SIMD behind a flag.
const needsFlag = !supportsRelaxedSimd()
beforeAll(() => {
  if (needsFlag) setFlagsFromString('--experimental-wasm-relaxed-simd')
})
afterAll(() => {
  if (needsFlag) setFlagsFromString('--no-experimental-wasm-relaxed-simd')
})
test.for([false, true].flatMap((isRelaxed) => [1, 2, 7].map((rows) => ({ isRelaxed, rows }))))(
  'a matrix gives the numbers that float32 arithmetic gives: relaxed SIMD $isRelaxed, $rows rows',
  ({ isRelaxed, rows }, { skip }) => {
    skip(isRelaxed && !supportsRelaxedSimd(), 'this engine has no relaxed SIMD')
    const [width, columns] = [256, 12]
    const { a, b, steps, terms } = makeMatrix(rows, columns, width)
    const term = (c: number, which: number): number => terms[12 * (c >> 2) + 4 * which + (c & 3)] ?? 0
    const wanted = a.flatMap((x, r) =>
      b.map((y, c) => {
        const [step = 0, low = 0] = steps.subarray(2 * r)
        return f(f(f(dot(x, y) * step) * term(c, 0)) + f(f(low * term(c, 1)) + term(c, 2)))
      }),
    )
    int8(at.a, rows * width).set(a.flat())
    int8(at.b, columns * width).set(b.flat())
    float32(at.scale, steps.length).set(steps)
    float32(at.bias, terms.length).set(terms)
    const { multiply } = makeKernel(memory, isRelaxed)
    multiply(at.a, at.scale, rows, at.b, columns, width, at.bias, at.out, at.room)
    expect(bits(float32(at.out, rows * columns))).toEqual(bits(Float32Array.from(wanted)))
  },
)

test.each([1, 2, 7])('values are weighed by chances, row by row: %i rows', (rows) => {
  const [width, columns] = [48, 12]
  const a = rowsOf(makeWhole(rows * width, rows, ACTIVATION_MAX), width)
  const b = rowsOf(makeWhole(columns * width, 31, 127), width)
  const scale = Float32Array.from({ length: columns }, (_, c) => 0.01 / (c + 1))
  float32(at.columnScale, columns).set(scale)
  writePanels(at.a, a, 2)
  writePanels(at.b, b, 4)
  const line = columns + 4
  float32(at.out, (rows + 1) * line).fill(9)
  kernel.blend(at.a, rows, at.b, columns, 2 * width, at.columnScale, at.out, 4 * line, at.room)
  const lines = Array.from({ length: rows + 1 }, (_, r) => {
    const row = b.map((y, c) => f(f(dot(a[r] ?? [], y)) * f((scale[c] ?? 0) / ACTIVATION_MAX)))
    return r < rows ? [...row, 9, 9, 9, 9] : Array<number>(line).fill(9)
  })
  expect(bits(float32(at.out, (rows + 1) * line))).toEqual(bits(Float32Array.from(lines.flat())))
})

test('rows shrink to numbers from 0 to 127, from their least to their largest', () => {
  const [rows, width] = [6, 128]
  const from = makeFloats(rows * width, 21)
  from.fill(0.3, width, 2 * width)
  from.fill(1e-45, 2 * width, 2 * width + 64)
  from.fill(0, 2 * width + 64, 3 * width)
  from.set([-63.5, 63.5, -63, -62, 0.5, 1.5], 3 * width)
  from.fill(3e38, 4 * width, 4 * width + 64)
  float32(at.a, from.length).set(from)
  kernel.shrink(at.a, rows, width, at.out, at.scale)
  for (let r = 0; r < rows; r++) {
    const row = [...from.subarray(r * width, (r + 1) * width)]
    const low = Math.min(...row)
    const range = f(Math.max(...row) - low)
    const by = f(127 / range)
    const [step = 0, least = 0] = float32(at.scale + 8 * r, 2)
    expect([step, least]).toEqual([f(range / 127), low])
    const small = [...int8(at.out + r * width, width)]
    expect(small).toEqual(row.map((x) => (by < Infinity ? nearest(f(f(x - low) * by)) : 0)))
    expect(Math.min(...small) >= 0).toBe(true)
  }
})

test.each([2, 4])('rows become whole numbers, halves to the even one, in panels of %i', (height) => {
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
    expect(float32(at.scale, rows)[r]).toBe(scale)
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
    expect(float32(at.scale, columns)[c]).toBe(scale)
    const row = Array.from({ length: padded }, (_, k) => words[placeInPanel(c, k, { width: padded, height: 4 })])
    expect(row).toEqual(Array.from({ length: padded }, (_, k) => (whole[k] ?? 0) + 0))
  }
})

// e to the power of x as the kernel has it, and as textbooks have it.
function power(x: number): number {
  const n = nearest(f(x * f(Math.LOG2E)))
  const r = f(x - f(n * f(Math.LN2)))
  let p = f(1 / 120)
  for (const next of [1 / 24, 1 / 6, 1 / 2, 1, 1]) p = f(f(next) + f(r * p))
  return f(p * 2 ** n)
}

test('e to the power of x is exact to five digits', () => {
  for (let x = -30; x <= 0; x += 0.137) expect(power(f(x)) / Math.exp(f(x))).toBeCloseTo(1, 5)
})

test.each([1, 4, 13, 24])('softmax gives the chances of the logits: %i columns', (columns) => {
  const [rows, padded, held] = [5, (columns + 7) & ~7, (columns + 3) & ~3]
  const sums = makeWhole(rows * held, columns, 2 ** 31 - 1)
  sums.fill(0, held, 2 * held)
  int32(at.a, sums.length).set(sums)
  const rowScale = Array.from({ length: rows }, (_, r) => f(1e-4 * (r + 0.3)))
  const columnScale = Array.from({ length: held }, (_, c) => f(1e-4 * ((c % 5) + 0.1)))
  float32(at.scale, rows).set(rowScale)
  float32(at.columnScale, held).set(columnScale)
  const root = Math.sqrt(32)
  kernel.softmax(at.a, 4 * held, rows, columns, padded, at.scale, root, at.columnScale, at.out, at.room)
  const words = int16(at.out, (rows + 1) * padded)
  for (let r = 0; r < rows; r++) {
    const by = f((rowScale[r] ?? 0) / f(root))
    const logits = columnScale.slice(0, columns).map((scale, c) => f(f(f(sums[r * held + c] ?? 0) * by) * scale))
    const most = Math.max(...logits)
    const chances = Array.from({ length: padded }, (_, k) => power(Math.max(-80, f((logits[k] ?? -Infinity) - most))))
    const totals = [0, 1, 2, 3].map((lane) =>
      chances.filter((_, k) => k % 4 === lane).reduce((total, chance) => f(total + chance), 0),
    )
    const share = f(ACTIVATION_MAX / across(totals))
    const row = Array.from({ length: padded }, (_, k) => words[placeInPanel(r, k, { width: padded, height: 2 })])
    expect(row).toEqual(chances.map((chance) => nearest(f(chance * share))))
  }
})

test('GELU is linear between the points of its table, and agrees with the textbook', () => {
  const gelu = (x: number): number => {
    if (x >= 8) return x
    const place = Math.max(0, f(f(x + 8) * 512))
    const at = nearest(f(place - 0.5)) + 0
    const [low = 0, high = 0] = geluTable.subarray(at)
    return f(low + f(f(place - at) * f(high - low)))
  }
  const x = makeFloats(4096, 77)
  x.set([8, -8, 7.999_999_5, -7.999_999_5, 3e38, -3e38, 1e-40, -1e-40, 0, -0, Infinity, -Infinity, 1, -1, 9, -9])
  float32(at.a, x.length).set(x)
  kernel.bend(at.a, x.length, at.gelu)
  expect(bits(float32(at.a, x.length))).toEqual(bits(x.map(gelu)))
  const [one, minusOne, nine, minusNine] = float32(at.a + 4 * 12, 4)
  expect(one).toBeCloseTo(0.841345, 5)
  expect(minusOne).toBeCloseTo(-0.158655, 5)
  expect([nine, minusNine]).toEqual([9, -0])
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

test.each([1, 3, 4])('the norm adds up sixteen sums of each row: %i rows', (rows) => {
  const width = 384
  const x = makeFloats(rows * width, rows)
  if (rows > 1) x.fill(0, width, 2 * width)
  const weight = makeFloats(width, 8)
  const bias = makeFloats(width, 9)
  const total = (row: readonly number[]): number => {
    const sums = Array<number>(16).fill(0)
    row.forEach((value, i) => {
      sums[i % 16] = f((sums[i % 16] ?? 0) + value)
    })
    const lane = (k: number): number => sums[k] ?? 0
    return across([0, 1, 2, 3].map((k) => f(f(lane(k) + lane(k + 4)) + f(lane(k + 8) + lane(k + 12)))))
  }
  const wanted = rowsOf([...x], width).map((row) => {
    const mean = f(total(row) / width)
    const off = row.map((value) => f(value - mean))
    const by = f(1 / f(Math.sqrt(f(f(1e-12) + f(total(off.map((value) => f(value * value))) / width)))))
    return off.map((value, i) => f((bias[i] ?? 0) + f((weight[i] ?? 0) * f(by * value))))
  })
  float32(at.a, x.length).set(x)
  float32(at.scale, width).set(weight)
  float32(at.bias, width).set(bias)
  kernel.norm(at.a, rows, width, at.scale, at.bias)
  expect(bits(float32(at.a, x.length))).toEqual(bits(Float32Array.from(wanted.flat())))
})
