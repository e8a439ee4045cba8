// `npm run openapi`: writes sdk/src/api-types.ts from openapi.json. A test fails when the file is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly default?: unknown
  readonly description?: string
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Operation {
  readonly summary?: string
  readonly requestBody?: Content
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema?: Schema
  }[]
  readonly responses?: Readonly<Record<string, Content>>
}

export interface OpenapiDocument {
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const HEADER = `// Written by \`npm run openapi\` from openapi.json: change the routes, not this file.
// Each operation has up to three types: its body, its query, and its answer when all went well.
`
const JSON_TYPE = 'application/json'

/** The whole file for a description of the API. */
export function typesOf({ paths, components }: OpenapiDocument): string {
  const shared = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `${noteOf(schema, '')}export type ${name} = ${expression(schema, 'out')}\n`,
  )
  const blocks = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => blocksOf(nameOf(method, path), operation)),
  )
  return [HEADER, ...shared, ...blocks].join('\n')
}

function blocksOf(name: string, operation: Operation): string[] {
  const body = operation.requestBody?.content?.[JSON_TYPE]?.schema
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const answer = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]
  const answerSchema = answer?.content?.[JSON_TYPE]?.schema
  const note = operation.summary ? `/** ${operation.summary}. */\n` : ''
  return [
    body && `${note}export type ${name}Body = ${expression(body, 'in')}\n`,
    query.length > 0 && `${note}export type ${name}Query = ${expression(querySchema(query), 'in')}\n`,
    answerSchema && `${note}export type ${name}Answer = ${expression(answerSchema, 'out')}\n`,
  ].filter((block) => typeof block === 'string')
}

/** `post /api-keys/{key_id}/rotate` is `PostApiKeysKeyIdRotate`. */
function nameOf(method: string, path: string): string {
  return [method, ...path.split(/[^A-Za-z0-9]+/)]
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

function querySchema(parameters: NonNullable<Operation['parameters']>): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema ?? {}])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

function noteOf({ description }: Schema, indent: string): string {
  return description ? `${indent}/** ${description} */\n` : ''
}

type Way = 'in' | 'out'

function expression(schema: Schema, way: Way, depth = 0): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((one) => expression(one, way, depth)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => expression(one, way, depth)).join(' & ')
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return schema.properties ? objectExpression(schema, way, depth) : 'unknown'
  return types.map((type) => typeExpression(type, schema, { way, depth })).join(' | ')
}

function typeExpression(type: string, schema: Schema, { way, depth }: { way: Way; depth: number }): string {
  if (type === 'integer') return 'number'
  if (type === 'array') return `(${expression(schema.items ?? {}, way, depth)})[]`
  return type === 'object' ? objectExpression(schema, way, depth) : type
}

/** What is sent may be left out where it has a default; what comes back is always there unless it is optional. */
function objectExpression(schema: Schema, way: Way, depth: number): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const indent = '  '.repeat(depth + 1)
  const fields = Object.entries(properties).map(([name, field]) => {
    const isOptional = !required.includes(name) || (way === 'in' && field.default !== undefined)
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
    const type = expression(field, way, depth + 1)
    const note = noteOf(field, indent)
    return `${note}${indent}${key}${isOptional ? '?' : ''}: ${type}${isOptional ? ' | undefined' : ''}`
  })
  const rest = typeof additionalProperties === 'object' ? expression(additionalProperties, way, depth + 1) : undefined
  if (fields.length === 0) return `Record<string, ${rest ?? 'unknown'}>`
  if (rest !== undefined) fields.push(`${indent}[more: string]: unknown`)
  return `{\n${fields.join('\n')}\n${'  '.repeat(depth)}}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
  writeFileSync(new URL('../sdk/src/api-types.ts', import.meta.url), typesOf(document))
}
