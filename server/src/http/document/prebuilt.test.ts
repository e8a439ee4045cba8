import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { openGatedApp } from '../../../test/gated-app.ts'
import type { App } from '../http.ts'
import { addPrebuilt } from './prebuilt.ts'

const TEXT = 'the same for everybody, '.repeat(1_000)
let app: App
let built = 0

beforeAll(async () => {
  ;({ app } = await openGatedApp(async () => undefined, { corsOrigins: ['https://other.example'] }))
  addPrebuilt(app, '/document', {
    type: 'text/plain; charset=utf-8',
    headers: { 'x-own': 'yes' },
    build: () => {
      built++
      return TEXT
    },
  })
})

const get = (headers: Record<string, string> = {}) => app.inject({ url: '/document', headers })

test('a document is built once, however many callers there are', async () => {
  await Promise.all(Array.from({ length: 5 }, () => get()))
  expect(built).toBe(1)
})

test.each([
  ['br', 'gzip, br;q=0.9', (body: Buffer) => brotliDecompressSync(body)],
  ['gzip', 'GZIP, deflate', (body: Buffer) => gunzipSync(body)],
  ['gzip', 'br;q=0, gzip', (body: Buffer) => gunzipSync(body)],
  [undefined, 'deflate', (body: Buffer) => body],
  [undefined, 'br;q=0.0', (body: Buffer) => body],
])('it is sent as %s to a caller that accepts "%s"', async (encoding, accepted, decode) => {
  const answer = await get({ 'accept-encoding': accepted })
  expect(answer.headers).toMatchObject({ vary: 'Accept-Encoding', 'x-own': 'yes', 'cache-control': 'public, no-cache' })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(decode(answer.rawPayload).toString()).toBe(TEXT)
})

test('a caller that has it already gets 304 without a body', async () => {
  const etag = String((await get()).headers.etag)
  const known = await get({ 'if-none-match': `"other", ${etag}` })
  expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag])
  expect((await get({ 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('the response to another origin varies by both', async () => {
  expect((await get({ origin: 'https://other.example' })).headers.vary).toBe('Origin, Accept-Encoding')
})
