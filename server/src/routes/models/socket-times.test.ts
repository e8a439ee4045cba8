// What the passing of time and many bytes do to a WebSocket; the test decides when a ping is due.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { openGatedApp, signalled } from '../../../test/gated-app.ts'
import { responsesSocketRoute } from './responses-socket.ts'

const KNOWN = { accountId: 7, email: 'a@b.example', plan: 'free', kind: 'key', scope: 'full', keyId: 3 } as const
const PING_MS = 30_000
const PING = Buffer.from([0x89, 0])
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
const BEGINNING = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x7b])
const closed = (code: number) => Buffer.from([0x88, 2, code >> 8, code & 0xff])

afterEach(() => vi.useRealTimers())

async function opened(idleMs: number, { identify = async () => KNOWN, messageBytesMax = 1_000 } = {}) {
  const bodyLimits = { largeBytes: 10_000, totalBytesMax: 400_000 }
  const { app } = await openGatedApp(identify, { bodyLimits })
  const limits = { pingMs: PING_MS, idleMs }
  const onRequest = responsesSocketRoute(app, { messageBytesMax, limits })
  const asked = vi.fn()
  const access = { credentials: 'required', kinds: ['key'], area: 'ai' } as const
  app.post('/v1/responses', { onRequest, config: { access } }, async () => asked())
  const accepted: Socket[] = []
  app.server.on('connection', (one: Socket) => accepted.push(one))
  await app.listen({ port: 0, host: '127.0.0.1' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const dial = async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const key = Buffer.alloc(16).toString('base64')
    const about = `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\nX-Api-Key: svc_good`
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket'
    socket.write(`GET /v1/responses HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n${about}\r\n\r\n`)
    await once(socket, 'data')
    return socket
  }
  const socket = await dial()
  const next = async () => ((await once(socket, 'data')) as [Buffer])[0]
  /** Sends these bytes, and waits until the service has read them: it answers the ping after them. */
  const say = async (bytes: Buffer) => {
    socket.write(Buffer.concat([bytes, Buffer.from([0x89, 0x80, 0, 0, 0, 0])]))
    expect(await next()).toEqual(Buffer.from([0x8a, 0]))
  }
  return { app, socket, dial, accepted, asked, next, say, pass: () => vi.advanceTimersByTime(PING_MS) }
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

test('of pings that arrive together, only the last is answered', async () => {
  const { app, socket, next } = await opened(600_000)
  const pings = Array.from({ length: 500 }, (_, nth) => Buffer.from([0x89, 0x82, 0, 0, 0, 0, nth >> 8, nth & 0xff]))
  socket.write(Buffer.concat(pings))
  expect(await next()).toEqual(Buffer.from([0x8a, 2, 499 >> 8, 499 & 0xff]))
  socket.destroy()
  await app.close()
})

test('messages that are arriving share the room of large bodies, and leave it when they have arrived', async () => {
  const { app, dial } = await opened(600_000, { messageBytesMax: 200_000 })
  const half = Buffer.alloc(60_000)
  /** The start of a message that is not JSON, as an answer of its own is not the matter here. */
  const start = Buffer.concat([Buffer.from([0x01, 0xfe, half.length >> 8, half.length & 0xff, 0, 0, 0, 0]), half])
  const sockets = [await dial(), await dial(), await dial()]
  const ends = await Promise.race(
    sockets.map(async (socket) => {
      socket.write(start)
      return ((await once(socket, 'data')) as [Buffer])[0]
    }),
  )
  expect(ends).toEqual(closed(1013))
  for (const socket of sockets) socket.destroy()
  const again = await dial()
  again.write(Buffer.concat([start, Buffer.from([0x80, 0x80, 0, 0, 0, 0])]))
  expect(String(await once(again, 'data'))).toContain('"type":"error","status":400')
  again.write(Buffer.concat([start, Buffer.from([0x80, 0x80, 0, 0, 0, 0])]))
  expect(String(await once(again, 'data'))).toContain('"type":"error","status":400')
  again.destroy()
  await app.close()
})

test('a caller who is gone before its credentials were looked up asks nothing', async () => {
  const [begun, known] = [signalled(), signalled()]
  let isOpen = false
  const identify = async () => {
    if (isOpen) begun.resolve()
    if (isOpen) await known.promise
    return KNOWN
  }
  const { app, socket, accepted, asked } = await opened(600_000, { identify })
  isOpen = true
  socket.write(Buffer.concat([Buffer.from([0x81, 0x82, 0, 0, 0, 0]), Buffer.from('{}')]))
  await begun.promise
  const gone = once(accepted[0] as Socket, 'close')
  socket.destroy()
  await gone
  known.resolve()
  await app.close()
  expect(asked).not.toHaveBeenCalled()
})
