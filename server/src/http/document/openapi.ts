// Generates the API document from the routes, with a name for every shared shape.
import swagger from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import type { App } from '../app.ts'
import { csvIfAccepted } from '../csv.ts'
import { type Components, errorResponse, errorStatuses, IDEMPOTENCY_KEY, successHeaders } from './openapi-responses.ts'
import { extractNamed, type JsonSchema, overrideSchema } from './openapi-schemas.ts'
import { TAGS, type Tag } from './openapi-tags.ts'
import { addPrebuilt } from './prebuilt.ts'

/** The version of the interface, not of the program: it changes when the interface does. */
export const API_VERSION = '1.0.0'

/** Who can call. A key with scope `full` can do everything that a narrower one can. */
export type AccessWords =
  | 'anyone'
  | 'signed in'
  | 'signed in, if at all'
  | 'administrator'
  | `${'' | 'anonymous, or '}scope ${'compute' | 'draws' | 'ai'}${'' | ' or read-only'}`
  | 'scope read-only'

/** A method of the SDK, then the source of each argument: the whole body, one of its fields, a part of the path or the query. */
type SdkCall = readonly [method: string, ...inputs: ('body' | 'query' | `${'body' | 'path' | 'query'}.${string}`)[]]

/** The description of a route besides its schema and handler, in the group's `*-reference.ts`. */
export interface Operation {
  /** The name of the method in generated clients: a verb and a noun. */
  readonly operationId: string
  readonly tags: readonly [Tag]
  /** Stated separately from the route's `config.access`: a test calls every route with every kind of credentials and compares. */
  readonly access: AccessWords
  /** `none` for routes that other programs than our SDK call: gateways, editors, load balancers, payment providers. */
  readonly sdk: SdkCall | 'none'
  /** A value for each parameter of the path, and for each required one of the query. */
  readonly sample?: Readonly<Record<string, string | number>>
  /** A few words, in the imperative, without a full stop. */
  readonly summary: string
  readonly description: string
  /** One realistic request and response. A test validates both against the schemas. */
  readonly examples?: { readonly request?: unknown; readonly response?: unknown }
  /** For routes that can also stream server-sent events: the shape of one event, and an example. */
  readonly stream?: { readonly event: z.ZodType; readonly example: unknown }
}

declare module 'fastify' {
  interface FastifySchema {
    access?: AccessWords
    sdk?: Operation['sdk']
    sample?: Operation['sample']
    examples?: Operation['examples']
    stream?: Operation['stream']
  }
}

const override = overrideSchema
const toJsonSchema = createJsonSchemaTransform({ zodToJsonConfig: { override } })

interface DocumentParts {
  readonly brand: Brand
  readonly publicUrl: string
}

export async function addOpenapi(app: App, { brand, publicUrl }: DocumentParts): Promise<void> {
  const routes = new Map<string, RouteOptions>()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: API_VERSION,
        description: introductionOf(brand),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl, description: 'This deployment' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          apiKey: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Api-Key',
            description: `An API key (\`${brand.keyPrefix}…\`). You can also send it as \`Authorization: Bearer\`.`,
          },
          accessToken: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The `access_token` that you get when you sign up or sign in. It is valid for 7 days.',
          },
        },
      },
    },
    transform: (input) => {
      const { method, url } = input.route
      routes.set(`${String(method).toLowerCase()} ${url.replace(/:(\w+)/g, '{$1}')}`, input.route)
      const { schema, url: path } = toJsonSchema(input)
      return { schema: { ...schema, ...securityOf(input.route) }, url: path }
    },
    transformObject: (document) => {
      if ('swaggerObject' in document) return document.swaggerObject
      return finishDocument(document.openapiObject as OpenapiDocument, routes) as typeof document.openapiObject
    },
  })
  const build = () => JSON.stringify(app.swagger())
  addPrebuilt(app, '/openapi.json', { type: 'application/json; charset=utf-8', build })
}

function introductionOf({ name }: Brand): string {
  return `${name} computes balanced sequences and scores how neutral a text is.

Send an API key in \`X-Api-Key\`, or the token from signing in as \`Authorization: Bearer\`. \`POST /compute\` and \`GET /sweep\` also work without credentials, within limits.

Requests and responses are JSON. Times are ISO 8601 in UTC. Every error has a \`detail\`, and every response an \`X-Request-Id\`. New fields can appear in a response at any time.`
}

