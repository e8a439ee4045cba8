import { makeNetwork, type Stretch } from './network.ts'
import type { PieceVocabulary } from './pieces.ts'
import { type Kept, rememberReadings } from './remembered.ts'
import { readWeightsFile, type WeightsFile } from './weights-file.ts'

// Word pieces → what the encoder says of each text and of each of its pieces.

export { sigmoid } from './arithmetic.ts'
export { supportsSimd } from './kernel.ts'
export { type Names, namesIn } from './names.ts'
export { readTokens, splitPieces } from './pieces.ts'

/** Logits of a text: loaded as in the news, loaded as in a reference work, hostile to a group, an opinion, good and bad tone, in the
 *  register of a reference work, a statement of policy as in a manifesto, out of an article that takes sides. */
export const HEADS = ['news', 'wiki', 'group', 'opinion', 'good', 'bad', 'register', 'policy', 'partisan'] as const
export type Head = (typeof HEADS)[number]

export interface Reading {
  readonly sentence: Readonly<Record<Head, number>>
  /** For each piece: the logits that readers mark it, and that editors take it out. */
  readonly marked: Float32Array
  readonly removed: Float32Array
}

export interface Encoder {
  readonly version: string
  /** How its logits join the score, as its file says. */
  readonly blend: unknown
  readonly vocabulary: PieceVocabulary
  /** Pieces that fit one text; what is longer is read in parts by the caller. */
  readonly piecesMax: number
  /** Below which logits of the early heads a text is answered early; absent: none is. */
  readonly sure?: Readonly<Partial<Record<Head, number>>> | undefined
  readonly read: (texts: readonly (readonly number[])[]) => Reading[]
}

/** What the encoder said, kept by a caller from one process to the next. */
export type KeptReadings = Kept<Reading>

const UNKNOWN = 1
const START = 2
const END = 3
/** Rows that are read together, unless one text has more: as many as the network takes at once, less those that fill up a group. */
const BATCH_ROWS = 176
const WRAPPING = 2

/** With readings that were kept, the network is set up with the first text that is not among them. */
export function loadEncoder(bytes: Uint8Array, kept?: KeptReadings): Encoder {
  const file = readWeightsFile(bytes)
  let reader = kept ? undefined : makeReader(file)
  const readAnew: Read = (texts) => {
    reader ??= makeReader(file)
    return reader(texts)
  }
  const piecesMax = file.places - WRAPPING
  const read = rememberReadings((texts) => readAnew(texts.map((pieces) => pieces.slice(0, piecesMax))), { kept })
  const pieces = file.vocabulary.split('\n')
  const ids = new Map(pieces.map((piece, id) => [piece, id]))
  const { version, blend, sure } = file
  return { version, blend, vocabulary: { ids, unknown: UNKNOWN }, piecesMax, sure, read }
}

type Read = Encoder['read']

/** A text half-way: its rows after the layers that every text goes through. */
interface Unsure {
  readonly index: number
  readonly rows: Float32Array
}

// Every text goes through the first layers; those that are surely plain by then are answered there, the others go through all. A text
// gets the same answer alone and beside others.
function makeReader(file: WeightsFile): Read {
  const { width, layers } = file
  const limits = Object.entries(file.sure ?? {}) as [Head, number][]
  const early = limits.length > 0 ? { after: file.early, parts: readParts(file, 'early.') } : undefined
  const parts = readParts(file, '')
  const { x, run } = makeNetwork(file)
  const isSure = ({ sentence }: Reading): boolean => limits.every(([head, limit]) => sentence[head] < limit)
  return (texts) => {
    const readings: Reading[] = []
    const unsure: Unsure[] = []
    for (const batch of batchesOf(texts.map((pieces) => pieces.length + WRAPPING))) {
      for (const { index, from } of batch) embed(parts, x, { from, pieces: [START, ...(texts[index] ?? []), END] })
      run(batch, { from: 0, to: early?.after ?? layers })
      for (const place of batch) {
        const reading = readHeads(early?.parts ?? parts, x, place)
        readings[place.index] = reading
        if (early && !isSure(reading)) {
          unsure.push({ index: place.index, rows: x.slice(place.from * width, place.to * width) })
        }
      }
    }
    for (const batch of batchesOf(unsure.map(({ rows }) => rows.length / width))) {
      for (const { index, from } of batch) x.set(unsure[index]?.rows ?? [], from * width)
      run(batch, { from: early?.after ?? 0, to: layers })
      for (const place of batch) readings[unsure[place.index]?.index ?? 0] = readHeads(parts, x, place)
    }
    return readings
  }
}

interface BatchPlace extends Stretch {
  readonly index: number
}

/** Texts of so many rows each, shared out over runs. */
function batchesOf(counts: readonly number[]): BatchPlace[][] {
  const batches: BatchPlace[][] = []
  let row = BATCH_ROWS
  for (const [index, count] of counts.entries()) {
    if (row + count > BATCH_ROWS) {
      batches.push([])
      row = 0
    }
    batches.at(-1)?.push({ index, from: row, to: row + count })
    row += count
  }
  return batches
}

type Parts = ReturnType<typeof readParts>

function readParts(file: WeightsFile, heads: 'early.' | '') {
  const { width } = file
  const wordScale = file.f32('words.scale', file.vocabulary.split('\n').length)
  return {
    width,
    words: file.i8('words', wordScale.length * width),
    wordScale,
    places: file.f32('places', file.places * width),
    sentence: holdHeads(file, `${heads}sentence`, { count: HEADS.length, wide: 2 * width }),
    token: holdHeads(file, `${heads}token`, { count: 2, wide: width }),
  }
}

function holdHeads(file: WeightsFile, name: string, { count, wide }: { count: number; wide: number }): Linear {
  return { weight: file.f32(`${name}.weight`, count * wide), bias: file.f32(`${name}.bias`, count) }
}

function embed(parts: Parts, x: Float32Array, { from, pieces }: { from: number; pieces: readonly number[] }): void {
  const { width, words, wordScale, places } = parts
  for (let place = 0; place < pieces.length; place++) {
    const id = pieces[place] as number
    const scale = wordScale[id] as number
    const at = (from + place) * width
    for (let i = 0; i < width; i++) {
      x[at + i] = (words[id * width + i] as number) * scale + (places[place * width + i] as number)
    }
  }
}

function readHeads(parts: Parts, x: Float32Array, { from, to }: Stretch): Reading {
  const { width, token } = parts
  const pooled = new Float32Array(2 * width)
  for (let i = 0; i < width; i++) {
    pooled[i] = x[from * width + i] as number
    let sum = 0
    for (let row = from; row < to; row++) sum += x[row * width + i] as number
    pooled[width + i] = sum / (to - from)
  }
  const sentence = HEADS.map((head, at) => [head, dot(parts.sentence, at, pooled, 0)])
  const count = to - from - WRAPPING
  const marked = new Float32Array(count)
  const removed = new Float32Array(count)
  for (let piece = 0; piece < count; piece++) {
    const at = (from + 1 + piece) * width
    marked[piece] = dot(token, 0, x, at)
    removed[piece] = dot(token, 1, x, at)
  }
  return { sentence: Object.fromEntries(sentence) as Record<Head, number>, marked, removed }
}

interface Linear {
  readonly weight: Float32Array
  readonly bias: Float32Array
}

function dot({ weight, bias }: Linear, row: number, x: Float32Array, at: number): number {
  const width = weight.length / bias.length
  let sum = bias[row] as number
  for (let i = 0; i < width; i++) sum += (weight[row * width + i] as number) * (x[at + i] as number)
  return sum
}
