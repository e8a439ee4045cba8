// The interface to a model: one question, one answer, whole or streamed. providers/ implements it.
import type { Secret } from '../ground/secret.ts'
import type { Deadline } from './deadline.ts'
import type { Json } from './dialects/json.ts'

export const ROLES = ['user', 'assistant', 'system'] as const
type Role = (typeof ROLES)[number]

export interface Message {
  readonly role: Role
  readonly content: string
}

/** The two formats of a question and its answer: OpenAI's chat completions and Anthropic's messages. */
export type Dialect = 'chat' | 'messages'

export interface Ask {
  /** The format of `request`; the answer comes back in the same one, whatever the provider uses. */
  readonly dialect: Dialect
  /** The body as the caller sent it, without our own fields; `model` below replaces its model. */
  readonly request: Json
  readonly model: string
  /** The id of an answer whose provider gives none. */
  readonly head: Json
  /** Whether the answer must be text: then one without text is an error. Otherwise it can be a tool call, or empty. */
  readonly wantsText: boolean
  readonly key: Secret
  /** Where the key comes from, for error messages. */
  readonly keyName: KeyName
  readonly deadline: Deadline
  /** False if another provider can be asked instead, which is quicker than retrying this one. */
  readonly mayRetry?: boolean | undefined
  /** Headers of the caller's format, sent only to a provider of the same format. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Called when the provider uses the other format, so that it gets only the fields that we know. */
  readonly onTranslated?: (() => void) | undefined
  /** Counts what the calls for this request cost, if that is limited. */
  readonly tally?: Tally | undefined
  /** Called for each retry at the same provider. */
  readonly onRetry?: (() => void) | undefined
}

export type KeyName = 'user_api_key' | 'X-Provider-Key' | 'CHAT_API_KEY' | 'CHAT_TARGETS'

/** Null means unknown: a provider that does not count may still have used tokens. */
export interface TokenUsage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** The parts of `inputTokens` that the provider read from and wrote to its cache. */
  readonly cacheRead?: number
  readonly cacheWritten?: number
}

export interface Cost {
  readonly tokens: number
  readonly micros: number
}

/** What the calls for one request cost, so that they never cost more than was reserved for it. */
export interface Tally {
  /** Before each call to a provider. Throws if what is reserved does not cover another call. */
  begin(): void
  /** What the call used: null if nobody knows, which counts as the most it can be, and 'nothing' if the provider did no work. */
  end(usage: TokenUsage | null | 'nothing'): void
  /** What all calls cost; those still running count as the most they can be. No call can begin after this. */
  close(): Cost
}

/** Who gave an answer: the provider and its host, the model requested there, and how often the request was retried. */
export interface Origin {
  readonly provider: string
  readonly host: string
  readonly model: string
  readonly retries: number
}

export interface Answer {
  /** The whole answer in the dialect of the question, with every field that the provider sent. */
  readonly whole: Json
  /** The JSON of `whole` as the provider sent it; absent if readers could find different things in it, or if it was translated. */
  readonly sent?: string | undefined
  /** The assistant's text, one for each choice; empty for a tool call alone. */
  readonly texts: readonly string[]
  readonly model: string
  readonly usage: TokenUsage
  /** The last events of a streamed answer, which are held back until it was scored. */
  readonly tail?: readonly Json[] | undefined
  readonly origin?: Origin | undefined
}

export interface Piece {
  readonly text: string
  /** Server-sent events in the dialect of the question. */
  readonly events: string
  readonly model: string
}

export type OnPiece = (piece: Piece) => Promise<void> | undefined

/** All methods throw an ApiError with a message for the caller, never with the key in it. */
export interface Provider {
  readonly name: string
  readonly host?: string | undefined
  readonly defaultModel: string
  complete(ask: Ask): Promise<Answer>
  /** Passes on each piece as it arrives, waiting until the last was taken. Resolves with the whole answer. */
  stream(ask: Ask, onPiece: OnPiece): Promise<Answer>
  /** Undefined if the provider's wire format has no embeddings. */
  readonly embed: ((ask: Ask) => Promise<Json>) | undefined
  /** Counts the tokens of a request in the messages format; undefined if the provider's wire format has no such call. */
  readonly countTokens: ((ask: Ask) => Promise<Json>) | undefined
}
