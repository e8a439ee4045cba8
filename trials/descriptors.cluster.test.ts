// A node with a low limit on open files, under more connections than that.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../server/test/database.ts'
import { freePort } from '../server/test/free-port.ts'
import { call } from '../server/test/load.ts'
import { TEST_SECRET } from '../server/test/service.ts'
import { internalErrors } from './cluster-setup.ts'

const ROOT = join(import.meta.dirname, '..')
/** With fewer, Node cannot even load the program. */
const DESCRIPTORS = 256
const CONNECTIONS = 500
const LONG = { timeout: 90_000, interval: 50 }
const DRAW = { seed: 'descriptors', bias: 0.5, N: 3, samples: 1_000 }

let db: FreshDatabase | undefined
let node: ChildProcess | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  if (node?.exitCode === null) {
    node.kill('SIGKILL')
    await once(node, 'exit')
  }
  await db?.close()
})

/** Resolves when the node is ready. */
async function startNode(databaseUrl: string): Promise<{ port: number; said(): string }> {
  const port = await freePort()
  const settings = { PORT: String(port), DATABASE_URL: databaseUrl, JWT_SECRET: TEST_SECRET, NEUTRALITY_MODEL: 'fast' }
  const env = { ...process.env, ...settings, LOG_LEVEL: 'error' }
  const command = ['-c', `ulimit -n ${DESCRIPTORS} && exec "$@"`, 'sh', process.execPath, 'server/dist/main.js']
  const child = spawn('/bin/sh', command, { cwd: ROOT, env })
  node = child
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (words) => (said += words))
  await vi.waitFor(() => expect(said).toContain('is ready'), LONG)
  return { port, said: () => said }
}

const openFiles = () => readdirSync(`/proc/${node?.pid}/fd`).length

test('a node without a free file descriptor keeps its connections, closes new ones, and recovers afterwards', async () => {
  db = await freshDatabase()
  const { port, said } = await startNode(db.url)
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  const payload = { email: 'descriptors@example.org', password: 'a long enough one' }
  const { access_token } = JSON.parse((await call(port, { path: '/auth/register', payload }, kept)).body)
  const compute = { path: '/compute', headers: { authorization: `Bearer ${access_token}` }, payload: DRAW }
  expect((await call(port, compute, kept)).status).toBe(200)

  let closed = 0
  for (let at = 0; at < CONNECTIONS; at++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => closed++)
    sockets.push(socket)
  }
  await vi.waitFor(() => expect(closed).toBeGreaterThan(0), LONG)
  expect(openFiles()).toBeGreaterThanOrEqual(DESCRIPTORS - 5)

  // Sent over an existing connection: responses that need another file must fail with a clear status.
  const paths = ['/health/live', '/health', '/openapi.json', '/', '/app', '/.well-known/equipoise-signing-key']
  const statuses: Record<string, number> = {}
  for (const path of paths) statuses[path] = (await call(port, { path }, kept)).status
  const computed: number[] = []
  for (let at = 0; at < 20; at++) computed.push((await call(port, compute, kept)).status)
  expect(statuses['/health/live']).toBe(200)
  expect(Object.values(statuses)).not.toContain(500)
  expect([...new Set(computed)].filter((status) => status !== 200 && status !== 503)).toEqual([])

  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect((await call(port, compute)).status).toBe(200), LONG)
  expect(node?.exitCode).toBe(null)
  expect(internalErrors(said())).toEqual([])
  kept.destroy()
})
