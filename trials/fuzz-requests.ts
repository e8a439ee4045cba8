// Sends requests to every operation of openapi.json, and checks the responses against the document.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { resolveAll } from '../server/test/documented.ts'
import { type Chance, garbage, pick, type Schema, validValue, withFault } from './fuzz-values.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>

interface Described {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface Operation extends Described {
  readonly method: string
  readonly path: string
}

export interface FuzzRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload: string | undefined
}

export function operationsOf(document: { readonly paths: object }): Operation[] {
  const paths = resolveAll(document.paths, document) as Record<string, Record<string, Described>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  )
}

/** Ids and tokens from earlier responses, so that some paths exist. */
export interface Known {
  readonly ids: readonly string[]
  readonly credentials: readonly Record<string, string>[]
}

/** A third as described, half with one fault, the rest garbage. */
export function makeRequest(operation: Operation, chance: Chance, known: Known): FuzzRequest {
  const how = chance()
  const spoil = (value: unknown) => (how < 0.35 || chance() < 0.5 ? value : withFault(value, chance))
  const makeValue = ({ schema }: Parameter) => spoil(validValue(schema, chance))
  const { parameters = [], requestBody } = operation
  let url = operation.path
  for (const one of parameters.filter((parameter) => parameter.in === 'path')) {
    const value = chance() < 0.6 && known.ids.length > 0 ? pick(chance, known.ids) : String(makeValue(one))
    url = url.replace(`{${one.name}}`, inUrl(value))
  }
  const asked = parameters.filter((one) => one.in === 'query' && (one.required || chance() < 0.4))
  const query = asked.map((one) => `${one.name}=${inUrl(String(makeValue(one)))}`)
  if (query.length > 0) url += `?${query.join('&')}`
  const headers: Record<string, string> = { ...pick(chance, known.credentials) }
  // From random addresses, so that none reaches a rate limit.
  headers['x-forwarded-for'] = [10, 0, 0, 0].map((first) => first || Math.floor(chance() * 256)).join('.')
  const content = requestBody?.content ?? {}
  const type = 'application/json' in content ? 'application/json' : Object.keys(content)[0]
  const media = type && content[type]
  if (!type || !media) return { method: operation.method, url, headers, payload: undefined }
  headers['content-type'] = how > 0.97 ? 'text/plain' : type
  if (how > 0.85) return { method: operation.method, url, headers, payload: garbage(chance) }
  const valid = media.example !== undefined && chance() < 0.4 ? media.example : validValue(media.schema ?? {}, chance)
  const value = how < 0.35 ? valid : withFault(valid, chance)
  return { method: operation.method, url, headers, payload: bodyOf(value, type) }
}

function bodyOf(value: unknown, type: string): string {
  if (type !== 'application/x-www-form-urlencoded') return JSON.stringify(value) ?? ''
  return new URLSearchParams(Object.entries(value ?? {}).map(([name, one]) => [name, String(one)])).toString()
}

function inUrl(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()) || '%20'
}

interface FuzzResponse {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Says what is wrong with a response; undefined if it is as described. */
export function createJudge(): (operation: Operation, response: FuzzResponse) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  const compiled = new Map<Schema, ValidateFunction>()
  const fits = (schema: Schema): ValidateFunction => {
    const known = compiled.get(schema) ?? ajv.compile(schema)
    compiled.set(schema, known)
    return known
  }
  return ({ responses }, { statusCode, headers, body }) => {
    if (statusCode === 500) return 'answered 500'
    const described = responses[statusCode]
    if (!described) return `answered ${statusCode}, which is not in the document`
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
    if (!described.content || body === '') return undefined
    const media = described.content[type]
    if (!media) return `answered ${statusCode} as ${type || 'nothing'}, which is not in the document`
    if (type !== 'application/json' || !media.schema) return undefined
    const check = fits(media.schema)
    if (check(JSON.parse(body))) return undefined
    const [first] = check.errors ?? []
    return `answered ${statusCode} with a body that does not fit: ${first?.instancePath} ${first?.message}`
  }
}
