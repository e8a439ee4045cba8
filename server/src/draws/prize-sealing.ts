// Seals the entries of a prize draw, a few at a time.
import { entrySalt, entrySeal, poolLeaf, poolTree, type Route } from '@equipoise/engine'
import type { Steps } from '../ground/in-turns.ts'

export const HASH_BYTES = 32
const ENTRIES_A_STEP = 50

/** Free entries come after the others. The place in the pool decides nothing: the order is drawn. */
export function routeOf(position: number, { size, free }: { size: number; free: number }): Route {
  return position > size - free ? 'free' : 'paid'
}

export function* sealSteps(
  names: readonly string[],
  { key, free }: { key: string; free: number },
): Steps<{ sealed: Buffer; tree: Buffer }> {
  const size = names.length
  const sealed = Buffer.alloc(HASH_BYTES * size)
  const leaves = Buffer.alloc(HASH_BYTES * size)
  for (const [i, name] of names.entries()) {
    const hash = entrySeal(entrySalt(key, i + 1), name)
    sealed.write(hash, HASH_BYTES * i, 'hex')
    leaves.set(poolLeaf(i + 1, { route: routeOf(i + 1, { size, free }), sealed: hash }), HASH_BYTES * i)
    if (i % ENTRIES_A_STEP === 0) yield
  }
  const tree = yield* poolTree(leaves)
  return { sealed, tree: Buffer.from(tree.buffer, tree.byteOffset, tree.byteLength) }
}
