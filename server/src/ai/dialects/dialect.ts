// What each dialect implements: reading a whole answer, following a stream, and turning a whole answer into a stream.
import { z } from 'zod'
import type { TokenUsage } from '../provider.ts'
import type { Json } from './json.ts'

export interface DialectCodec {
  /** Reads a whole answer; throws a ZodError if it is in another format. */
  read(answer: Json): Reading
  follow(): StreamReader
  /** A whole answer as stream events: those that carry it, and those that end it. */
  stream(whole: Json): { readonly events: string; readonly tail: readonly Json[] }
  /** One event as a server-sent event. */
  frame(event: Json): string
}

export interface Reading {
  readonly whole: Json
  readonly texts: readonly string[]
  readonly model: string | undefined
  readonly usage: TokenUsage
  /** Undefined if the provider has not said that the answer is complete. `filtered` if it withheld all or part of it. */
  readonly finish: 'complete' | 'filtered' | undefined
  /** An error that the provider reports inside an answer that started well. */
  readonly error?: string | undefined
}

export interface StreamReader {
  /** Takes one event; `raw` is its own text if it can be passed on unchanged. */
  take(event: Json, raw?: string): void
  /** The provider has said that the answer is complete. */
  end(): void
  /** What can be passed on of the events taken since the last call. */
  drain(): { readonly text: string; readonly events: string }
  reading(): Reading
  /** The model and the error as far as known; cheaper than `reading`. */
  known(): { readonly model: string | undefined; readonly error: string | undefined }
  /** The events that end the answer, which `drain` holds back. */
  tail(): readonly Json[]
}

/** What the reader of a stream keeps, whatever the dialect. */
export interface Following {
  error: string | undefined
  isEnded: boolean
  text: string
  events: string
  /** Whether part of the answer itself has arrived, not only its start. Until then nothing is passed on. */
  hasSubstance: boolean
  readonly tail: Json[]
}

export function startFollowing(): Following {
  return { error: undefined, isEnded: false, text: '', events: '', hasSubstance: false, tail: [] }
}

export function readerOf(heard: Following): Pick<StreamReader, 'end' | 'drain' | 'tail'> {
  return {
    end() {
      heard.isEnded = true
    },
    drain() {
      if (!heard.hasSubstance) return { text: '', events: '' }
      const { text, events } = heard
      heard.text = ''
      heard.events = ''
      return { text, events }
    },
    tail: () => heard.tail,
  }
}

/** The error for an answer that is not in its provider's format. */
export function otherFormat(): z.ZodError {
  return new z.ZodError([])
}

export interface StreamTranslator {
  /** Translates one event of the provider into the caller's dialect. */
  take(event: Json): Json[]
  /** The events that end an answer; `isEnded` says whether the provider has said that it is complete. */
  end(isEnded: boolean): Json[]
}
