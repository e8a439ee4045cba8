// Seeds and texts as callers send them.
import { SEED_TEXT } from '@equipoise/engine'
import { z } from 'zod'

const SEED_WORDS = `Input should be an integer from 0 to ${Number.MAX_SAFE_INTEGER} or 1 to 128 characters of 0-9 A-Z a-z _ -`

export const seedInput = z.union([z.int().min(0), z.string().regex(SEED_TEXT, SEED_WORDS)], { error: SEED_WORDS })

/** Any text that has a UTF-8 form, without characters that no file or page shows. */
export function unicodeText({ min = 1, max }: { min?: number; max: number }) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !/[\p{Cc}\p{Cs}]/u.test(text), { error: 'Control characters are not allowed' })
}
