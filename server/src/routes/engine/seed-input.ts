// Seeds and texts in requests.
import { isText, SEED_TEXT, type Seed } from '@equipoise/engine'
import { z } from 'zod'
import type { Draws } from '../../draws/draws.ts'
import { invalidField } from '../../ground/errors.ts'

type Where = 'body' | 'query'
/** The caller's seed, or a random one. */
export type SeedFor = (given: Seed | undefined, where: Where) => Promise<Seed>

const SEED_WORDS = `Input should be an integer from 0 to ${Number.MAX_SAFE_INTEGER} or 1 to 128 characters of 0-9 A-Z a-z _ -`

export const seedInput = z.union([z.int().min(0), z.string().regex(SEED_TEXT, SEED_WORDS)], { error: SEED_WORDS })

const SECRET_BITS_LEAST = 128
/** Character sets, smallest first, with their sizes. */
const ALPHABETS = [
  [/^[0-9]*$/, 10],
  [/^[0-9a-f]*$/i, 16],
  [/^[a-z]*$/i, 26],
  [/^[0-9a-z]*$/i, 36],
  [/^[0-9a-zA-Z_-]*$/, 64],
] as const
const DIFFERENT_LEAST = 8

/** For seeds that stay secret for a while. Their hash is published, so a short one could be found by trying all. */
export const secretSeedInput = seedInput.refine((seed) => typeof seed === 'string' && couldBeSecret(seed), {
  error:
    'This seed is too short to stay secret: its hash is published, and all short seeds can be tried. Leave it out, or send at least 32 hexadecimal digits or 22 other characters from a random source.',
})

/** Judged by its form alone: has at least as many bits as 16 random bytes, if it is random. */
function couldBeSecret(seed: string): boolean {
  const [, size] = ALPHABETS.find(([pattern]) => pattern.test(seed)) ?? ALPHABETS[4]
  return seed.length * Math.log2(size) >= SECRET_BITS_LEAST && new Set(seed).size >= DIFFERENT_LEAST
}

/** Any text with a UTF-8 form, without invisible control characters; lengths are counted as in receipts. */
export function unicodeText({ min = 1, max }: { min?: number; max: number }) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => isText(text, [0, max]), { error: 'Control characters are not allowed' })
}

/** With CERTIFIED_MODE nobody can choose a seed. */
export function rejectOwnSeed({ isCertified }: Draws['randomness'], where: Where): void {
  if (!isCertified) return
  const words = 'This deployment runs in certified mode, in which callers cannot choose seeds: leave the seed out'
  throw invalidField([where, 'seed'], words)
}

/** Nor a round that is already public, because callers could search for one whose outcome they like. */
export function rejectChosenRound({ isCertified }: Draws['randomness']): void {
  if (!isCertified) return
  const words = 'This deployment runs in certified mode: announce the round with POST /commitments before it is public'
  throw invalidField(['body', 'commitment'], words, 'missing')
}
