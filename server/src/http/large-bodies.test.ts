import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openGatedApp, signalled } from '../../test/gated-app.ts'
import { WAIT } from '../../test/waiting.ts'
import type { Caller } from '../accounts/accounts.ts'
import type { App } from './app.ts'

const BODY = JSON.stringify({ text: 'x'.repeat(100_000) })
const ROOM_OF_STRANGERS = 4.5 * BODY.length
/** More than an account can leave unread, and more than the buffers between two sockets hold. */
const LARGE_RESPONSE = 16_000_000
const SMALL = JSON.stringify({ text: 'x'.repeat(5_000) })

let app: App
let held = signalled()
const sockets: Socket[] = []
beforeAll(async () => {
  const bodyLimits = { largeBytes: 10_000, totalBytesMax: 4 * ROOM_OF_STRANGERS }
  const caller = {
    kind: 'key',
    accountId: 7,
    keyId: 1,
    plan: 'pro',
    scope: 'full',
    role: 'member',
  } as unknown as Caller
  const identify = async ({ text }: { text: string }) => (text === 'svc_good' ? caller : undefined)
  ;({ app } = await openGatedApp(identify, { bodyLimits, trustedProxies: ['127.0.0.1'] }))
  const access = { credentials: 'optional', kinds: ['key'], area: 'compute' } as const
  app.post('/work', { config: { access } }, async (request) => {
    if (request.headers['x-held']) await held.promise
    if (request.headers['x-large']) return 'y'.repeat(LARGE_RESPONSE)
    return { length: (request.body as { text: string }).text.length }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  held.resolve()
  held = signalled()
})
afterAll(() => app.close())

/** Sends all of the body but its last byte. */
function start(address: string, body = BODY): Socket {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {}).setEncoding('latin1')
  const head = `Host: a\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
  socket.write(`POST /work HTTP/1.1\r\n${head}\r\n\r\n${body.slice(0, -1)}`)
  return socket
}

async function ask(address: string, payload = BODY, more: Record<string, string> = {}) {
  const headers = { 'x-forwarded-for': address, 'content-type': 'application/json', ...more }
  return app.inject({ method: 'POST', url: '/work', headers, payload, remoteAddress: '127.0.0.1' })
}

/** Starts a body from each address, and waits until all but its last byte has arrived. */
async function hold(...addresses: string[]): Promise<void> {
  const counting = vi.spyOn(app, 'countBody')
  for (const address of addresses) start(address)
  const isArrived = ([, bytes]: unknown[]) => bytes === BODY.length - 1
  await vi.waitFor(() => expect(counting.mock.calls.filter(isArrived)).toHaveLength(addresses.length), WAIT)
  counting.mockRestore()
}

/** Waits until the node has received these bodies: then one more is rejected. */
const whenFull = (address: string, status: number) =>
  vi.waitFor(async () => expect((await ask(address)).statusCode).toBe(status), WAIT)

test('of one caller, large bodies beyond a quarter of the room are rejected until one is done; small ones are not', async () => {
  await hold('203.0.113.7')
  const rejected = await ask('203.0.113.7')
  expect([rejected.headers['retry-after'], rejected.headers.connection]).toEqual(['1', 'close'])
  expect((await ask('203.0.113.7', SMALL)).statusCode).toBe(200)
  expect((await ask('203.0.113.8')).statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
  await whenFull('203.0.113.7', 200)
})

test('without an account, large bodies are rejected when there is no room; small ones and those of accounts are not', async () => {
  await hold('203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4')
  await whenFull('203.0.113.9', 503)
  expect((await ask('203.0.113.9', SMALL)).statusCode).toBe(200)
  expect((await ask('203.0.113.9', BODY, { 'x-api-key': 'svc_good' })).statusCode).toBe(200)
  for (const socket of sockets) socket.destroy()
  await whenFull('203.0.113.9', 200)
})

test('a body counts until its request is done, not only until it has arrived', async () => {
  const running = ask('203.0.113.7', BODY, { 'x-held': 'yes' })
  await whenFull('203.0.113.7', 429)
  held.resolve()
  expect((await running).json()).toEqual({ length: 100_000 })
  expect((await ask('203.0.113.7')).statusCode).toBe(200)
})

test('an account that does not read its large responses can send no more requests', async () => {
  const good = { 'x-api-key': 'svc_good' }
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {}).pause()
  socket.write('POST /work HTTP/1.1\r\nHost: a\r\nX-Api-Key: svc_good\r\nX-Large: yes\r\nContent-Length: 0\r\n\r\n')
  const whenStatus = (status: number) =>
    vi.waitFor(async () => expect((await ask('203.0.113.7', SMALL, good)).statusCode).toBe(status), WAIT)
  await whenStatus(429)
  expect((await ask('203.0.113.7', SMALL)).statusCode).toBe(200)
  socket.destroy()
  await whenStatus(200)
})
