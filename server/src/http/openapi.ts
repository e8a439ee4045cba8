// The contract as a document, generated from the routes themselves.
import swagger from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Brand } from '../brand.ts'
import type { App } from './app.ts'
import type { Access, OwnRefusal } from './gate.ts'
import { addPrebuilt } from './prebuilt.ts'
import { statusOf } from './refusals.ts'

/** Semantic version of the contract, not of the program: it moves when the interface does. */
export const API_VERSION = '1.0.0'

const FAILURE = { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] }
const INVALID = {
  type: 'object',
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          loc: { type: 'array', items: { type: ['string', 'integer'] } },
          msg: { type: 'string' },
          type: { type: 'string' },
        },
        required: ['loc', 'msg', 'type'],
      },
    },
  },
  required: ['detail'],
}

type Refusal = [status: number, description: string]

const FAILED: Refusal = [500, 'The service failed']
const UNREADABLE: Refusal[] = [
  [400, 'The request is malformed, or not possible as things stand'],
  [413, 'The body is too large'],
  [415, 'The body is compressed'],
]

const OWN_REFUSALS: Record<OwnRefusal, string> = {
  unauthenticated: 'The email or the password is wrong',
  not_found: 'There is no such thing, or it belongs to somebody else',
  conflict: 'Not possible beside what is there or under way',
  provider_failed: 'The service that was asked for it failed or refused',
  not_configured: 'Not configured on this deployment',
}

/** A schema may say how it looks in the document, where zod cannot know (`.meta({ override })`). */
const toJsonSchema = createJsonSchemaTransform({
  zodToJsonConfig: {
    override: ({ jsonSchema }) => {
      const { override, ...rest } = jsonSchema as { override?: object }
      if (!override) return
      for (const key of Object.keys(rest)) if (key !== 'description') delete jsonSchema[key as keyof typeof jsonSchema]
      delete (jsonSchema as { override?: object }).override
      Object.assign(jsonSchema, override)
    },
  },
})

export async function addOpenapi(app: App, brand: Brand): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: API_VERSION,
        description: 'Balanced sequences whatever the input bias, and a neutrality score for any text.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: `An API key, ${brand.keyPrefix}…` },
          token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token from signing in' },
        },
      },
    },
    transform: (input) => {
      const { schema, url } = toJsonSchema(input)
      return {
        schema: { ...schema, ...securityOf(input.route), response: withFailures(schema.response, input.route) },
        url,
      }
    },
    transformObject: (document) => {
      if ('swaggerObject' in document) return document.swaggerObject
      for (const path of Object.values(document.openapiObject.paths ?? {})) {
        if (path?.post) markOptionalBody(path.post)
      }
      return document.openapiObject
    },
  })
  const build = () => JSON.stringify(app.swagger())
  addPrebuilt(app, '/openapi.json', { type: 'application/json; charset=utf-8', build })
}

function accessOf(route: RouteOptions): Access | undefined {
  return route.config?.access
}

/** The security of an operation, read off the access that its route states. */
function securityOf(route: RouteOptions): { security?: Record<string, string[]>[] } {
  const access = accessOf(route)
  if (typeof access !== 'object') return {}
  const schemes = access.kinds.map((kind) => ({ [kind === 'jwt' ? 'token' : 'key']: [] }))
  return { security: access.credentials === 'optional' ? [{}, ...schemes] : schemes }
}

/** A body whose fields are all optional may be left out, which the plugin does not know. */
function markOptionalBody({ requestBody }: { requestBody?: object }): void {
  const body = requestBody as
    | { required: boolean; content: Record<string, { schema: { required?: string[] } }> }
    | undefined
  if (body && body.content['application/json']?.schema.required === undefined) body.required = false
}

/** Every refusal that the server itself may give on this route, beside the answers that the route declares. */
function withFailures(declared: unknown, route: RouteOptions): Record<string, unknown> {
  const answers: Record<string, unknown> = { ...(declared as Record<string, unknown> | undefined) }
  const schema = route.schema as { body?: unknown; querystring?: unknown; params?: unknown } | undefined
  if (schema?.body || schema?.querystring || schema?.params) {
    answers['422'] ??= { description: 'A field fails validation', content: { 'application/json': { schema: INVALID } } }
  }
  for (const [status, description] of refusalsOf(route)) {
    answers[String(status)] ??= { description, content: { 'application/json': { schema: FAILURE } } }
  }
  return answers
}

function refusalsOf(route: RouteOptions): Refusal[] {
  const own = route.config?.refuses ?? []
  return [
    ...own.map((kind): Refusal => [statusOf(kind), OWN_REFUSALS[kind]]),
    ...bodyRefusals(route),
    ...gateRefusals(route),
    FAILED,
  ]
}

/** A body is read, and may be unreadable, with every method but GET, also where the route makes no use of it. */
function bodyRefusals({ method }: RouteOptions): Refusal[] {
  return method === 'GET' ? [] : UNREADABLE
}

function gateRefusals(route: RouteOptions): Refusal[] {
  const access = accessOf(route)
  const refusals: Refusal[] = [[429, 'Too many requests']]
  if (access !== 'public') refusals.push([503, 'Overloaded, not configured, or without its database'])
  if (typeof access === 'object') {
    refusals.push(
      [401, 'Missing, invalid or expired credentials'],
      [403, 'Not allowed: the plan, the scope of the key, the origin of the page or the password'],
    )
    if (access.meter) refusals.push([402, 'The monthly quota is spent'], [504, 'The deadline has passed'])
  }
  return refusals
}
