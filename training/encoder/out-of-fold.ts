import { readFileSync } from 'node:fs'
import { type Deep, loadModel, type Model } from '@equipoise/score'
import { HEADS, type Head, type Reading } from '@equipoise/score/scoring'
import type { Row } from '../corpora.ts'
import { FOLDS, foldOfArticle } from '../folds.ts'

// BABE judged by models that never saw the row: the words' model of its fold (words-in-folds.ts) and what the student of its fold
// said of it (oof.npy and oof_tokens.npy of teach.py), through the code that serves callers.

export interface OutOfFold {
  readonly modelOf: (row: Row) => Model
  /** What the student of its fold said of a row of BABE, after the last layer and early. */
  readonly headsOf: (at: number) => Record<'heads' | 'early', Reading['sentence']>
  /** An encoder that answers for one row of BABE with what the student of its fold said. */
  readonly deepOf: (deep: Deep, at: number) => Deep
}

const UNREAD = -6

interface Sources {
  /** The folders with the words' models and with what teach.py wrote. */
  readonly words: string
  readonly student: string
  readonly lengths: Uint8Array
  /** When the early answer counts (see packing.ts). */
  readonly sure?: Readonly<Partial<Record<Head, number>>> | undefined
}

export function readOutOfFold({ words, student, lengths, sure }: Sources): OutOfFold {
  const models = Array.from({ length: FOLDS }, (_, fold) => loadModel(readFileSync(`${words}/fold-${fold}.bin`)))
  const heads = readArray(`${student}/oof.npy`)
  const tokens = readArray(`${student}/oof_tokens.npy`)
  const first = [0]
  for (const length of lengths) first.push((first.at(-1) ?? 0) + length)
  const depthOf = (at: number) =>
    Object.fromEntries(HEADS.map((head, i) => [head, heads[at * HEADS.length + i] ?? 0])) as Reading['sentence']
  const headsOf = (at: number) => ({ heads: depthOf(2 * at), early: depthOf(2 * at + 1) })
  const isSure = (early: Reading['sentence']) => HEADS.every((head) => early[head] < (sure?.[head] ?? Infinity))
  const deepOf = (deep: Deep, at: number): Deep => {
    const read = (texts: readonly (readonly number[])[]): Reading[] => {
      let place = first[at] ?? 0
      const { heads: last, early } = headsOf(at)
      const isEarly = sure !== undefined && isSure(early)
      return texts.map((pieces) => {
        const from = place
        place += pieces.length
        const column = (which: number) =>
          Float32Array.from(pieces, (_, i) =>
            from + i < (first[at + 1] ?? 0) ? (tokens[(from + i) * 4 + which + (isEarly ? 2 : 0)] ?? 0) : UNREAD,
          )
        return { sentence: isEarly ? early : last, marked: column(0), removed: column(1) }
      })
    }
    return { ...deep, encoder: { ...deep.encoder, read } }
  }
  return { modelOf: (row) => models[foldOfArticle(row)] as Model, headsOf, deepOf }
}

/** The numbers of a NumPy file of float16 or float32. */
function readArray(path: string): Float32Array {
  const bytes = readFileSync(path)
  const start = 10 + bytes.readUInt16LE(8)
  const isHalf = bytes.subarray(10, start).toString('latin1').includes("'<f2'")
  const body = bytes.subarray(start)
  if (!isHalf) return new Float32Array(body.buffer.slice(body.byteOffset, body.byteOffset + body.length))
  return Float32Array.from({ length: body.length / 2 }, (_, i) => fromHalf(body.readUInt16LE(2 * i)))
}

function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
}
