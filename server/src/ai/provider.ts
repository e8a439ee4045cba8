// What the loop knows of a model: one question in, one answer out, whole or piece by piece. AI providers live below, in providers/.
import type { Secret } from '../ground/secret.ts'
import type { Deadline } from './deadline.ts'
import type { Json } from './dialects/json.ts'

export const ROLES = ['user', 'assistant', 'system'] as const
type Role = (typeof ROLES)[number]

export interface Message {
  readonly role: Role
  readonly content: string
}

/** The two ways to write a question and its answer: OpenAI's chat completions and Anthropic's messages. */
export type Dialect = 'chat' | 'messages'

export interface Ask {
  /** How `request` is written; the answer comes back in the same dialect, whatever the provider speaks. */
  readonly dialect: Dialect
  /** The body of the request as the caller sent it, without our own fields; its `model` is replaced by the one below. */
  readonly request: Json
  readonly model: string
  /** What names an answer of a provider that gives it no name. */
  readonly head: Json
  /** Whether the answer has to be text: then one without text is an error. Otherwise it may be a tool call, or empty. */
  readonly wantsText: boolean
  readonly key: Secret
  /** Where that key comes from, for the words of an error. */
  readonly keyName: KeyName
  readonly deadline: Deadline
  /** False: another provider can be asked instead, which is quicker than waiting for this one. */
  readonly mayRetry?: boolean | undefined
  /** Told of each retry at the same provider. */
  readonly onRetry?: (() => void) | undefined
}

export type KeyName = 'user_api_key' | 'X-Provider-Key' | 'CHAT_API_KEY' | 'CHAT_TARGETS'

/** Null is unknown: a provider that does not count is not one that used nothing. */
export interface TokenUsage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
}

/** Who gave an answer: the provider and its host, the model as it was asked for there, and how often the request was retried. */
export interface Origin {
  readonly provider: string
  readonly host: string
  readonly model: string
  readonly retries: number
}

export interface Answer {
  /** The whole answer in the dialect of the question, with every field that the provider sent. */
  readonly whole: Json
  /** What the assistant said, one text for each choice; a tool call alone is an empty text. */
  readonly texts: readonly string[]
  readonly model: string
  readonly usage: TokenUsage
  /** Of a streamed answer: the last events, which are not sent before the answer was scored. */
  readonly tail?: readonly Json[] | undefined
  readonly origin?: Origin | undefined
}

/** A part of a streamed answer, as it came. */
export interface Piece {
  readonly text: string
  /** The events in the dialect of the question, written down as server-sent events. */
  readonly events: string
  /** The name of the model as far as it is known by then. */
  readonly model: string
}

export type OnPiece = (piece: Piece) => Promise<void> | undefined

/** Both throw an ApiError in words for the caller, never with the key in it. */
export interface Provider {
  readonly name: string
  /** Of its address. */
  readonly host?: string | undefined
  readonly defaultModel: string
  complete(ask: Ask): Promise<Answer>
  /** Hands over each piece as it comes; the next one waits until the last was taken. Resolves with the whole. */
  stream(ask: Ask, onPiece: OnPiece): Promise<Answer>
  /** Undefined if the provider's wire format has no embeddings. */
  readonly embed: ((ask: Ask) => Promise<Json>) | undefined
  /** Counts the tokens of a request in the format of messages; undefined if the provider's wire format has no such question. */
  readonly countTokens: ((ask: Ask) => Promise<Json>) | undefined
}
