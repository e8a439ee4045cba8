// A list of texts to score, within limits for all of them together.
import { z } from 'zod'
import { counted } from '../../ground/counted.ts'
import { charactersOf } from './characters.ts'

export const TEXTS_MAX = 100
const CHARACTERS_MAX = 200_000
/** Each character can be written as two escapes of 6 bytes. */
export const TEXTS_BYTES_MAX = 4_194_304

export const TOO_LONG_TOGETHER = {
  error: `The texts should have at most ${CHARACTERS_MAX} characters together`,
  params: { type: 'string_too_long' },
}

export function textList() {
  return z
    .array(z.string())
    .min(1)
    .max(TEXTS_MAX)
    .refine(fitTogether, TOO_LONG_TOGETHER)
    .describe(`The texts to score: at most ${TEXTS_MAX}, with at most ${counted(CHARACTERS_MAX)} characters together.`)
}

/** Does not count texts that are too long in any case: a character takes one or two UTF-16 units. */
export function fitTogether(texts: readonly string[]): boolean {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length > 2 * CHARACTERS_MAX) return false
  return texts.reduce((sum, text) => sum + charactersOf(text), 0) <= CHARACTERS_MAX
}
