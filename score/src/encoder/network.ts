import { geluTable } from './arithmetic.ts'
import { BLOCK, sumOfRow } from './chains.ts'
import { type Address, type Kernel, makeKernel } from './kernel.ts'
import { type Layout, makeLayout } from './memory.ts'
import type { WeightsFile } from './weights-file.ts'

// The layers of the encoder. Matrix products are whole numbers: int8 weights and 7-bit activations with a step of their own for every
// row; in attention 14 bits on both sides. What lies between them is float arithmetic in a fixed order. So a text gets the same bits alone, beside others, and on
// every machine. All numbers lie in the memory of the kernel, which does the arithmetic; here is the order of the steps.

/** Rows of one run through the layers; longer texts take several. */
const ROWS_MAX = 192
/** With some to spare: the kernel takes rows in groups, and may write the rows that fill up a group. */
const ROWS_HELD = ROWS_MAX + 16
/** Rows in a panel of the first and of the second operand of a product; see kernel.wat. */
const INPUT_HEIGHT = 2
const OTHER_HEIGHT = 4

interface Matrix {
  readonly weights: Address
  readonly columns: number
  readonly width: number
  /** For every four columns their scales, the sums of their weights times the scale, and their biases. */
  readonly terms: Address
}

interface Norm {
  readonly weight: Address
  readonly bias: Address
}

type Layer = Readonly<Record<(typeof MATRICES)[number], Matrix>> & {
  readonly afterAttention: Norm
  readonly afterHidden: Norm
}

/** How wide a head of attention is. There may be fewer heads than would fill the width of a row. */
const HEAD_WIDTH = 32

/** Where one text stands in the rows of a run. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

interface Network {
  /** The rows, one after another: the caller writes embeddings here, and finds here what a run leaves. */
  readonly x: Float32Array
  /** Takes the rows in `x` through the layers from `from` up to `to`; before the first layer through the norm of the embeddings. */
  readonly run: (stretches: readonly Stretch[], layers: Stretch) => void
}

const MATRICES = ['query', 'key', 'value', 'out', 'hidden', 'back'] as const

export function makeNetwork(file: WeightsFile): Network {
  const { width } = file
  const layout = makeLayout()
  const embedded = holdNorm(layout, file, 'norm')
  const inner = file.f32('0.hidden.bias').length
  checkSizes(width, file.heads * HEAD_WIDTH, inner)
  const layers = Array.from({ length: file.layers }, (_, layer) => holdLayer(layout, file, { layer, inner }))
  const at = reserveRoom(layout, { width, inner })
  const memory = layout.make()
  const kernel = makeKernel(memory)
  const shrink = (from: Address, rows: number, wide: number): void =>
    kernel.shrink(from, rows, wide, at.small, at.steps)
  const multiply = ({ weights, columns, width: wide, terms }: Matrix, rows: number, into: Address): void =>
    kernel.multiply(at.small, at.steps, rows, weights, columns, wide, terms, into, at.room)
  const addAndNorm = (add: Address, { weight, bias }: Norm, rows: number): void => {
    kernel.add(at.x, add, rows * width)
    kernel.norm(at.x, rows, width, weight, bias)
  }
  const run = (stretches: readonly Stretch[], { from, to }: Stretch): void => {
    const rows = stretches[stretches.length - 1]?.to ?? 0
    if (from === 0) kernel.norm(at.x, rows, width, embedded.weight, embedded.bias)
    for (const layer of layers.slice(from, to)) {
      shrink(at.x, rows, width)
      for (const name of ['query', 'key', 'value'] as const) multiply(layer[name], rows, at[name])
      for (const stretch of stretches) attend(kernel, at, { stretch, heads: file.heads })
      shrink(at.seen, rows, layer.out.width)
      multiply(layer.out, rows, at.query)
      addAndNorm(at.query, layer.afterAttention, rows)
      shrink(at.x, rows, width)
      multiply(layer.hidden, rows, at.hidden)
      kernel.bend(at.hidden, rows * layer.hidden.columns, at.gelu)
      shrink(at.hidden, rows, layer.hidden.columns)
      multiply(layer.back, rows, at.query)
      addAndNorm(at.query, layer.afterHidden, rows)
    }
  }
  return { x: new Float32Array(memory.buffer, at.x, ROWS_MAX * width), run }
}

/** What the kernel relies on. */
function checkSizes(width: number, seen: number, inner: number): void {
  const isWhole = (size: number): boolean => Number.isInteger(size) && size > 0 && size % BLOCK === 0
  if ([width, seen, inner].every(isWhole) && seen <= width) return
  throw new TypeError(
    `This encoder takes rows of a multiple of ${BLOCK} numbers, not of ${width}, ${seen} and ${inner}`,
  )
}

