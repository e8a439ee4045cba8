// Hostile values in every field and parameter of the API document: rejected or stored as plain text, never a server error, and all tables
// survive.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resolveAll } from './documented.ts'
import { type Person, signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const HOSTILE: Record<string, unknown> = {
  missing: undefined,
  nothing: null,
  'a number': 1e308,
  'a negative number': -1,
  'a list': [],
  'an object': { $ne: null },
  'a prototype': JSON.parse('{"__proto__": {"admin": true}, "constructor": {"prototype": {}}}'),
  'an empty text': '',
  'NUL characters': 'a\0b',
  'a lone surrogate': 'a\ud800b',
  SQL: "1' or '1'='1'; drop table accounts; --",
  'script in a right-to-left text': '\u202e<script>alert(1)</script> 💥',
  'a huge text': 'x'.repeat(200_000),
  'a path and a header': '../../../../etc/passwd\r\nBcc: victim@example.org {{7*7}}',
}

interface Operation {
  readonly parameters?: { name: string; in: string }[]
  readonly requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
}

let service: Service
let person: Person
let operations: { method: string; path: string; operation: Operation }[]
beforeAll(async () => {
  service = await openService()
  const document = (await service.app.inject('/openapi.json')).json()
  const paths = resolveAll(document.paths, document) as Record<string, Record<string, Operation>>
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
})
afterAll(() => service.close())
beforeEach(async () => {
  person = await signUp(service.app)
})

const fieldsOf = ({ requestBody }: Operation) =>
  Object.keys(requestBody?.content['application/json']?.schema.properties ?? {})

function send(method: string, url: string, payload: object | string) {
  const headers = { 'content-type': 'application/json', ...person.headers }
  return service.app.inject({ method: method as 'POST', url, headers, payload })
}

describe.each(Object.entries(HOSTILE))('%s', (_what, value) => {
  test('in each field of a body', async () => {
    let sent = 0
    for (const { method, path, operation } of operations) {
      for (const field of fieldsOf(operation)) {
        const answer = await send(method, path.replace(/\{\w+\}/g, '1'), { [field]: value })
        sent++
        expect({ method, path, field, status: answer.statusCode, body: answer.body }).not.toMatchObject({ status: 500 })
      }
    }
    expect(sent).toBeGreaterThan(10)
  })

  test('in each parameter', async () => {
    const text = encodeURIComponent(
      typeof value === 'string' ? value.slice(0, 5_000).replace('\ud800', '') : String(value),
    )
    for (const { method, path, operation } of operations) {
      for (const { name, in: place } of operation.parameters ?? []) {
        const filled = place === 'path' ? path.replace(`{${name}}`, text) : `${path}?${name}=${text}`
        const answer = await send(method, filled.replace(/\{\w+\}/g, '1'), {})
        expect({ method, path, name, status: answer.statusCode }).not.toMatchObject({ status: 500 })
      }
    }
  })
})

const BODIES = {
  'cut off': '{',
  'an open list': '[',
  null: 'null',
  'a text': '"text"',
  'a number': '7',
  empty: '',
  'beyond all numbers': '{"a":1e999}',
  'nested beyond measure': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
}

test.each(Object.entries(BODIES))('a body that is %s', async (_what, payload) => {
  for (const { method, path, operation } of operations) {
    if (fieldsOf(operation).length === 0) continue
    const answer = await send(method, path.replace(/\{\w+\}/g, '1'), payload)
    expect({ method, path, status: answer.statusCode }).not.toMatchObject({ status: 500 })
    if (payload === '{' || payload === '[')
      // Administrators' routes reject the request before reading its body.
      expect([400, 403]).toContain(answer.statusCode)
  }
})

test('afterwards all tables are there, and no log line contains a stack trace of ours', async () => {
  const [row] = await service.sql`select count(*) from accounts`
  expect(row?.count).toBeGreaterThan(0)
  const ours = service
    .log()
    .split('\n')
    .filter((line) => line.includes('"kind":"internal"'))
  expect(ours).toEqual([])
})
