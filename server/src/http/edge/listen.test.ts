import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { openGatedApp, signalled } from '../../../test/gated-app.ts'
import type { App } from '../http.ts'
import type { ConnectionLimits } from './connections.ts'

const opened: { apps: App[]; sockets: Socket[] } = { apps: [], sockets: [] }
afterEach(async () => {
  for (const socket of opened.sockets.splice(0)) socket.destroy()
  for (const app of opened.apps.splice(0)) await app.close()
})

/** A machine without IPv6 still has a second loopback address. */
const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
const OTHER = hasIpv6 ? '::1' : '127.0.0.2'
const ADDRESSES = ['127.0.0.1', OTHER]

async function open(connectionLimits: Partial<ConnectionLimits> = {}) {
  const { app } = await openGatedApp(async () => undefined, { connectionLimits })
  opened.apps.push(app)
  const held = signalled()
  app.get('/quick', { config: { access: 'public' } }, async () => 'quick')
  app.get('/held', { config: { access: 'public' } }, () => held.promise.then(() => 'held'))
  await app.listenOn({ host: 'localhost', port: 0, addressesOf: async () => ADDRESSES })
  return { app, release: held.resolve, port: (app.server.address() as AddressInfo).port }
}

async function dial(host: string, port: number): Promise<Socket> {
  const socket = connect(port, host)
  opened.sockets.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

async function statuses(socket: Socket): Promise<number[]> {
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece
  })
  if (!socket.destroyed) await once(socket, 'close')
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
}

test.each(ADDRESSES)('localhost answers on %s, with the limit on unanswered requests', async (host) => {
  const { port } = await open({ unansweredMax: 3 })
  const socket = await dial(host, port)
  socket.write(get('/quick').repeat(500))
  expect(await statuses(socket)).toEqual([200, 200, 200, 429])
})

test.each(ADDRESSES)('the limit on connections of one address holds on %s', async (host) => {
  const { port } = await open({ perAddressMax: 2 })
  await dial(host, port)
  await dial(host, port)
  expect(await statuses(await dial(host, port))).toEqual([429])
})

test('the limit on all connections counts those of both addresses together', async () => {
  const { port } = await open({ connectionsMax: 2 })
  await dial('127.0.0.1', port)
  const last = await dial(OTHER, port)
  expect(await statuses(await dial(OTHER, port))).toEqual([])
  last.write(get('/quick', 'Connection: close\r\n'))
  expect(await statuses(last)).toEqual([200])
})

test('a stop waits for running requests on either address', async () => {
  const { app, port, release } = await open()
  const reading = await Promise.all(
    ADDRESSES.map(async (host) => {
      const socket = await dial(host, port)
      const heard = once(app.server, 'request')
      socket.write(get('/held'))
      await heard
      return { answered: statuses(socket) }
    }),
  )
  const closing = app.close()
  release()
  expect(await Promise.all(reading.map(({ answered }) => answered))).toEqual([[200], [200]])
  await closing
})

test('an address that another program listens on is an error, one that the machine does not have is not', async () => {
  const taken = createServer().listen(0, OTHER)
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { app } = await openGatedApp(async () => undefined)
  opened.apps.push(app)
  const where = { host: 'localhost', port, addressesOf: async () => ADDRESSES }
  await expect(app.listenOn(where)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  taken.close()
  const { app: another } = await openGatedApp(async () => undefined)
  opened.apps.push(another)
  await another.listenOn({ host: 'localhost', port: 0, addressesOf: async () => ['127.0.0.1', '2001:db8::1'] })
})