function holdLayer(layout: Layout, file: WeightsFile, { layer, inner }: { layer: number; inner: number }): Layer {
  const { width } = file
  const seen = file.heads * HEAD_WIDTH
  const sizes: Readonly<Record<(typeof MATRICES)[number], Size>> = {
    query: { columns: seen, width },
    key: { columns: seen, width },
    value: { columns: seen, width },
    out: { columns: width, width: seen },
    hidden: { columns: inner, width },
    back: { columns: width, width: inner },
  }
  const matrices = MATRICES.map(
    (name) => [name, holdMatrix(layout, file, { name: `${layer}.${name}`, ...sizes[name] })] as const,
  )
  return {
    ...(Object.fromEntries(matrices) as Record<(typeof MATRICES)[number], Matrix>),
    afterAttention: holdNorm(layout, file, `${layer}.norm_attention`),
    afterHidden: holdNorm(layout, file, `${layer}.norm_hidden`),
  }
}

type Size = Pick<Matrix, 'columns' | 'width'>

function holdMatrix(layout: Layout, file: WeightsFile, { name, columns, width }: Size & { name: string }): Matrix {
  const weights = file.i8(name, columns * width)
  const scale = file.f32(`${name}.scale`, columns)
  const bias = file.f32(`${name}.bias`, columns)
  const terms = new Float32Array(3 * columns)
  const words = new Int32Array(weights.buffer)
  for (let column = 0; column < columns; column++) {
    const sum = sumOfRow(words, (column * width) / 4, ((column + 1) * width) / 4)
    if (Number.isNaN(sum)) throw new TypeError(`Weights in ${name} are too large for this encoder`)
    const by = scale[column] as number
    const place = 12 * (column >> 2) + (column & 3)
    terms[place] = by
    terms[place + 4] = by * sum
    terms[place + 8] = bias[column] as number
  }
  return { weights: layout.hold(weights), columns, width, terms: layout.hold(terms) }
}

function holdNorm(layout: Layout, file: WeightsFile, name: string): Norm {
  return {
    weight: layout.hold(file.f32(`${name}.weight`, file.width)),
    bias: layout.hold(file.f32(`${name}.bias`, file.width)),
  }
}

type Room = ReturnType<typeof reserveRoom>

function reserveRoom({ reserve, hold }: Layout, { width, inner }: { width: number; inner: number }) {
  const widest = Math.max(width, inner)
  const floats = (wide: number): Address => reserve(4 * wide * ROWS_HELD)
  return {
    x: floats(width),
    query: floats(width),
    key: floats(width),
    value: floats(width),
    seen: floats(width),
    hidden: floats(inner),
    /** The rows that a matrix multiplies: 7 bits a number, and for each row what a step is worth and the least number. */
    small: reserve(widest * ROWS_HELD),
    steps: reserve(8 * ROWS_HELD),
    /** In attention, the first operand of a product, and one scale a row. */
    input: reserve(2 * Math.max(HEAD_WIDTH, ROWS_HELD) * ROWS_HELD),
    inputScale: reserve(4 * ROWS_HELD),
    /** The second operand: the keys of one head, the values of all. */
    keys: reserve(2 * width * ROWS_HELD),
    keyScale: reserve(4 * ROWS_HELD),
    values: reserve(2 * width * ROWS_HELD),
    valueScale: reserve(4 * width),
    sums: reserve(4 * ROWS_HELD * ROWS_HELD),
    gelu: hold(geluTable),
    /** What one function of the kernel keeps while it runs. */
    room: reserve(2 * widest * ROWS_HELD + 8 * widest + 16 * ROWS_HELD),
  }
}

interface Attention {
  readonly stretch: Stretch
  readonly heads: number
}

// softmax(query · key / √size) · value for every head, within one text.
function attend(kernel: Kernel, at: Room, { stretch, heads }: Attention): void {
  const size = HEAD_WIDTH
  const width = heads * size
  const line = 4 * width
  const first = stretch.from * line
  const count = stretch.to - stretch.from
  const columns = (count + 3) & ~3
  const padded = (count + 7) & ~7
  kernel.quantiseColumns(at.value + first, line, count, width, padded, at.values, at.valueScale)
  for (let head = 0; head < heads; head++) {
    const from = first + 4 * head * size
    kernel.quantise(at.query + from, line, count, size, at.input, INPUT_HEIGHT, at.inputScale)
    kernel.quantise(at.key + from, line, count, size, at.keys, OTHER_HEIGHT, at.keyScale)
    kernel.product(at.input, count, at.keys, columns, 2 * size, at.sums)
    kernel.softmax(
      ...([at.sums, 4 * columns, count, count, padded] as const),
      ...([at.inputScale, Math.sqrt(size), at.keyScale] as const),
      ...([at.input, at.room] as const),
    )
    const values = at.values + 2 * head * size * padded
    const scale = at.valueScale + 4 * head * size
    kernel.blend(
      ...([at.input, count] as const),
      ...([values, size, 2 * padded, scale] as const),
      ...([at.seen + from, line, at.room] as const),
    )
  }
}
