// Fields and headers that we do not know: providers of the caller's format get them, others do not, and the response names the fields that
// were left out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Json } from '../../ai/ai.ts'

/**
 * Fields with which some servers choose another model, provider or price than the deployment offers, run tools at the provider, or that
 * belong into a header. They are never passed on.
 */
export const NEVER_PASSED: ReadonlySet<string> = new Set([
  'betas',
  'fallback_credit_token',
  'fallbacks',
  'models',
  'plugins',
  'provider',
  'route',
  'speed',
])

interface Sorted {
  /** The body without the fields that are never passed on. */
  readonly request: Json
  /** The names of those fields. */
  readonly left: readonly string[]
  /** The names of the other fields that we do not know. */
  readonly unknown: readonly string[]
}

/** Sorts the fields of bodies; `known` are the names that are validated. */
export function fieldSorter(known: readonly string[]) {
  const names = new Set(known)
  return (body: Json): Sorted => {
    const all = Object.keys(body).filter((name) => !names.has(name))
    const left = all.filter((name) => NEVER_PASSED.has(name))
    const request = left.length === 0 ? body : without(body, left)
    return { request, left, unknown: all.filter((name) => !NEVER_PASSED.has(name)) }
  }
}

function without(body: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

const NAMES_MAX = 20
const FIELD_NAME = /^[\w.-]{1,64}$/

/** Names fields of the body that the provider does not get, in a header. */
export function tellIgnored(reply: FastifyReply, ignored: readonly string[]): void {
  if (ignored.length === 0 || reply.raw.headersSent) return
  const names = ignored.slice(0, NAMES_MAX).map((name) => (FIELD_NAME.test(name) ? name : '?'))
  reply.header('x-ignored-fields', names.join(', '))
}

/** The start of the names that a format's own headers have. No other header of a caller is ever passed on. */
const HEADER_START = { chat: 'openai-', messages: 'anthropic-' } as const
/** What such a header must not be about: who pays, or who asks. */
const NEVER_IN_NAME = /auth|cookie|credential|forward|key|organi[sz]ation|project|secret|token|user|workspace/
const HEADERS_MAX = 16

/** The headers of a format that a caller sent, for a provider of the same format. */
export function headersOf({ headers }: FastifyRequest, dialect: keyof typeof HEADER_START): Record<string, string> {
  const own = Object.entries(headers).filter(
    ([name, value]) => name.startsWith(HEADER_START[dialect]) && !NEVER_IN_NAME.test(name) && typeof value === 'string',
  )
  return Object.fromEntries(own.slice(0, HEADERS_MAX)) as Record<string, string>
}
