// A list of texts to score, within limits that hold for all of them together.
import { z } from 'zod'
import { charactersOf } from './conversation.ts'

const TEXTS_MAX = 100
const CHARACTERS_MAX = 200_000
/** Each of its characters may be written as two escapes of 6 bytes. */
export const TEXTS_BYTES_MAX = 4_194_304

/** At most 100 texts with 200,000 characters together. */
export function textList() {
  return z
    .array(z.string())
    .min(1)
    .max(TEXTS_MAX)
    .refine((texts) => charactersIn(texts) <= CHARACTERS_MAX, {
      error: `The texts should have at most ${CHARACTERS_MAX} characters together`,
      params: { type: 'string_too_long' },
    })
    .describe(
      `The texts to score: at most ${TEXTS_MAX}, with at most ${CHARACTERS_MAX.toLocaleString('en')} characters together.`,
    )
}

/** Of texts that are too long in any case, their length. */
export function charactersIn(texts: readonly string[]): number {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return length > 2 * CHARACTERS_MAX ? length : texts.reduce((sum, text) => sum + charactersOf(text), 0)
}
