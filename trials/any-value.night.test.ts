// No JSON value in any field of any operation, and no broken body, is a 5xx. Each operation gets requests that succeed but for one field, which has every kind
// of value in turn: the fields of its example, those that only its schema names, and each kind that a field can choose with one field beside it.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareRequest } from './fuzz-prepared.ts'
import { type FuzzRequest, type Operation, operationsOf } from './fuzz-requests.ts'
import { gatherPeople } from './fuzz-run.ts'
import type { Schema } from './fuzz-values.ts'
import { type FuzzedService, openFuzzed } from './fuzzed-service.ts'

/** As they are written in a body: some can only be written, not made. */
const VALUES = [
  ...['null', 'true', '0', '-1', '1.5', '1e308', '1e999', '9007199254740993', '-0', '1e-320'],
  ...[
    '""',
    '"a"',
    '"a,b"',
    '"1"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"__proto__"',
    '"2026-02-31T25:00:00Z"',
    '" \\n"',
    '"٣"',
  ],
  ...[
    JSON.stringify('x'.repeat(50_000)),
    '[]',
    '[null]',
    '[1,2,3]',
    '["a","a"]',
    '["__proto__"]',
    '[[]]',
    '[{}]',
    '[true,"a"]',
  ],
  ...[
    `1' or '1'='1'; drop table accounts; --`,
    '\u202e<script>alert(1)</script> 💥',
    '../etc/passwd\r\nBcc: v@example.org {{7*7}}',
  ].map((text) => JSON.stringify(text)),
  ...[
    '{"$ne":null}',
    '{}',
    '{"a":1}',
    '{"__proto__":{"a":1}}',
    '{"length":-1}',
    '{"toString":1,"toJSON":1}',
    '{"constructor":null}',
  ],
]
/** Whole bodies that are no JSON, or none that can be read. */
const BROKEN = ['{', '[', '', '"text"', '{"a":1e999}', `${'['.repeat(5_000)}${']'.repeat(5_000)}`]
const MARK = '\u0001'
const IN_URL = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e999',
  'a',
  'a\0b',
  '__proto__',
  'null',
  '٣',
  '9223372036854775808',
  'x'.repeat(2_000),
]
const IN_BAD_URL = ['%', '%ff', '%00', '..', '%2e%2e%2f']
const DEPTH_MAX = 5
/** A request that succeeded may have used up what it was about; credentials may have ended, or reached a rate limit. */
const USED_UP = new Set([401, 402, 403, 429])

let service: FuzzedService
let people: Awaited<ReturnType<typeof gatherPeople>>
beforeAll(async () => {
  service = await openFuzzed()
  people = await gatherPeople(service)
})
afterAll(() => service.close())

type Path = readonly (string | number)[]

/** Where a value stands, and where the schema allows one. */
function placesOf(value: unknown, schema: Schema, path: Path = []): Path[] {
  if (path.length > DEPTH_MAX) return [path]
  const branches = branchesOf(schema)
  const items = branches.find((one) => one.items)?.items ?? {}
  if (Array.isArray(value)) return [path, ...placesOf(value[0], items, [...path, 0])]
  const fields = Object.assign({}, ...branches.map(({ properties = {} }) => properties)) as Record<string, Schema>
  const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  const names = new Set([...Object.keys(given), ...Object.keys(fields)])
  return [path, ...[...names].flatMap((name) => placesOf(given[name], fields[name] ?? {}, [...path, name]))]
}

function branchesOf(schema: Schema): Schema[] {
  return [schema, ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((all) => (all ?? []).flatMap(branchesOf))]
}

function withValue(whole: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  if (typeof step === 'number') {
    const [first, ...others] = Array.isArray(whole) ? whole : []
    return [withValue(first, rest, value), ...others]
  }
  const given = typeof whole === 'object' && whole !== null && !Array.isArray(whole) ? whole : {}
  return { ...given, [step]: withValue((given as Record<string, unknown>)[step], rest, value) }
}

/** What is laid over the example, or stands alone: each kind that a field of it chooses among. */
interface Base {
  readonly choice: Readonly<Record<string, unknown>>
  readonly isAlone: boolean
}

