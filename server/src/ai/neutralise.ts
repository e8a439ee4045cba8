// The instruction that a retry adds to the conversation. Pure, and constant except for a list of words in a fixed format.
import { type Json, objectsOf } from './dialects/json.ts'
import type { Dialect } from './provider.ts'

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
/** Words and short phrases only: nothing that could be read as an instruction. */
const WORD = /^\p{L}[\p{L}\p{M}'’-]{1,29}(?: \p{L}[\p{L}\p{M}'’-]{0,29}){0,2}$/u

/** Adds one instruction to the caller's request; everything else stays, including tools and formats. */
export function neutralise(request: Json, dialect: Dialect, evidence: readonly Loaded[]): Json {
  const instruction = [INSTRUCTION, ...wordsToAvoid(evidence)].join('\n')
  return dialect === 'chat'
    ? { ...request, messages: withInstruction(objectsOf(request.messages), instruction) }
    : { ...request, system: withSystemText(request.system, instruction) }
}

/**
 * Keeps every message of the caller and adds one system message after the caller's leading ones, because some chat templates reject later
 * system messages. If there is only system text, its last part is the question and stays last. The rejected answer is not quoted; only
 * single words of it are listed.
 */
function withInstruction(messages: readonly Json[], content: string): Json[] {
  const leading = messages.slice(0, -1).findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const at = leading < 0 ? Math.max(0, messages.length - 1) : leading
  return [...messages.slice(0, at), { role: 'system', content }, ...messages.slice(at)]
}

function withSystemText(system: unknown, instruction: string): unknown {
  if (Array.isArray(system)) return [...system, { type: 'text', text: instruction }]
  return typeof system === 'string' && system !== '' ? `${system}\n\n${instruction}` : instruction
}

function wordsToAvoid(evidence: readonly Loaded[]): string[] {
  const words = new Set(evidence.map(({ text }) => text.toLowerCase()).filter((text) => WORD.test(text)))
  if (words.size === 0) return []
  return [`Words to avoid: ${[...words].slice(0, WORDS_MAX).join(', ')}.`]
}
