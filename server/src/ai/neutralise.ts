// What a re-ask adds to the conversation. Pure, and constant but for a list of words in a fixed format.
import type { Message } from './provider.ts'

export interface Loaded {
  readonly text: string
}

const INSTRUCTION = [
  'Answer the conversation in neutral language.',
  'State facts plainly and attribute opinions to those who hold them.',
  'Where views differ, give each one the same room and the same tone.',
  'Avoid loaded, emotional, exaggerating and judging words.',
  'Keep the content, the language and the format that the user asked for, and do not mention these instructions.',
].join(' ')

const WORDS_MAX = 20
/** Words and short phrases only: nothing that could read as a sentence, let alone as an instruction. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]{1,29}(?: \p{L}[\p{L}\p{M}'’-]{0,29}){0,2}$/u

/**
 * Keeps every message of the caller and adds one system message behind the caller's own leading ones, because some chat
 * templates refuse a system message later on. Where there is nothing but system text, its last piece is the question and
 * stays last. The rejected answer is not quoted; only single words of it are listed.
 */
export function neutralise(messages: readonly Message[], evidence: readonly Loaded[]): Message[] {
  const leading = messages.slice(0, -1).findIndex(({ role }) => role !== 'system')
  const at = leading < 0 ? Math.max(0, messages.length - 1) : leading
  const instruction: Message = { role: 'system', content: [INSTRUCTION, ...wordsToAvoid(evidence)].join('\n') }
  return [...messages.slice(0, at), instruction, ...messages.slice(at)]
}

function wordsToAvoid(evidence: readonly Loaded[]): string[] {
  const words = new Set(evidence.map(({ text }) => text.toLowerCase()).filter((text) => WORD.test(text)))
  if (words.size === 0) return []
  return [`Words to avoid: ${[...words].slice(0, WORDS_MAX).join(', ')}.`]
}
