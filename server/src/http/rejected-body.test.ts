// A caller can be rejected before the whole body has arrived; the same connection then serves the next request.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../test/service.ts'

let service: Service
let port: number
beforeAll(async () => {
  service = await openService()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as AddressInfo).port
})
afterAll(() => service.close())

const BODY_BYTES = 250_000
const HEAD_BYTES = 20_000

test('the rest of a form without a key is read and discarded', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  const type = 'Content-Type: application/x-www-form-urlencoded'
  socket.write(`POST /v2/check HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`)
  socket.write('a&'.repeat(HEAD_BYTES / 2))
  const [rejected] = await once(socket, 'data')
  expect(rejected).toContain('HTTP/1.1 401')
  socket.write('a&'.repeat((BODY_BYTES - HEAD_BYTES) / 2))
  socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n')
  const [served] = await once(socket, 'data')
  expect(served).toContain('HTTP/1.1 200')
  socket.destroy()
})

test('after a large form without a key the connection ends', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1').on('error', () => {})
  const type = 'Content-Type: application/x-www-form-urlencoded'
  socket.write(`POST /v2/check HTTP/1.1\r\nHost: a\r\n${type}\r\nContent-Length: 4000000\r\n\r\n`)
  socket.write('a&'.repeat(HEAD_BYTES / 2))
  const [rejected] = await once(socket, 'data')
  expect(rejected).toMatch(/^HTTP\/1\.1 401.*connection: close/is)
  await once(socket, 'close')
})
