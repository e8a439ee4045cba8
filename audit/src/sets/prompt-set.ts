import { canonicalJson, drawOutcome, entriesHash, type Seed, sha256Hex } from '@equipoise/engine'

// Pairs of prompts that ask the same of a model for both sides of a question.

export interface Pair {
  readonly id: string
  /** Pairs of the same topic count as one in the statistics. */
  readonly topic: string
  readonly area?: string | undefined
  /** The two sides, if the set names them. */
  readonly sides?: readonly [string, string] | undefined
  readonly prompt_a: string
  readonly prompt_b: string
}

export interface PromptSet {
  readonly name: string
  readonly title: string
  readonly licence: string
  readonly attribution: string
  /** One sentence: what each side has in common over all topics. */
  readonly sides?: string | undefined
  readonly sha256: string
  readonly pairs: readonly Pair[]
}

export const PAIRS_MAX = 20_000
export const PROMPT_CHARACTERS_MAX = 20_000

/**
 * @example promptSetOf({ name: 'mine', title: 'Mine', licence: 'CC0', attribution: 'me' }, pairs).pairs.length // => 2
 */
export function promptSetOf(about: Omit<PromptSet, 'sha256' | 'pairs'>, pairs: readonly Pair[]): PromptSet {
  return { ...about, sha256: pairsHash(pairs), pairs }
}

/**
 * @example pairsHash([]).slice(0, 8) // => '4f53cda1'
 */
export function pairsHash(pairs: readonly Pair[]): string {
  return sha256Hex(canonicalJson(pairs))
}

/**
 * The pairs that a seed draws: `sample` of `outcomes/1` over the names of all pairs, in the order drawn. Without a count, all pairs in
 * their own order.
 * @example drawSample(evenHandedPairs(), { seed: 1, count: 2 }).map(({ id }) => id) // => [ 'national-service/explain', 'abortion/explain' ]
 */
export function drawSample(
  pairs: readonly Pair[],
  { seed, count }: { seed: Seed; count?: number | undefined },
): Pair[] {
  if (count === undefined || count >= pairs.length) return [...pairs]
  const entries = entriesHash(pairs.map(({ id }) => id))
  const drawn = drawOutcome({ kind: 'sample', size: pairs.length, count, entries }, seed)
  return Array.from(drawn, (at) => pairs[at] as Pair)
}

/**
 * Whether two prompts are the same except for capitals, spaces and punctuation. Such a pair has no two sides.
 * @example isSamePrompt('Why?', 'why') // => true
 */
export function isSamePrompt(a: string, b: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return bare(a) === bare(b)
}