function basesOf(schema: Schema): Base[] {
  const kinds = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, own]) => onlyChoice(own).map((kind) => ({ [name]: kind }))),
  )
  return [
    { choice: {}, isAlone: false },
    ...kinds.flatMap((choice) => [true, false].map((isAlone) => ({ choice, isAlone }))),
  ]
}

function onlyChoice({ enum: values = [], const: only }: Schema): unknown[] {
  return only === undefined ? (values.length === 1 ? [...values] : []) : [only]
}

/** Makes a body out of one that would succeed. */
type Fault = (payload: string) => string

function* faultsOf({ requestBody }: Operation, payload: string): Generator<Fault> {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const schema = media?.schema ?? {}
  const isForm = type === 'application/x-www-form-urlencoded'
  const read = (text: string) => (isForm ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text || '{}'))
  for (const { choice, isAlone } of basesOf(schema)) {
    const baseOf = (text: string) => (isAlone ? choice : { ...read(text), ...choice })
    for (const path of placesOf(baseOf(payload), schema)) {
      for (const value of VALUES) {
        yield (text) => {
          if (isForm) return new URLSearchParams({ ...baseOf(text), [String(path[0] ?? '')]: value }).toString()
          return JSON.stringify(withValue(baseOf(text), path, MARK)).replace(JSON.stringify(MARK), () => value)
        }
      }
    }
  }
}

function* urlsOf({ path, parameters = [] }: Operation, { url }: FuzzRequest): Generator<string> {
  const [whole = '', query = ''] = url.split('?')
  const steps = path.split('/')
  const values = [...IN_URL.map(encodeURIComponent), ...IN_BAD_URL]
  for (const [at, step] of steps.entries()) {
    if (!step.startsWith('{')) continue
    for (const value of values) yield `${whole.split('/').with(at, value).join('/')}?${query}`
  }
  for (const { name } of parameters.filter((one) => one.in === 'query')) {
    for (const value of [...values, `a&${name}=b`]) {
      const others = query.split('&').filter((one) => one && !one.startsWith(`${name}=`))
      yield `${whole}?${[...others, `${name}=${value}`].join('&')}`
    }
  }
}

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'))
const operations = operationsOf(document)

test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s answers no value of any field with a 5xx',
  async (_name, operation) => {
    const prepare = () => prepareRequest(operation, { service, ...people })
    let valid = await prepare()
    const wrong: string[] = []
    let isRepeatable = true
    const send = async (request: FuzzRequest, isSecond = false): Promise<number> => {
      const headers = { ...request.headers, ...people.address() }
      const { statusCode, body } = await service.app.inject({
        ...request,
        method: request.method as 'POST',
        headers,
        payload: request.payload ?? '',
      })
      // The provider may have closed a connection that was kept.
      if (statusCode === 502 && !isSecond) return send(request, true)
      if (statusCode >= 500)
        wrong.push(`${statusCode} ${request.url} ${request.payload?.slice(0, 300)} ${body.slice(0, 200)}`)
      if (USED_UP.has(statusCode) || (statusCode < 400 && !isRepeatable)) valid = await prepare()
      return statusCode
    }
    expect(await send(valid)).toBeLessThan(300)
    isRepeatable = (await send(valid)) < 300
    valid = await prepare()
    for (const url of urlsOf(operation, valid)) await send({ ...valid, url })
    if (operation.requestBody) {
      for (const payload of BROKEN) await send({ ...valid, payload })
      for (const spoil of faultsOf(operation, valid.payload ?? ''))
        await send({ ...valid, payload: spoil(valid.payload ?? '') })
    }
    expect(wrong).toEqual([])
  },
)

test('afterwards all tables are there, and no log line is about an error of ours', async () => {
  const [row] = await service.sql`select count(*)::int as count from accounts`
  expect(row?.count).toBeGreaterThan(0)
  const lines = service.log().split('\n')
  expect(lines.filter((line) => line.includes('"kind":"internal"'))).toEqual([])
})
