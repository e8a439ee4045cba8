// What differs between wire formats; everything else about calling an AI provider is shared.
import type { Secret } from '../../ground/secret.ts'
import type { Json } from '../dialects/json.ts'
import type { Dialect } from '../provider.ts'

export interface WireFormat {
  readonly dialect: Dialect
  /** Appended to the base URL. */
  readonly path: string
  /** Undefined if the format has no embeddings. */
  readonly embeddingsPath: string | undefined
  /** Undefined if the format cannot count tokens without an answer. */
  readonly countPath: string | undefined
  /** All headers sent besides the content types, with those of the caller's in this format; names and values alternate. */
  headers(key: Secret, given?: Readonly<Record<string, string>>): string[]
  /** The body to send, from a request in this format. */
  body(request: Json, call: { readonly model: string; readonly streamed: boolean }): Json
  /** Whether this event says that the stream is complete; `data` is its text. */
  isEnd(data: string, event: Json): boolean
}
