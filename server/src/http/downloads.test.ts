import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { WAIT } from '../../test/waiting.ts'
import { createDownloads } from './downloads.ts'
import { sendError } from './error-responses.ts'

/** More than the buffers between two sockets hold. */
const PAGE = 'x'.repeat(16 * 1_048_576)
const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close()
})

async function open(limits: Parameters<typeof createDownloads>[0]) {
  const downloads = createDownloads(limits)
  const app = Fastify({ forceCloseConnections: true, trustProxy: true })
  app.setErrorHandler(sendError)
  app.get('/page', async (request, reply) => {
    downloads.enter(request, reply, Number(request.headers['x-places'] ?? 1))
    await nextTurn()
    return reply.send(request.headers['x-small'] ? 'small' : PAGE)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  opened.push(app)
  const { port } = app.server.address() as { port: number }
  /** Sends a request, and reads only the first bytes. */
  const readSlowly = async (address: string) => {
    const socket = connect(port, '127.0.0.1')
    opened.push({ close: () => socket.destroy() })
    socket.write(`GET /page HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${address}\r\n\r\n`)
    await new Promise((resolve) => socket.once('readable', resolve))
    return socket
  }
  const ask = (address: string) =>
    app.inject({ url: '/page', headers: { 'x-small': '1', 'x-forwarded-for': address }, remoteAddress: '127.0.0.1' })
  const askLarge = (places: number) =>
    app.inject({ url: '/page', headers: { 'x-small': '1', 'x-places': String(places) }, remoteAddress: '127.0.0.1' })
  return { readSlowly, ask, askLarge }
}

test('slow readers of one network use up its places without affecting others; a place is free when its reader is gone', async () => {
  const { readSlowly, ask } = await open({ totalMax: 4, perNetworkMax: 2, readMaxMs: 600_000 })
  const [first] = [await readSlowly('203.0.113.7'), await readSlowly('203.0.113.7')]
  const rejected = await ask('203.0.113.7')
  expect([rejected.statusCode, rejected.headers['retry-after']]).toEqual([503, '30'])
  expect(rejected.json().detail).toMatch(/Too many downloads/)
  for (let i = 0; i < 10; i++) expect((await ask('198.51.100.1')).statusCode).toBe(200)
  first?.destroy()
  await vi.waitFor(async () => expect((await ask('203.0.113.7')).statusCode).toBe(200), WAIT)
})

test('slow readers on many networks of one customer leave places for others', async () => {
  const { readSlowly, ask } = await open({ totalMax: 5, perNetworkMax: 1, readMaxMs: 600_000 })
  for (const network of [1, 2, 3, 4]) await readSlowly(`2001:db8:7:${network}::1`)
  expect((await ask('2001:db8:7:5::1')).statusCode).toBe(503)
  expect((await ask('2001:db8:8:1::1')).statusCode).toBe(200)
})

test('all networks together have a limit, too', async () => {
  const { readSlowly, ask } = await open({ totalMax: 2, perNetworkMax: 2, readMaxMs: 600_000 })
  for (const address of ['203.0.113.1', '203.0.113.2']) await readSlowly(address)
  expect((await ask('203.0.113.3')).statusCode).toBe(503)
})

test('a reader that takes too long is disconnected, and its place is free', async () => {
  const { readSlowly, ask } = await open({ totalMax: 1, perNetworkMax: 1, readMaxMs: 50 })
  const socket = await readSlowly('203.0.113.7')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => {}).resume()
  await closed
  await vi.waitFor(async () => expect((await ask('203.0.113.7')).statusCode).toBe(200), WAIT)
})

test('a large file needs several places at once', async () => {
  const { readSlowly, askLarge } = await open({ totalMax: 8, perNetworkMax: 4, readMaxMs: 600_000 })
  expect((await askLarge(4)).statusCode).toBe(200)
  await readSlowly('127.0.0.1')
  expect([(await askLarge(4)).statusCode, (await askLarge(3)).statusCode]).toEqual([503, 200])
})