/** The security of an operation, from the access that its route states. */
function securityOf({ config }: RouteOptions): { security: Record<string, string[]>[] } {
  const access = config?.access
  if (typeof access !== 'object') return { security: [] }
  const schemes = access.kinds.map((kind) => ({ [kind === 'jwt' ? 'accessToken' : 'apiKey']: [] }))
  return { security: access.credentials === 'optional' ? [{}, ...schemes] : schemes }
}

interface Media {
  schema?: JsonSchema
  example?: unknown
}
interface Body {
  description?: string
  required?: boolean
  headers?: Record<string, object>
  content?: Record<string, Media>
}
interface DocumentOperation {
  parameters?: { schema?: JsonSchema; $ref?: string }[]
  requestBody?: Body
  responses: Record<string, Body | { $ref: string }>
}
interface OpenapiDocument {
  paths: Record<string, Record<string, DocumentOperation>>
  components: Partial<Components>
}

const JSON_TYPE = 'application/json'
const CSV = { schema: { type: 'string', description: 'The same fields, if you accept CSV: a line for each object.' } }

/** Adds what all operations have in common, and moves every named shape into `components`. */
function finishDocument(document: OpenapiDocument, routes: ReadonlyMap<string, RouteOptions>): OpenapiDocument {
  const components: Components = { schemas: {}, headers: {}, parameters: {}, responses: {} }
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const route = routes.get(`${method} ${path}`)
      if (route) finishOperation(operation, { path, route, components })
    }
  }
  const inUse = Object.entries(components).filter(([, all]) => Object.keys(all).length > 0)
  const sorted = inUse.map(([kind, all]) => [kind, Object.fromEntries(Object.entries(all).sort(byName))])
  return { ...document, components: { ...document.components, ...Object.fromEntries(sorted) } }
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

interface OperationPlace {
  readonly path: string
  readonly route: RouteOptions
  readonly components: Components
}

function finishOperation(operation: DocumentOperation, { path, route, components }: OperationPlace): void {
  const { examples, stream } = route.schema ?? {}
  const access = route.config?.access
  if (typeof access === 'object' && access.prepaid) {
    components.parameters[IDEMPOTENCY_KEY.name] = IDEMPOTENCY_KEY
    operation.parameters = [
      ...(operation.parameters ?? []),
      { $ref: `#/components/parameters/${IDEMPOTENCY_KEY.name}` },
    ]
  }
  for (const parameter of operation.parameters ?? []) {
    if (parameter.schema) parameter.schema = extractNamed(parameter.schema, components.schemas)
  }
  if (operation.requestBody) finishBody(operation.requestBody, examples?.request, components)
  for (const [status, response] of Object.entries(operation.responses)) {
    if ('$ref' in response) continue
    finishMedia(response, Number(status) < 300 ? examples?.response : undefined, components)
    response.headers = { ...successHeaders(route, components), ...response.headers }
    if (stream && status === '200') addStream(response, stream, components)
    if (route.onSend === csvIfAccepted && response.content) response.content['text/csv'] = CSV
  }
  for (const status of errorStatuses(route)) {
    operation.responses[status] ??= errorResponse(status, path, components)
  }
}

/** A body whose fields are all optional can be left out, which the plugin does not detect. */
function finishBody(body: Body, example: unknown, components: Components): void {
  const { schema } = body.content?.[JSON_TYPE] ?? {}
  if (schema && schema.required === undefined) body.required = false
  finishMedia(body, example, components)
}

function finishMedia({ content = {} }: Body, example: unknown, { schemas }: Components): void {
  for (const media of Object.values(content)) {
    if (media.schema) media.schema = extractNamed(media.schema, schemas)
  }
  const media = content[JSON_TYPE] ?? Object.values(content)[0]
  if (media && example !== undefined) media.example = example
}

function addStream(
  response: Body,
  { event, example }: NonNullable<Operation['stream']>,
  { schemas }: Components,
): void {
  const { $schema: _, ...schema } = z.toJSONSchema(event, { io: 'output', unrepresentable: 'any', override })
  response.content = {
    ...response.content,
    'text/event-stream': { schema: extractNamed(schema as JsonSchema, schemas), example },
  }
}
