// What a dialect has to say about its answers: how a whole one is read, how a stream is followed, and how a whole one is streamed.
import { z } from 'zod'
import type { TokenUsage } from '../provider.ts'
import type { Json } from './json.ts'

export interface DialectCodec {
  /** Reads a whole answer; throws a ZodError if it is in another format. */
  read(answer: Json): Reading
  /** Starts following a stream. */
  follow(): StreamReader
  /** A whole answer as the events of a stream: those that carry it, and those that end it. */
  stream(whole: Json): { readonly events: string; readonly tail: readonly Json[] }
  /** One event of a stream, written down as a server-sent event. */
  frame(event: Json): string
}

export interface Reading {
  readonly whole: Json
  readonly texts: readonly string[]
  readonly model: string | undefined
  readonly usage: TokenUsage
  /** Undefined: the provider has not said that the answer is complete. `filtered`: it withheld the answer, or a part of it. */
  readonly finish: 'complete' | 'filtered' | undefined
  /** What the provider reports as an error inside an answer that began well. */
  readonly error?: string | undefined
}

export interface StreamReader {
  /** Takes one event; `raw` is its own text if it can be passed on unchanged. */
  take(event: Json, raw?: string): void
  /** The provider has said that nothing more comes. */
  end(): void
  /** What may be passed on of what was taken since the last call. */
  drain(): { readonly text: string; readonly events: string }
  reading(): Reading
  /** The model and the error as far as they are known; cheaper than a whole reading. */
  known(): { readonly model: string | undefined; readonly error: string | undefined }
  /** The events that end the answer, kept back by `drain`. */
  tail(): readonly Json[]
}

/** An answer in another format than its provider's. */
export function otherFormat(): z.ZodError {
  return new z.ZodError([])
}

export interface StreamTranslator {
  /** The events in the caller's dialect that this one of the provider makes. */
  take(event: Json): Json[]
  /** The events that end an answer; `isEnded`: the provider has said that nothing more comes. */
  end(isEnded: boolean): Json[]
}
