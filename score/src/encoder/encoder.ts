import { makeNetwork, type Stretch } from './network.ts'
import type { PieceVocabulary } from './pieces.ts'
import { readWeightsFile, type WeightsFile } from './weights-file.ts'

// Word pieces → what the encoder says of each text and of each of its pieces.

export { supportsSimd } from './kernel.ts'
export { namesIn, readTokens, splitPieces } from './pieces.ts'

/** Logits of a text: loaded as in the news, loaded as in a reference work, hostile to a group, an opinion, good and bad tone. */
export const HEADS = ['news', 'wiki', 'group', 'opinion', 'good', 'bad'] as const
export type Head = (typeof HEADS)[number]

export interface Reading {
  readonly sentence: Readonly<Record<Head, number>>
  /** For each piece: the logits that readers mark it, and that editors take it out. */
  readonly marked: Float32Array
  readonly removed: Float32Array
  /** The first row and the mean of all rows. */
  readonly pooled: Float32Array
}

export interface Encoder {
  readonly version: string
  /** How its logits join the score, as its file says. */
  readonly blend: unknown
  readonly vocabulary: PieceVocabulary
  /** Pieces that fit one text; what is longer is read in parts by the caller. */
  readonly piecesMax: number
  readonly read: (texts: readonly (readonly number[])[]) => Reading[]
}

const UNKNOWN = 1
const START = 2
const END = 3
/** Rows that are read together, except where one text has more: about as many as stay near the processor. */
const BATCH_ROWS = 64
const WRAPPING = 2

export function loadEncoder(bytes: Uint8Array): Encoder {
  const file = readWeightsFile(bytes)
  const parts = readParts(file)
  const { x, run } = makeNetwork(file)
  const piecesMax = file.places - WRAPPING
  const readBatch = (texts: readonly (readonly number[])[]): Reading[] => {
    let row = 0
    const stretches = texts.map((pieces): Stretch => {
      const from = row
      embed(parts, x, { from, pieces: [START, ...pieces.slice(0, piecesMax), END] })
      row += Math.min(pieces.length, piecesMax) + WRAPPING
      return { from, to: row }
    })
    run(stretches)
    return stretches.map((stretch) => readHeads(parts, x, stretch))
  }
  const read = (texts: readonly (readonly number[])[]): Reading[] => {
    const readings: Reading[] = []
    let batch: (readonly number[])[] = []
    let rows = 0
    for (const pieces of texts) {
      const needed = Math.min(pieces.length, piecesMax) + WRAPPING
      if (rows > 0 && rows + needed > BATCH_ROWS) {
        readings.push(...readBatch(batch))
        batch = []
        rows = 0
      }
      batch.push(pieces)
      rows += needed
    }
    if (batch.length > 0) readings.push(...readBatch(batch))
    return readings
  }
  const pieces = file.vocabulary.split('\n')
  const ids = new Map(pieces.map((piece, id) => [piece, id]))
  return { version: file.version, blend: file.blend, vocabulary: { ids, unknown: UNKNOWN }, piecesMax, read }
}

type Parts = ReturnType<typeof readParts>

function readParts(file: WeightsFile) {
  return {
    width: file.width,
    words: file.i8('words'),
    wordScale: file.f32('words.scale'),
    places: file.f32('places'),
    sentence: { weight: file.f32('sentence.weight'), bias: file.f32('sentence.bias') },
    token: { weight: file.f32('token.weight'), bias: file.f32('token.bias') },
  }
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
  return { sentence: Object.fromEntries(sentence) as Record<Head, number>, marked, removed, pooled }
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
