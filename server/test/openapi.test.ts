// The API document explains every operation and every field, and every example is one that the service would accept or send.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'

interface Schema {
  $ref?: string
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
}
interface Media {
  schema: Schema
  example?: unknown
}
interface Message {
  $ref?: string
  description?: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, Media>
}
interface Operation {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: object[]
  parameters?: { $ref?: string; name?: string; description?: string }[]
  requestBody?: Message
  responses: Record<string, Message>
}

const path = fileURLToPath(new URL('../../openapi.json', import.meta.url))
const text = readFileSync(path, 'utf8')
const document = JSON.parse(text) as {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Message> }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
)

describe('every operation has a description', () => {
  test.each(operations)('%s', (_name, operation) => {
    expect(operation.operationId, 'operationId').toMatch(/^[a-z][A-Za-z]+$/)
    expect(operation.summary, 'summary').toMatch(/^[A-Z].*[^.]$/)
    expect(operation.description, 'description').toMatch(/^[A-Z].*\.$/s)
    expect(operation.security, 'security').toBeDefined()
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags ?? ['a tag']))
    for (const parameter of operation.parameters ?? []) {
      expect(parameter.$ref ?? parameter.description, parameter.name).toBeDefined()
    }
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response.$ref) continue
      expect(response.description, `the response ${status}`).toMatch(/^(?!Default Response).+\.$/)
      expect(Object.keys(response.headers ?? {})).toContain('X-Request-Id')
    }
  })

  test('no two have the same operationId', () => {
    const ids = operations.map(([, { operationId }]) => operationId)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })
})

test('every property has a description, or refers to a shape that has one', () => {
  const bodies = operations.flatMap(([name, operation]) =>
    [operation.requestBody, ...Object.values(operation.responses)].flatMap((message) =>
      Object.values(message?.content ?? {}).map(({ schema }) => [name, schema] as const),
    ),
  )
  const shapes = [...Object.entries(document.components.schemas), ...bodies]
  expect(shapes.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([])
})

function undescribed(schema: Schema, path: string): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema
  const below = [items, ...anyOf, ...oneOf, additionalProperties].filter((one) => typeof one === 'object')
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(isDescribed(field) ? [] : [`${path}.${name}`]),
      ...undescribed(field, `${path}.${name}`),
    ]),
    ...below.flatMap((one) => undescribed(one, path)),
  ]
}

function isDescribed(field: Schema): boolean {
  return Boolean(field.description ?? field.$ref ?? field.anyOf?.some(({ $ref }) => $ref))
}

test('every object in a request or a response has a name', () => {
  const anonymous = operations.flatMap(([name, operation]) =>
    [operation.requestBody, ...Object.values(operation.responses)]
      .flatMap((message) => Object.values(message?.content ?? {}))
      .filter(({ schema }) => schema.properties ?? schema.items?.properties)
      .map(() => name),
  )
  expect(anonymous).toEqual([])
})

test('no limit is documented that is only the largest exact integer', () => {
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
})

test("Redocly's recommended rules find nothing but an id that could be read as a word", async () => {
  const all = await lint({ ref: path, config: await createConfig({ extends: ['recommended'] }) })
  // The id of a draw is a UUID, so that `/draws/published/file` is a published draw and no draw's file.
  const problems = all.filter(({ message }) => !message.endsWith('`/draws/published/{id}` and `/draws/{id}/file`.'))
  expect(problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer})`)).toEqual([])
})

describe('every JSON body has an example, and it is valid', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(document, 'api')

  const examples = operations.flatMap(([name, operation]) =>
    Object.entries({ request: operation.requestBody, ...operation.responses }).flatMap(([side, message]) =>
      Object.entries(Number(side) >= 400 ? {} : (message?.content ?? {}))
        .filter(([type]) => /json|event-stream/.test(type))
        .map(([type, media]) => [`${name} ${side} ${type}`, media] as const),
    ),
  )

  test.each(examples)('%s', (_name, { schema, example }) => {
    expect(example, 'there is one').toBeDefined()
    const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as object
    expect(ajv.validate(pointed, example) ? [] : ajv.errors).toEqual([])
  })
})
