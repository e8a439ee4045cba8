// What the passing of time does to a WebSocket; the test decides when a ping is due.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openGatedApp } from '../../../test/gated-app.ts'
import { responsesSocketRoute } from './responses-socket.ts'

const KNOWN = { accountId: 7, email: 'a@b.example', plan: 'free', kind: 'key', scope: 'full', keyId: 3 } as const
const PING_MS = 30_000
const PING = Buffer.from([0x89, 0])
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const BEGINNING = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x7b])
const closed = (code: number) => Buffer.from([0x88, 2, code >> 8, code & 0xff])

afterEach(() => vi.useRealTimers())

async function opened(idleMs: number) {
  const { app } = await openGatedApp(async () => KNOWN)
  responsesSocketRoute(app, { isOn: true, messageBytesMax: 1_000, limits: { pingMs: PING_MS, idleMs } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const key = Buffer.alloc(16).toString('base64')
  const about = `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nX-Api-Key: svc_good`
  socket.write(`GET /v1/responses HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${about}\r\n\r\n`)
  await once(socket, 'data')
  const next = async () => ((await once(socket, 'data')) as [Buffer])[0]
  /** Sends these bytes, and waits until the service has read them: it answers the ping after them. */
  const say = async (bytes: Buffer) => {
    socket.write(Buffer.concat([bytes, Buffer.from([0x89, 0x80, 0, 0, 0, 0])]))
    expect(await next()).toEqual(Buffer.from([0x8a, 0]))
  }
  return { app, socket, next, say, pass: () => vi.advanceTimersByTime(PING_MS) }
}

test('a caller who answers pings stays, and one who stops is disconnected', async () => {
  const { app, socket, next, say, pass } = await opened(600_000)
  for (let round = 0; round < 3; round++) {
    pass()
    expect(await next()).toEqual(PING)
    await say(PONG)
  }
  pass()
  expect(await next()).toEqual(PING)
  const end = once(socket, 'close')
  pass()
  await end
  await app.close()
})

test('a connection without a request for the idle time is closed', async () => {
  const { app, socket, pass } = await opened(-1)
  const received: Buffer[] = []
  socket.on('data', (piece) => received.push(piece))
  pass()
  await once(socket, 'close')
  expect(Buffer.concat(received)).toEqual(Buffer.concat([PING, closed(1000)]))
  await app.close()
})

test('a message that has not arrived after two pings is not waited for', async () => {
  const { app, next, say, pass } = await opened(600_000)
  await say(BEGINNING)
  pass()
  expect(await next()).toEqual(PING)
  await say(PONG)
  pass()
  expect(await next()).toEqual(closed(1008))
  await app.close()
})
