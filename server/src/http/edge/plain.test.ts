import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openGatedApp, signalled } from '../../../test/gated-app.ts'
import { openService, type Service } from '../../../test/service.ts'
import type { App } from '../http.ts'
import { CONNECTION_LIMITS } from './connections.ts'

const apps: App[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

async function open() {
  const { app } = await openGatedApp(async () => undefined, { connectionGuard: false })
  apps.push(app)
  const held = signalled()
  app.get('/quick', { config: { access: 'public' } }, async () => 'quick')
  app.get('/held', { config: { access: 'public' } }, () => held.promise.then(() => 'held'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, release: held.resolve, dial: () => connect((app.server.address() as AddressInfo).port, '127.0.0.1') }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

/** Reads until the connection is closed, and returns the statuses in order. */
async function statuses(socket: Socket): Promise<number[]> {
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece
  })
  await once(socket, 'close')
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
}

test('all requests of a connection are answered, however many wait', async () => {
  const { dial } = await open()
  const socket = dial()
  const count = CONNECTION_LIMITS.unansweredMax + 1
  socket.write(get('/quick').repeat(count) + get('/quick', 'Connection: close\r\n'))
  expect(await statuses(socket)).toEqual(Array(count + 1).fill(200))
})

test('what is not HTTP is rejected in our format', async () => {
  const { dial } = await open()
  const socket = dial()
  socket.write('garbage\r\n\r\n')
  expect(await statuses(socket)).toEqual([400])
})

test.each([
  ['stop', (app: App) => app.close()],
  ['retirement', (app: App) => app.retire({ idleMs: 0, maxMs: 10_000 })],
])('a %s answers running requests, and closes idle connections', async (_how, end) => {
  const { app, dial, release } = await open()
  const socket = dial()
  const arrived = once(app.server, 'request')
  socket.write(get('/held'))
  await arrived
  const read = statuses(socket)
  const ended = end(app)
  release()
  expect(await read).toEqual([200])
  await ended
})

let service: Service
beforeAll(async () => {
  service = await openService({ env: { CONNECTION_GUARD: 'off' } })
})
afterAll(() => service.close())

test('the whole service works with CONNECTION_GUARD=off', async () => {
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/compute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ bias: 0.9, seed: 1 }),
  })
  expect([answer.status, (await answer.json()).ain]).toEqual([200, 1])
})
