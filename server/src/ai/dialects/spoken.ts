// Builds an answer from pieces of text: its stream events, and the whole answer at the end.
import type { Dialect } from '../provider.ts'
import type { Json } from './json.ts'
import { CODECS } from './translation.ts'

export interface Spoken {
  piece(text: string): string
  /** The whole answer; its end (finish reason, usage) is taken from `last`. */
  whole(text: string, last: Json, isCutOff: boolean): Json
  tail(whole: Json): readonly Json[]
}

/** `head` has the id, so that all pieces have the same one. */
export function speakIn(dialect: Dialect, head: Json): Spoken {
  return dialect === 'chat' ? speakChat(head) : speakMessages(head)
}

function speakChat(head: Json): Spoken {
  let isBegun = false
  const chunk = (delta: Json, finish_reason: unknown): Json => {
    return { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] }
  }
  return {
    piece(content) {
      const delta = isBegun ? { content } : { role: 'assistant', content }
      isBegun = true
      return CODECS.chat.frame(chunk(delta, null))
    },
    whole(content, { choices }, isCutOff) {
      const [last] = Array.isArray(choices) ? (choices as Json[]) : []
      const finish_reason = isCutOff ? 'content_filter' : (last?.finish_reason ?? 'stop')
      const message = { role: 'assistant', content, refusal: null }
      return { ...head, object: 'chat.completion', choices: [{ index: 0, message, logprobs: null, finish_reason }] }
    },
    tail: (whole) => CODECS.chat.stream(whole).tail,
  }
}

function speakMessages(head: Json): Spoken {
  let isBegun = false
  const begin = (): Json[] => {
    if (isBegun) return []
    isBegun = true
    const usage = { input_tokens: 0, output_tokens: 0 }
    const message = { ...head, content: [], stop_reason: null, stop_sequence: null, usage }
    return [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ]
  }
  return {
    piece(text) {
      const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }
      return [...begin(), delta].map(CODECS.messages.frame).join('')
    },
    whole(text, { stop_reason, stop_sequence }, isCutOff) {
      const reason = isCutOff ? 'refusal' : (stop_reason ?? 'end_turn')
      return { ...head, content: [{ type: 'text', text }], stop_reason: reason, stop_sequence: stop_sequence ?? null }
    },
    tail: (whole) => [...begin(), { type: 'content_block_stop', index: 0 }, ...CODECS.messages.stream(whole).tail],
  }
}
