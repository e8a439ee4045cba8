// The pool of a prize draw as a Merkle tree. Each entry is sealed with a salt of 128 bits that only its entrant and the organiser have, so
// the tree shows nothing about who is in it.
import { bytesOfHex, hexOf, sha256, sha256Hex } from '../primitives.ts'

export type Route = 'paid' | 'free'

/** What the tree contains of an entry. */
export interface PoolEntry {
  /** How the person entered. It decides nothing. */
  readonly route: Route
  /** The hash of the salt and the entry. */
  readonly sealed: string
}

/** What an entrant needs to check a place in the pool. */
export interface Entrant {
  /** Counted from 1. */
  readonly position: number
  readonly route: Route
  readonly entry: string
  readonly salt: string
  readonly proof: readonly string[]
}

const HASH_BYTES = 32
const SALT_DIGITS = 32
const NODES_A_STEP = 200
const CODE = /^([1-9]\d{0,5})-([0-9a-f]{32})$/

/**
 * The salt of an entry, from the secret key of its draw. Half of a hash, so that nobody continues it to the salt of another entry.
 * @example entrySalt('00'.repeat(32), 1).length // => 32
 */
export function entrySalt(key: string, position: number): string {
  return sha256Hex(`prize/1 salt|${key}|${position}`).slice(0, SALT_DIGITS)
}

/**
 * Hides an entry from everybody who does not know the salt.
 * @example entrySeal('00'.repeat(16), 'Ada').length // => 64
 */
export function entrySeal(salt: string, entry: string): string {
  return sha256Hex(`prize/1 entry|${salt}|${entry}`)
}

/**
 * A leaf of the tree. It starts with other bytes than a node.
 * @example poolLeaf(1, { route: 'paid', sealed: entrySeal('00'.repeat(16), 'Ada') }).length // => 32
 */
export function poolLeaf(position: number, { route, sealed }: PoolEntry): Uint8Array {
  return sha256(`prize/1 leaf|${position}|${route}|${sealed}`)
}

/**
 * All hashes of the tree in one array: the leaves, then each level above them, and the root at the end. A hash without a neighbour moves
 * up as it is. Can be interrupted at each `yield`.
 * @example [...poolTree(new Uint8Array(64))] // => []
 */
export function* poolTree(leaves: Uint8Array): Generator<undefined, Uint8Array, undefined> {
  const widths = widthsOf(leaves.length / HASH_BYTES)
  const tree = new Uint8Array(widths.reduce((sum, width) => sum + width, 0) * HASH_BYTES)
  tree.set(leaves)
  let below = 0
  let at = widths[0] ?? 0
  let steps = 0
  for (let level = 1; level < widths.length; level++) {
    const width = widths[level - 1] ?? 0
    for (let place = 0; place < width; place += 2) {
      const pair = tree.subarray((below + place) * HASH_BYTES, (below + Math.min(place + 2, width)) * HASH_BYTES)
      tree.set(pair.length === HASH_BYTES ? pair : nodeOf(pair), at++ * HASH_BYTES)
      if (++steps % NODES_A_STEP === 0) yield
    }
    below += width
  }
  return tree
}

/**
 * Where in the tree the hashes of a proof are, counted in hashes from its start.
 * @example proofPlaces(1, 3) // => [ 1, 4 ]
 */
export function proofPlaces(position: number, size: number): number[] {
  const places: number[] = []
  let start = 0
  let place = position - 1
  for (const width of widthsOf(size)) {
    if ((place ^ 1) < width && width > 1) places.push(start + (place ^ 1))
    start += width
    place >>= 1
  }
  return places
}

/**
 * The hashes that lead from a leaf to the root.
 * @example poolProof(new Uint8Array(96), 1, 2).length // => 1
 */
export function poolProof(tree: Uint8Array, position: number, size: number): string[] {
  return proofPlaces(position, size).map((place) => hexOf(tree.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES)))
}

/**
 * Whether a proof leads from the entry to this root.
 * @example isInPool({ position: 1, route: 'paid', entry: 'Ada', salt: '', proof: [] }, { root: '', size: 1 }) // => false
 */
export function isInPool(
  { position, route, entry, salt, proof }: Entrant,
  { root, size }: { root: string; size: number },
): boolean {
  if (!Number.isSafeInteger(position) || position < 1 || position > size) return false
  if (proof.length !== proofPlaces(position, size).length) return false
  let hash = poolLeaf(position, { route, sealed: entrySeal(salt, entry) })
  let place = position - 1
  let used = 0
  for (const width of widthsOf(size)) {
    if ((place ^ 1) < width && width > 1) {
      const beside = bytesOfHex(proof[used++] ?? '')
      if (beside?.length !== HASH_BYTES) return false
      hash = place % 2 === 0 ? nodeOf(joined(hash, beside)) : nodeOf(joined(beside, hash))
    }
    place >>= 1
  }
  return hexOf(hash) === root
}

/**
 * What an entrant gets: the place in the pool, and the salt.
 * @example codeOf(7, '00'.repeat(16)).slice(0, 4) // => '7-00'
 */
export function codeOf(position: number, salt: string): string {
  return `${position}-${salt}`
}

/**
 * Undefined if it is no code.
 * @example parseCode('7-' + '00'.repeat(16))?.position // => 7
 */
export function parseCode(code: string): { position: number; salt: string } | undefined {
  const [, position, salt] = CODE.exec(code) ?? []
  return salt === undefined ? undefined : { position: Number(position), salt }
}

/** How many hashes each level has, the leaves first. */
function widthsOf(size: number): number[] {
  const widths = [size]
  for (let width = size; width > 1; ) {
    width = Math.ceil(width / 2)
    widths.push(width)
  }
  return widths
}

function nodeOf(pair: Uint8Array): Uint8Array {
  return sha256(joined(Uint8Array.of(1), pair))
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
