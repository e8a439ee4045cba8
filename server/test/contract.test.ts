// What callers rely on, compared with checked-in files: openapi.json, .env.example, the page of settings.
import { readFileSync } from 'node:fs'
import { wordLists } from '@equipoise/score/lexicon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTING_NAMES } from '../src/config.ts'
import { signUp } from './people.ts'
import { openService, type Service } from './service.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('openapi.json matches the routes (npm run openapi writes it again)', async () => {
  const served = (await service.app.inject('/openapi.json')).json()
  expect(JSON.parse(read('openapi.json'))).toEqual(served)
})

const API_PREFIXES =
  '/ai /auth /api-keys /keys /webhooks /billing /usage /v1 /v2 /compute /sweep /draws /allocations /commitments /admin /newsletter /mcp /try /.well-known /metrics'

test.each(API_PREFIXES.split(' '))('an unknown path below %s is a JSON 404, whatever `Accept` says', async (prefix) => {
  const answer = await service.app.inject({ url: `${prefix}/no-such-path/at-all`, headers: { accept: 'text/html' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ detail: expect.any(String) })
})

interface Operation {
  readonly requestBody?: { required: boolean }
  readonly responses: Readonly<Record<string, object>>
}
interface Schema {
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
}

async function operations() {
  const document = (await service.app.inject('/openapi.json')).json()
  return document.paths as Record<string, Record<'get' | 'post', Operation>>
}

const UNREADABLE = {
  'is not JSON': { payload: '{' },
  'is of another type': { payload: 'text', type: 'text/plain' },
  'is too large': { payload: JSON.stringify({ text: 'x'.repeat(17_100_000) }) },
  'is compressed': { payload: '{}', encoding: 'gzip' },
}

test.each(Object.entries(UNREADABLE))('the response to a body that %s is in the document', async (_what, body) => {
  const { headers } = await signUp(service.app)
  const paths = await operations()
  for (const url of ['/compute', '/ai/analyze', '/ai/chat', '/auth/login', '/auth/logout']) {
    const {
      payload,
      type = 'application/json',
      encoding = 'identity',
    } = { type: undefined, encoding: undefined, ...body }
    const about = { 'content-type': type, 'content-encoding': encoding }
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers, ...about },
    })
    expect([400, 413, 415]).toContain(statusCode)
    expect(Object.keys(paths[url]?.post.responses ?? {}), url).toContain(String(statusCode))
  }
})

test('the example of a computation is what the service returns', async () => {
  const { post } = (await service.app.inject('/openapi.json')).json().paths['/compute']
  const payload = post.requestBody.content['application/json'].example
  const answer = await service.app.inject({ method: 'POST', url: '/compute', payload })
  expect(answer.json()).toEqual(post.responses[200].content['application/json'].example)
})

test('every operation documents its errors', async () => {
  const silent = Object.entries(await operations()).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => ('500' in responses ? [] : [`${method} ${path}`])),
  )
  expect(silent).toEqual([])
})

test('a body can be left out if all of its fields can', async () => {
  const paths = await operations()
  const needed = ['/api-keys', '/keys/create', '/compute'].map((path) => paths[path]?.post.requestBody?.required)
  expect(needed).toEqual([false, false, true])
})

test('operations that read have no body and document none', async () => {
  const { responses } = (await operations())['/sweep']?.get ?? { responses: {} }
  expect(Object.keys(responses).filter((status) => ['400', '413', '415'].includes(status))).toEqual([])
})

test('an analysis documents every value of its closed fields', async () => {
  const { schemas } = (await service.app.inject('/openapi.json')).json().components as {
    schemas: Record<string, Schema>
  }
  const found = schemas.Evidence?.properties
  expect(found?.direction?.enum).toEqual(['positive', 'negative', 'neutral'])
  expect(found?.kind?.enum).toEqual(expect.arrayContaining(['loaded', ...Object.keys(wordLists)]))
  expect(schemas.Analysis?.properties?.reason?.enum).toEqual(['insufficient_text', 'unsupported_language'])
})

/** Section 4 of the interface specification. */
const ENDPOINTS = `POST /compute · GET /sweep · POST /ai/chat · POST /ai/analyze · POST /ai/proxy · GET /api-keys · POST /api-keys
  DELETE /api-keys/{key_id} · GET /usage/stats · POST /billing/checkout · POST /billing/topup · GET /billing/topups
  POST /billing/cancel · GET /health · POST /auth/register · POST /keys/create · POST /newsletter/subscribe`

test.each(ENDPOINTS.split(/·|\n/).map((line) => line.trim()))('%s of the specification exists', (line) => {
  const [method = '', path = ''] = line.split(' ')
  const document = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, unknown>> }
  expect(document.paths[path]?.[method.toLowerCase()]).toBeDefined()
})

test.each([
  ['.env.example', /^# ([A-Z_]+)=/gm],
  ['docs/operating/settings.md', /`([A-Z_]+)`(?=[^|]* \|[^|]*\|[^|]*\|$)/gm],
])('%s lists every setting, and nothing else', (file, names) => {
  const listed = [...read(file).matchAll(names)].map(([, name]) => name)
  expect(listed.sort()).toEqual(SETTING_NAMES.filter((name) => name !== 'NODE_ENV').sort())
})
