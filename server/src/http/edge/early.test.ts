import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGatedApp } from '../../../test/gated-app.ts'
import type { App } from '../http.ts'

const HEADERS = {
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  'x-api-version': expect.stringMatching(/^\d+\.\d+\.\d+$/),
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'strict-transport-security': expect.stringContaining('max-age'),
  'content-type': 'application/json; charset=utf-8',
}

let app: App
beforeAll(async () => {
  ;({ app } = await openGatedApp(async () => undefined))
  app.get('/things/:id', { config: { access: 'public' } }, async () => ({ found: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** Sends these bytes, and reads until the connection is closed. */
async function send(text: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => line.toLowerCase().split(': ', 2)))
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) }
}

describe('a path', () => {
  test.each([
    ['/%zz-canary', 400, 'The path is invalid'],
    [`/things/${'canary'.repeat(30)}`, 414, 'A part of the path is too long'],
  ])('that cannot be routed is rejected in our format, without quoting it: %s', async (url, status, detail) => {
    const answer = await app.inject({ url, headers: { 'x-request-id': 'trace-12345678' } })
    expect([answer.statusCode, answer.json()]).toEqual([status, { detail }])
    expect(answer.headers).toMatchObject({ ...HEADERS, 'x-request-id': 'trace-12345678' })
  })
})

describe('a request that is not HTTP', () => {
  const end = 'Host: a\r\nConnection: close\r\n\r\n'
  test.each([
    ['garbage', 'canary canary\r\n\r\n', 400, 'The request is not valid HTTP'],
    ['a wrong length', `POST / HTTP/1.1\r\nContent-Length: canary\r\n${end}`, 400, 'The request is not valid HTTP'],
    [
      'too many headers',
      `GET / HTTP/1.1\r\nX: ${'canary'.repeat(4_000)}\r\n${end}`,
      431,
      'The headers or the path are too large',
    ],
    ['two Hosts', `GET /things/1 HTTP/1.1\r\nhOST: b\r\n${end}`, 400, 'There is more than one Host header'],
    ['a missing Host', 'GET /things/1 HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'The Host header is missing'],
  ])('is rejected in our format, without quoting it: %s', async (_what, text, status, detail) => {
    const answer = await send(text)
    expect([answer.status, answer.body]).toEqual([status, { detail }])
    expect(answer.headers).toMatchObject(HEADERS)
  })

  test('does not disturb a request with an unknown Expect header', async () => {
    const answer = await send(`GET /things/1 HTTP/1.1\r\nExpect: canary\r\n${end}`)
    expect([answer.status, answer.body]).toEqual([200, { found: true }])
  })
})
