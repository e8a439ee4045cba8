import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGatedApp } from '../../../test/gated-app.ts'
import type { App } from '../http.ts'

let app: App
let port: number
beforeAll(async () => {
  ;({ app } = await openGatedApp(async () => undefined))
  app.post('/open', { config: { access: 'public' } }, async ({ body }) => ({ got: body }))
  app.post(
    '/guarded',
    { config: { access: { credentials: 'required', kinds: ['key'], area: 'ai' } } },
    async () => 'no',
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

/** Returns what is received until the service closes the connection. */
async function send(path: string, pieces: string, connection = 'close'): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece
  })
  socket.on('error', () => {})
  const type = 'Content-Type: application/json\r\nTransfer-Encoding: chunked'
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n${type}\r\n\r\n${pieces}`)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

const ONE_BYTE = '1\r\n \r\n'
const END = '4\r\ntrue\r\n0\r\n\r\n'

test('a body in many tiny pieces is rejected, whatever its content', async () => {
  const answer = await send('/open', ONE_BYTE.repeat(20_000) + END, 'keep-alive')
  expect(answer).toContain('HTTP/1.1 413')
  expect(answer).toContain('too many small pieces')
})

test('a body in small pieces is read', async () => {
  expect(await send('/open', ONE_BYTE.repeat(1_500) + END)).toContain('{"got":true}')
  expect(await send('/open', `${'64\r\n'}${' '.repeat(100)}\r\n`.repeat(5_000) + END)).toContain('{"got":true}')
})

test('what arrives after the rejection is counted too, and the connection is closed', async () => {
  const answer = await send('/guarded', ONE_BYTE.repeat(20_000) + END, 'keep-alive')
  expect(answer.match(/HTTP\/1\.1 \d+/g)?.[0]).toMatch(/401|413/)
})
