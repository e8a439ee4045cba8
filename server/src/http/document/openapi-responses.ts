// What the document says about every response besides its body: headers, and errors that the server itself returns.
import type { RouteOptions } from 'fastify'
import { statusOf } from '../error-responses.ts'
import type { Access, OwnError } from '../gate.ts'
import type { JsonSchema } from './openapi-schemas.ts'

const ERROR_NAMES: Record<number, readonly [name: string, description: string]> = {
  400: ['BadRequest', 'The request is malformed, or is not possible in the current state.'],
  401: ['Unauthenticated', 'The credentials are missing, invalid, expired or revoked, or of the wrong kind.'],
  402: ['QuotaExhausted', 'The monthly quota and any purchased balance are used up.'],
  403: ['Forbidden', 'Your plan, the scope of your key, the origin of the page or the password does not allow this.'],
  404: ['NotFound', 'Not found, or owned by another account.'],
  409: ['Conflict', 'Conflicts with the current state or with a request in progress.'],
  413: ['BodyTooLarge', 'The request body is too large.'],
  414: ['PathTooLong', 'A part of the path is too long: at most 128 characters.'],
  415: ['UnsupportedEncoding', 'The request body is compressed. Send it uncompressed.'],
  422: ['ValidationFailed', 'One or more fields are invalid. `detail` lists all of them.'],
  429: ['RateLimited', 'You sent too many requests. Wait for `Retry-After` seconds.'],
  500: ['InternalError', 'The service failed. Quote `X-Request-Id` when you report it.'],
  502: ['UpstreamFailed', 'The upstream service failed or rejected the request.'],
  503: ['Unavailable', 'The service is overloaded, the database is unavailable, or the feature is not configured.'],
  504: ['TimedOut', 'The request did not finish within its deadline.'],
}

const HEADERS = {
  'X-Request-Id': {
    description:
      'Identifies this request in our logs. Send your own (8 to 64 characters of A-Z a-z 0-9 _ . -) to use it.',
    schema: { type: 'string', examples: ['0b9d8a3e-54c5-4a0b-9f0d-2f3f6f1a7c11'] },
  },
  'RateLimit-Limit': {
    description: 'How many requests you can send in a minute.',
    schema: { type: 'integer', examples: [600] },
  },
  'RateLimit-Remaining': {
    description: 'How many requests are left in this minute.',
    schema: { type: 'integer', examples: [597] },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the rate limit is full again.',
    schema: { type: 'integer', examples: [12] },
  },
  'Retry-After': {
    description: 'Seconds to wait before you try again. Absent if waiting does not help.',
    schema: { type: 'integer', examples: [30] },
  },
  'Server-Timing': {
    description: 'Milliseconds spent on waiting for the charge (`queue`), asking, scoring, and our own work.',
    schema: { type: 'string', examples: ['queue;dur=2.10, ask;dur=804.55, score;dur=0.31, own;dur=0.84'] },
  },
  'X-Compute-Units': {
    description: 'Compute units that this request costs. Anonymous requests are not charged.',
    schema: { type: 'integer', minimum: 1, examples: [1] },
  },
} as const

type HeaderName = keyof typeof HEADERS

export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeat a request safely: for 24 hours, the same key and body return the same response without a second charge. The same key with another body is 422.',
  schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['6f1c1c0e-8d0a-4b86-a9d2-0c3b1f0e7f55'] },
} as const

const validationIssue: JsonSchema = {
  description: 'One invalid field.',
  type: 'object',
  properties: {
    loc: {
      type: 'array',
      items: { type: ['string', 'integer'] },
      description: 'Where the field is: `body`, `query` or `path`, then the names and indexes that lead to it.',
      examples: [['body', 'messages', 0, 'role']],
    },
    msg: { type: 'string', description: 'What is wrong with the field.' },
    type: {
      type: 'string',
      description: 'A stable code for the kind of problem, as Pydantic names it.',
      examples: ['missing'],
    },
  },
  required: ['loc', 'msg', 'type'],
}

const error: JsonSchema = {
  description: 'An error. Every error of the API has this form.',
  type: 'object',
  properties: { detail: { type: 'string', description: 'What went wrong, and what you can do about it.' } },
  required: ['detail'],
  examples: [{ detail: 'N=32 exceeds the maximum N=9 of the free plan' }],
}

