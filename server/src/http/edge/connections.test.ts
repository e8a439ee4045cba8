import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openGatedApp, signalled } from '../../../test/gated-app.ts'
import type { App } from '../http.ts'
import { trustedProxyTest } from '../trusted.ts'
import type { ConnectionLimits } from './connections.ts'

/** Far more than the system buffers for a connection. */
const LARGE_BYTES = 32_000_000

const opened: { apps: App[]; sockets: Socket[] } = { apps: [], sockets: [] }
afterEach(async () => {
  for (const socket of opened.sockets.splice(0)) socket.destroy()
  for (const app of opened.apps.splice(0)) await app.close()
})

async function open(connectionLimits: Partial<ConnectionLimits>, trustedProxies: string[] = []) {
  const { app } = await openGatedApp(async () => undefined, { connectionLimits, trustedProxies })
  opened.apps.push(app)
  const handled: string[] = []
  const held = signalled()
  const answers: Record<string, () => unknown> = {
    '/quick': () => 'quick',
    '/held': () => held.promise.then(() => 'held'),
    '/large': () => Buffer.alloc(LARGE_BYTES),
  }
  for (const [path, answer] of Object.entries(answers)) {
    app.get(path, { config: { access: 'public' } }, async () => {
      handled.push(path)
      return answer()
    })
  }
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { handled, release: held.resolve, port: (app.server.address() as AddressInfo).port }
}

function dial(port: number) {
  const socket = connect(port, '127.0.0.1')
  opened.sockets.push(socket)
  socket.on('error', () => {})
  return socket
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** Reads until the connection is closed, and returns the statuses in order. */
async function statuses(socket: Socket): Promise<number[]> {
  let text = ''
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece
  })
  await once(socket, 'close')
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
}

test('requests beyond those that can wait get one 429, and none of them is handled', async () => {
  const { port, handled, release } = await open({ unansweredMax: 3 })
  const socket = dial(port)
  socket.write(get('/held') + get('/quick').repeat(500))
  const read = statuses(socket)
  await expect.poll(() => handled.length).toBe(1)
  release()
  expect(await read).toEqual([200, 200, 200, 429])
  expect(handled).toEqual(['/held', '/quick', '/quick'])
})

test('what follows on a rejected connection is not even parsed', async () => {
  const { port, handled, release } = await open({ unansweredMax: 3 })
  let parsed = 0
  opened.apps[0]?.server.on('request', () => parsed++)
  const socket = dial(port)
  socket.write(get('/held') + get('/quick').repeat(20_000))
  const read = statuses(socket)
  await expect.poll(() => handled.length).toBe(1)
  release()
  expect(await read).toEqual([200, 200, 200, 429])
  expect(parsed).toBe(4)
})

test('pipelined requests run one after another, in turn with those of other connections', async () => {
  const { port, handled, release } = await open({})
  const [hasty, patient] = [dial(port), dial(port)]
  hasty.write(get('/held') + get('/quick').repeat(3))
  await expect.poll(() => handled).toEqual(['/held'])
  patient.write(get('/large'))
  await once(patient, 'data')
  expect(handled).toEqual(['/held', '/large'])
  release()
  await expect.poll(() => handled).toEqual(['/held', '/large', '/quick', '/quick', '/quick'])
})

test('requests that wait on a closed connection are never handled', async () => {
  const { port, handled, release } = await open({})
  const gone = dial(port)
  gone.write(get('/held') + get('/quick').repeat(3))
  await expect.poll(() => handled).toEqual(['/held'])
  gone.destroy()
  await expect.poll(() => countConnections(opened.apps[0])).toBe(0)
  release()
  const other = dial(port)
  other.write(get('/large'))
  await once(other, 'data')
  expect(handled).toEqual(['/held', '/large'])
})

test('a caller that waits for its responses can send any number of requests', async () => {
  const { port } = await open({ unansweredMax: 1 })
  const socket = dial(port)
  for (let asked = 0; asked < 5; asked++) {
    socket.write(get('/quick'))
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
    await nextTurn()
  }
})

test('a caller that sends more requests while it has much to read is disconnected', async () => {
  const { port, handled } = await open({ unreadBytesMax: 1_000 })
  const socket = dial(port)
  socket.pause()
  socket.write(get('/large'))
  await expect.poll(() => handled.length).toBe(1)
  await nextTurn()
  socket.write(get('/quick'))
  socket.once('close', () => handled.push('closed'))
  await expect.poll(() => socket.resume() && handled.at(-1)).toBe('closed')
  expect(handled).not.toContain('/quick')
})

test('a caller that stops reading is disconnected, one that reads or has nothing to read is not', async () => {
  const { port } = await open({ writeTimeoutMs: 100 })
  const idle = dial(port)
  const reading = dial(port)
  reading.write(get('/large'))
  let read = 0
  reading.on('data', (piece) => {
    read += piece.length
  })
  const deaf = dial(port)
  deaf.pause()
  const closed = once(deaf, 'close')
  deaf.write(get('/large'))
  await expect.poll(() => read).toBeGreaterThan(LARGE_BYTES)
  await expect.poll(() => countConnections(opened.apps[0])).toBe(2)
  // A paused socket learns of its end only when it reads again.
  deaf.resume()
  await closed
  expect([idle.destroyed, reading.destroyed]).toEqual([false, false])
})

function countConnections(app: App | undefined): Promise<number> {
  return new Promise((resolve, reject) =>
    app?.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

test('connections of one address above the limit get an error and are closed; when one ends, another can connect', async () => {
  const { port } = await open({ perAddressMax: 2 })
  const [first, second] = [dial(port), dial(port)]
  await Promise.all([once(first, 'connect'), once(second, 'connect')])
  expect(await statuses(dial(port))).toEqual([429])
  first.destroy()
  await expect.poll(() => countConnections(opened.apps[0])).toBe(1)
  const third = dial(port)
  third.write(get('/quick'))
  expect(String((await once(third, 'data'))[0])).toContain('200 OK')
})

test('a trusted proxy can have any number of connections', async () => {
  const { port } = await open({ perAddressMax: 1 }, ['127.0.0.1'])
  await once(dial(port), 'connect')
  const second = dial(port)
  second.write(get('/quick'))
  expect(String((await once(second, 'data'))[0])).toContain('200 OK')
})

test.each([
  [['10.0.0.0/8'], '10.1.2.3', true],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  [['10.0.0.0/8'], '11.1.2.3', false],
  [['2001:db8::1'], '2001:db8::1', true],
  [['2001:db8::1'], '2001:db8::2', false],
  [['loopback', 'uniquelocal'], '192.168.0.1', true],
  [['loopback'], '::1', true],
  [[], '127.0.0.1', false],
])('with TRUSTED_PROXIES %j, %s is one of them: %s', (trusted, address, expected) => {
  expect(trustedProxyTest(trusted)(address)).toBe(expected)
})
