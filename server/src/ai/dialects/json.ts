// Reads JSON of other services: no field is certain to exist or to have the expected type.

import { jsonExcess } from '../../ground/json-limits.ts'

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON inside JSON, such as the arguments of a tool. Throws a SyntaxError, also if it has too many values or levels. */
export function parseInner(text: string): unknown {
  if (jsonExcess(text, { valuesMax: INNER_VALUES_MAX })) throw new SyntaxError('too many values or levels')
  return JSON.parse(text)
}

const INNER_VALUES_MAX = 20_000

/** The object, or an empty one in place of anything else. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

/** The objects of a list; empty if there is no list. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Text, or the text parts of a list: both formats allow either. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return objectsOf(content)
    .map(({ type, text }) => (type === 'text' ? (textOf(text) ?? '') : ''))
    .join('')
}

/** The text of an `error`: AI providers send an object with a message, some servers only a string. */
export function errorWordsOf(error: unknown): string | undefined {
  if (!error) return undefined
  return textOf(error) ?? textOf((error as { message?: unknown }).message) ?? 'an error without a message'
}

/** More than any model reads or writes at once. Larger counts are ignored, because their sums could not be represented. */
const COUNT_MAX = 100_000_000

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= COUNT_MAX ? value : null
}

/** Drops fields that are undefined, as JSON would. */
export function withoutUndefined(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined))
}

/** Adds up every number of two token counts, including details; a field that only one of them has is kept. */
export function addCounts(a: Json, b: Json): Json {
  const sum: Record<string, unknown> = { ...a }
  for (const [name, value] of Object.entries(b)) {
    const known = sum[name]
    if (typeof known === 'number' && typeof value === 'number') sum[name] = known + value
    else if (isObject(known) && isObject(value)) sum[name] = addCounts(known, value)
    else sum[name] = value
  }
  return sum
}
