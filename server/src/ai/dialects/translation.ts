// Translates questions and answers between the two dialects, for a provider that uses the other one.
import type { Dialect } from '../provider.ts'
import { CHAT } from './chat.ts'
import { chatAnswerOf, chatChunks } from './chat-from-messages.ts'
import { chatToMessages } from './chat-to-messages.ts'
import type { DialectCodec, StreamTranslator } from './dialect.ts'
import type { Json } from './json.ts'
import { MESSAGES } from './messages.ts'
import { messageEvents, messagesAnswerOf } from './messages-from-chat.ts'
import { messagesToChat } from './messages-to-chat.ts'

export const CODECS: Readonly<Record<Dialect, DialectCodec>> = { chat: CHAT, messages: MESSAGES }

interface Translation {
  request(request: Json): Json
  answer(answer: Json): Json
  /** `head` has the id of an answer whose provider gives none. */
  stream(head: Json): StreamTranslator
}

/** Returns undefined if both are the same. */
export function translationOf(from: Dialect, provider: Dialect): Translation | undefined {
  if (from === provider) return undefined
  return from === 'chat'
    ? { request: chatToMessages, answer: chatAnswerOf, stream: chatChunks }
    : { request: messagesToChat, answer: messagesAnswerOf, stream: messageEvents }
}
