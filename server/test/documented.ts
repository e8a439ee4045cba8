// Compares every response in a test with openapi.json, because clients are generated from it.
import { readFileSync } from 'node:fs'
import { type App, statusOf } from '../src/http/http.ts'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { responses: Record<string, Response> }>>>>
}
interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as Document
const { paths } = document

/** Returns the statuses that occurred but are not in the document; routes outside the document are ignored. */
export function watchAnswers(app: App): () => string[] {
  const surprises = new Set<string>()
  app.addHook('onResponse', async ({ method, routeOptions: { url = '' } }, { statusCode }) => {
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
    const operation = paths[url.replace(/:(\w+)/g, '{$1}')]?.[verb]
    // A caller who hung up receives nothing.
    if (statusCode === statusOf('caller_gone')) return
    if (operation && !(statusCode in operation.responses)) surprises.add(`${method} ${url} answered ${statusCode}`)
  })
  return () => [...surprises]
}

/** The schema of a response, with all references resolved, that rejects fields it does not name. */
export function exactSchema(method: string, path: string, status: number): object {
  const schema = paths[path]?.[method]?.responses[status]?.content?.['application/json']?.schema
  if (!schema) throw new Error(`openapi.json says nothing about ${status} of ${method} ${path}`)
  return resolveAll(schema, document, { isClosed: true }) as object
}

export function resolveAll(node: unknown, whole: object, { isClosed = false } = {}): unknown {
  if (Array.isArray(node)) return node.map((one) => resolveAll(one, whole, { isClosed }))
  if (typeof node !== 'object' || node === null) return node
  const { $ref, ...rest } = node as { $ref?: string }
  const names = $ref?.split('/').slice(1) ?? []
  const target = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], whole)
  const full: Record<string, unknown> = $ref ? { ...(target as object), ...rest } : rest
  const closing = isClosed && full.type === 'object' && full.properties ? { additionalProperties: false } : {}
  const entries = Object.entries({ ...closing, ...full })
  return Object.fromEntries(entries.map(([key, value]) => [key, resolveAll(value, whole, { isClosed })]))
}
