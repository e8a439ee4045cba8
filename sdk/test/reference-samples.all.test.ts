// Every operation has a sample in three languages. The TypeScript samples are run here, and must send the request that they document.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type GuidePart, guidePartsOf, withPart } from '../../scripts/guide-parts.ts'
import { openService } from '../../server/test/service.ts'
import { Equipoise, type EquipoiseOptions } from '../src/sdk.ts'
import { samplesOf as readSamples, type Samples } from './reference-samples.ts'

interface Operation {
  readonly operationId: string
  readonly requestBody?: { content: Record<string, { example?: unknown }> }
}
const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const operations = Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
)

let samples: Map<string, Samples['code']>
let parts: readonly GuidePart[]
let renamed: Map<string, Samples['code']>
beforeAll(async () => {
  samples = await samplesOf({})
  renamed = await samplesOf({ BRAND: 'acme' })
})

async function samplesOf(env: Record<string, string>): Promise<Map<string, Samples['code']>> {
  const service = await openService({ env })
  const read = await readSamples(service.app)
  parts = guidePartsOf(service.app)
  await service.close()
  return new Map(read.map(({ route, code }) => [route, code]))
}

test('every operation has a sample in curl, TypeScript and Python, with a value for each parameter', () => {
  expect([...samples.keys()].sort()).toEqual(operations.map(({ route }) => route).sort())
  for (const [route, code] of samples) {
    expect([route, Object.keys(code)]).toEqual([route, ['curl', 'TypeScript', 'Python']])
    for (const text of Object.values(code))
      expect(text, 'add the value to `sample` of the Operation').not.toMatch(/\/\{\w+\}|…/)
  }
})

test('the tables in the guides match the operations (npm run openapi writes them)', () => {
  for (const part of parts) {
    const page = readFileSync(new URL(`../../${part.file}`, import.meta.url), 'utf8')
    expect(page).toBe(withPart(page, part))
  }
})

describe('in TypeScript', () => {
  test.each(operations)('$operation.operationId sends $route', async ({ route, operation }) => {
    const sent = await sentBy(samples.get(route)?.TypeScript ?? '')
    expect(`${sent.method} ${sent.path}`).toMatch(patternOf(route))
    const example = operation.requestBody?.content['application/json']?.example
    if (example !== undefined) expect(JSON.parse(sent.body)).toEqual(example)
  })

  test('sends the field names of a deployment with its own brand', async () => {
    const sent = await sentBy(renamed.get('POST /ai/chat')?.TypeScript ?? '')
    expect(JSON.parse(sent.body)).toHaveProperty('acme_options')
  })
})

test.each(['curl', 'Python'])('in %s, the address is that of the operation', (language) => {
  for (const { route } of operations) {
    const code = samples.get(route)?.[language] ?? ''
    const method = /curl -X (\w+)|requests\.(\w+)\(/.exec(code)?.slice(1).find(Boolean)?.toUpperCase() ?? 'GET'
    const [, path = ''] = /127\.0\.0\.1:8080([^\s"'?]*)/.exec(code) ?? []
    expect(`${method} ${path}`).toMatch(patternOf(route))
  }
})

function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}

/** Runs a sample against a service that only records the request. */
async function sentBy(code: string): Promise<{ method: string; path: string; body: string }> {
  let sent: { method: string; path: string; body: string } | undefined
  const listen = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { pathname } = new URL(String(input))
    sent = { method: init.method ?? 'GET', path: decodeURIComponent(pathname), body: String(init.body ?? '') }
    return Response.json({})
  }
  class Client extends Equipoise {
    constructor(options: EquipoiseOptions) {
      super({ ...options, fetch: listen })
    }
  }
  const run = Object.getPrototypeOf(async () => {}).constructor
  const body = code.replace(/^import .*\n/, '')
  const given = { env: { KEY: 'svc_sample', TOKEN: undefined } }
  await new run('Equipoise', 'fetch', 'process', 'console', body)(Client, listen, given, { log: () => {} }).catch(
    () => {},
  )
  if (!sent) throw new Error(`nothing was sent by\n${code}`)
  return sent
}
