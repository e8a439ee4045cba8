// The bodies that are most expensive to reject, generated from the schema of every route: each position is filled with as much awkward
// content as a body may have. Measures CPU time, so that a busy machine does not matter, and compares slow ones with the machine's
// current speed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { ApiError } from '../src/ground/errors.ts'
import { BODY_ITEMS_MAX, inputSchemaOf } from '../src/http/body-plan.ts'
import type { JsonSchema } from '../src/http/document/openapi-schemas.ts'
import { readJson, VALUES_MAX } from '../src/http/json-body.ts'
import { compileValidator } from '../src/http/validation.ts'
import { signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const CPU_MS_MAX = 10
const TRIES_MAX = 5
/** This many additions take 10 ms on the slowest machine for which the limit is meant. */
const PACE = { additions: 10_000_000, cpuMs: 10 }

interface Taken {
  readonly name: string
  readonly body: z.ZodType
  readonly bytesMax: number
}

let service: Service
const taken: Taken[] = []

beforeAll(async () => {
  let isLooking = false
  service = await openService({
    extend(app) {
      app.addHook('preValidation', async ({ method, routeOptions }) => {
        if (!isLooking) return
        const body = (routeOptions.schema as { body?: z.ZodType } | undefined)?.body
        if (body) taken.push({ name: `${method} ${routeOptions.url}`, body, bytesMax: routeOptions.bodyLimit })
        throw new ApiError('internal', 'it got as far as the test wants')
      })
    },
  })
  const { headers } = await signUp(service.app)
  isLooking = true
  for (const { method, url } of service.app.accessTable) {
    if (method === 'GET' || method === 'HEAD') continue
    await service.app.inject({ method: method as 'POST', url: url.replace(/:\w+/g, '1'), headers, payload: {} })
  }
})
afterAll(() => service.close())

interface Position {
  readonly path: readonly (string | number)[]
  readonly schema: JsonSchema
}

/** Every position in a schema: its fields, the items of its lists, and all alternatives. */
function positionsOf(schema: JsonSchema, path: readonly (string | number)[] = []): Position[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  return [
    { path, schema },
    ...Object.entries(properties).flatMap(([name, inner]) => positionsOf(inner, [...path, name])),
    ...(items ? positionsOf(items, [...path, 0]) : []),
    ...(typeof additionalProperties === 'object' ? positionsOf(additionalProperties, [...path, 'any']) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((inner) => positionsOf(inner, path)),
  ]
}

const AWKWARD = ['{}', '0', '{"type":"text"}']
const LETTERS = ['a', ' ', '@a.', '\\ud83d']

interface Filler {
  readonly begins: string
  readonly bytes: number
  readonly value: unknown
}

const fillers = new Map<number, Filler[]>()

/** The contents for one position, with at most this many bytes of JSON, unless they would be rejected unread; made once. */
function fillersOf(bytesMax: number): Filler[] {
  const known = fillers.get(bytesMax)
  if (known) return known
  const made: Filler[] = []
  for (const json of makeFillers(bytesMax)) {
    const value = readIfAllowed(json)
    if (value !== undefined) made.push({ begins: json.slice(0, 30), bytes: json.length, value })
  }
  expect(made.length).toBeGreaterThan(5)
  fillers.set(bytesMax, made)
  return made
}

function readIfAllowed(json: string): unknown {
  try {
    return readJson(json)
  } catch {
    return undefined
  }
}

function makeFillers(bytesMax: number): string[] {
  const listed = (item: string, count: number) => `[${Array(count).fill(item).join(',')}]`
  const fits = (text: string) => Math.floor(bytesMax / (text.length + 1)) - 1
  return [
    ...AWKWARD.map((item) => listed(item, fits(item))),
    ...AWKWARD.map((item) => listed(item, Math.min(fits(item), BODY_ITEMS_MAX - 2))),
    listed(listed('{}', 48), 50),
    ...LETTERS.map((letters) => `"${letters.repeat(fits(letters) - 1)}"`),
    `{${Array.from({ length: VALUES_MAX - 100 }, (_, at) => `"k${at}":0`).join(',')}}`,
  ]
}

function bodyAround(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduceRight<unknown>((inner, step) => (step === 0 ? [inner] : { [step]: inner }), value)
}

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** How many times slower than the reference this machine is now: 1 or more. */
async function slowness(): Promise<number> {
  const cpuMs = await cpuMsOf(async () => {
    let sum = 0
    for (let at = 0; at < PACE.additions; at++) sum += at
    expect(sum).toBeGreaterThan(0)
  })
  return Math.max(1, cpuMs / PACE.cpuMs)
}

test('the worst body of every route is rejected or accepted within 10 ms of CPU time', async () => {
  expect(taken.length).toBeGreaterThan(10)
  const slow: object[] = []
  for (const { name, body, bytesMax } of taken) {
    const validate = compileValidator({ schema: body, httpPart: 'body', method: 'POST', url: '/' })
    const paths = new Set(positionsOf(inputSchemaOf(body)).map(({ path }) => path.join('\0')))
    for (const joined of paths) {
      const path = joined === '' ? [] : joined.split('\0').map((step) => (step === '0' ? 0 : step))
      for (const { begins, bytes, value } of fillersOf(bytesMax - 200)) {
        const given = bodyAround(value, path)
        let cpuMs = Number.POSITIVE_INFINITY
        // The best of a few runs, to exclude garbage collection.
        for (let tries = 0; tries < TRIES_MAX && cpuMs > CPU_MS_MAX; tries++) {
          cpuMs = Math.min(cpuMs, await cpuMsOf(async () => validate(given)))
          if (cpuMs > CPU_MS_MAX) cpuMs /= await slowness()
        }
        if (cpuMs > CPU_MS_MAX) slow.push({ name, path: path.join('.'), begins, bytes, cpuMs })
      }
    }
  }
  expect(slow).toEqual([])
})

test('every list in a body has a limit', () => {
  const unlimited = taken.flatMap(({ name, body }) =>
    positionsOf(inputSchemaOf(body))
      .filter(({ schema }) => [schema.type].flat().includes('array') && schema.maxItems === undefined)
      .map(({ path }) => `${name} ${path.join('.')}`),
  )
  expect(unlimited).toEqual([])
})