const validationError: JsonSchema = {
  description: 'The error of a request with invalid fields. All of them are listed at once.',
  type: 'object',
  properties: {
    detail: {
      type: 'array',
      items: { $ref: '#/components/schemas/ValidationIssue' },
      description: 'Every invalid field.',
    },
  },
  required: ['detail'],
  examples: [
    {
      detail: [{ loc: ['body', 'bias'], msg: 'Input should be less than or equal to 1', type: 'less_than_equal' }],
    },
  ],
}

const openaiError: JsonSchema = {
  description: "An error in OpenAI's format, as its clients expect it, in addition to our own `detail`.",
  type: 'object',
  properties: {
    detail: {
      anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/ValidationIssue' } }],
      description: 'What went wrong. For status 422, a list of every invalid field.',
    },
    error: {
      type: 'object',
      description: "The same error in OpenAI's format.",
      properties: {
        message: { type: 'string', description: 'What went wrong, as one text.' },
        type: { type: 'string', description: "OpenAI's name for the kind of error.", examples: ['insufficient_quota'] },
        code: { type: 'string', description: 'Our name for the kind of error.', examples: ['quota_spent'] },
        param: { type: ['string', 'null'], description: 'The first invalid field, for status 422; otherwise null.' },
      },
      required: ['message', 'type', 'code', 'param'],
    },
  },
  required: ['detail', 'error'],
}

/** Schemas that no route declares, because only the server itself uses them. */
const ERROR_SCHEMAS: Record<string, JsonSchema> = {
  Error: error,
  ValidationError: validationError,
  ValidationIssue: validationIssue,
  OpenAIError: openaiError,
}

export interface Components {
  schemas: Record<string, JsonSchema>
  headers: Record<string, object>
  parameters: Record<string, object>
  responses: Record<string, object>
}

/** The statuses of all errors that the server itself can return on this route. */
export function errorStatuses(route: RouteOptions): number[] {
  const { schema, method, url, config } = route
  const hasInput = schema && ('body' in schema || 'querystring' in schema || 'params' in schema)
  const own = (config?.rejects ?? []).map((kind: OwnError) => statusOf(kind))
  // A body is read, and can be invalid, with every method but GET, even if the route does not use it.
  const ofBody = method === 'GET' ? [] : [400, 413, 415]
  const ofPath = url.includes(':') ? [414] : []
  return [...new Set([...own, ...ofBody, ...ofPath, ...(hasInput ? [422] : []), ...gateStatuses(config?.access), 500])]
}

function gateStatuses(access: Access | undefined): number[] {
  if (access === 'public' || access === undefined) return [429]
  if (access === 'open') return [429, 503]
  return [401, 403, 429, 503, ...(access.meter ? [402, 504] : [])]
}

/** Refers to the shared response for an error, which is added to the components on first use. */
export function errorResponse(status: number, path: string, components: Components): { $ref: string } {
  const [kind = 'Error', description = 'An error.'] = ERROR_NAMES[status] ?? []
  const isOpenai = path.startsWith('/v1/')
  const name = isOpenai ? `OpenAI${kind}` : kind
  components.responses[name] ??= {
    description,
    headers: headersOf(['X-Request-Id', ...errorHeaders(status)], components),
    content: { 'application/json': { schema: errorSchema(status, isOpenai, components) } },
  }
  return { $ref: `#/components/responses/${name}` }
}

function errorHeaders(status: number): HeaderName[] {
  if ([402, 503].includes(status)) return ['Retry-After']
  return status === 429 ? ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] : []
}

function errorSchema(status: number, isOpenai: boolean, { schemas }: Components): JsonSchema {
  const ours = status === 422 ? 'ValidationError' : 'Error'
  const name = isOpenai ? 'OpenAIError' : ours
  for (const used of name === 'Error' ? [name] : [name, 'ValidationIssue']) {
    const schema = ERROR_SCHEMAS[used]
    if (schema) schemas[used] = schema
  }
  return { $ref: `#/components/schemas/${name}` }
}

export function successHeaders({ config: { access, timed } = {} }: RouteOptions, components: Components) {
  const names: HeaderName[] = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  if (typeof access === 'object' && access.meter?.name === 'compute') names.push('X-Compute-Units')
  if (timed) names.push('Server-Timing')
  return headersOf(names, components)
}

function headersOf(names: readonly HeaderName[], { headers }: Components): Record<string, object> {
  for (const name of names) headers[name] = HEADERS[name]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
