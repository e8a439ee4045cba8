// What a wire format has to say about itself; everything else about talking to a vendor is the same for all of them.
import type { Secret } from '../../secret.ts'
import type { Ask, TokenUsage } from '../provider.ts'

export interface WireFormat {
  /** Behind the base URL. */
  readonly path: string
  /** All that is sent besides the content types, names and values in turn: an allow-list. */
  headers(key: Secret): string[]
  body(ask: Ask, streamed: boolean): Record<string, unknown>
  /** Reads a whole answer; fields that are not there stay undefined. */
  readAnswer(json: unknown): Reading
  /** Starts reading a stream. */
  readStream(): StreamReader
}

export interface StreamReader {
  /** Takes the data of one event and returns the text in it, often none. */
  take(data: string): string
  /** What is known so far; `finish` is undefined until the provider said that it is done. */
  reading(): Reading
  /** Whether the end mark has come: nothing of the answer follows it. */
  isDone(): boolean
}

export interface Reading {
  readonly text: string
  readonly model: string | undefined
  readonly usage: TokenUsage
  readonly finish: 'stop' | 'length' | 'filtered' | undefined
  /** What the provider reports as an error inside an answer that began well. */
  readonly error?: string | undefined
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** What is text of a list of parts. */
export function textOfParts(parts: readonly unknown[]): string {
  return parts.map((part) => textOfPart((part ?? {}) as { type?: unknown; text?: unknown })).join('')
}

function textOfPart({ type, text }: { type?: unknown; text?: unknown }): string {
  return type === 'text' ? (textOf(text) ?? '') : ''
}

/** What an `error` says: vendors send an object with a message, some servers the words alone. */
export function errorWordsOf(error: unknown): string | undefined {
  if (!error) return undefined
  return textOf(error) ?? textOf((error as { message?: unknown }).message) ?? 'an error without a message'
}

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}
