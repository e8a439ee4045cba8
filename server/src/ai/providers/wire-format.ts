// What a wire format has to say about itself; everything else about talking to an AI provider is the same for all of them.
import type { Secret } from '../../ground/secret.ts'
import type { Json } from '../dialects/json.ts'
import type { Dialect } from '../provider.ts'

export interface WireFormat {
  readonly dialect: Dialect
  /** Behind the base URL. */
  readonly path: string
  /** Undefined: the format has no embeddings. */
  readonly embeddingsPath: string | undefined
  /** Undefined: the format cannot count tokens without an answer. */
  readonly countPath: string | undefined
  /** All that is sent besides the content types, names and values in turn: an allow-list. */
  headers(key: Secret): string[]
  /** The body to send, from a request that is already in this format. */
  body(request: Json, call: { readonly model: string; readonly streamed: boolean }): Json
  /** Whether this event of a stream says that nothing more comes; `data` is its text. */
  isEnd(data: string, event: Json): boolean
}
