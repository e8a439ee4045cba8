// Several workers behind one port, as an operator runs them, with the embedded database of their supervisor.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Attached, attachDatabase } from '../src/db/db.ts'
import type { PlanId } from '../src/ground/plans.ts'
import { freePort } from './free-port.ts'
import { call, count, startLoad } from './load.ts'

const PROGRAM = join(import.meta.dirname, '../dist/main.js')
const LOAD = { callers: 4, paceMs: 10 }

let folder: string
let supervisor: ChildProcess
let port: number
let database: Attached
let said = ''
let logged = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workers-'))
  port = await freePort()
  const settings = { PORT: String(port), DATA_DIR: join(folder, 'data'), WORKERS: '2', NEUTRALITY_MODEL: 'fast' }
  supervisor = spawn(process.execPath, [PROGRAM], { env: { ...process.env, ...settings } })
  supervisor.stderr?.on('data', (words) => {
    said += words
  })
  supervisor.stdout?.on('data', (lines) => {
    logged += lines
  })
  await hears('is ready, with 2 workers')
  database = await attachDatabase({ dataDir: join(folder, 'data'), log: () => {} })
})
afterAll(async () => {
  supervisor?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Resolves once the supervisor has logged these words. */
async function hears(words: string): Promise<void> {
  await vi.waitFor(() => expect(said).toContain(words), { timeout: 240_000, interval: 20 })
}

/** The processes that write the log: the latest of each worker number. */
function pids(): Record<number, number> {
  const lines = logged.split('\n').slice(0, -1)
  return Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ worker, pid }) => [worker, pid]))
}

type Headers = Record<string, string>

async function account(plan: PlanId): Promise<{ headers: Headers; used(): Promise<number> }> {
  const payload = { email: `${plan}-${Math.floor(performance.now())}@example.org`, password: 'a long enough one' }
  const { access_token } = JSON.parse((await call(port, { path: '/auth/register', payload })).body)
  await database.sql`update accounts set plan = ${plan} where email = ${payload.email}`
  const bearer = { authorization: `Bearer ${access_token}` }
  const { key } = JSON.parse((await call(port, { path: '/api-keys', headers: bearer, payload: {} })).body)
  return {
    headers: { 'x-api-key': key },
    async used() {
      const stats = await call(port, { path: '/usage/stats', headers: bearer })
      return JSON.parse(stats.body).endpoints.compute.used
    },
  }
}

const DRAW = { seed: 'workers', bias: 0.5, N: 3, samples: 1_000 }

const load = (headers: Headers) => startLoad(port, { path: '/compute', headers, payload: DRAW }, LOAD)

test('the quota is exact over both workers, and both have worked', async () => {
  const { headers, used } = await account('free')
  const cost = { ...DRAW, samples: 20_000 }
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const calls = Array.from({ length: 200 }, () => call(port, { path: '/compute', headers, payload: cost }, agent))
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  agent.destroy()
  const granted = count(statuses, 200)
  expect([granted + count(statuses, 402), await used()]).toEqual([200, granted * 6])
  expect(granted).toBe(Math.floor(1_000 / 6))
  expect(Object.keys(pids())).toEqual(['1', '2'])
})

test('a killed worker is restarted; everything acknowledged is counted', async () => {
  const { headers, used } = await account('enterprise_xl')
  const { stop } = load(headers)
  await vi.waitFor(async () => expect(await used()).toBeGreaterThan(20), { timeout: 240_000 })
  process.kill(pids()[2] ?? 0, 'SIGKILL')
  await hears('Worker 2 runs again')
  const statuses = await stop()
  const acknowledged = count(statuses, 200)
  const lost = count(statuses, 0)
  expect(acknowledged + lost).toBe(statuses.length)
  const counted = await used()
  expect(counted).toBeGreaterThanOrEqual(acknowledged)
  expect(counted).toBeLessThanOrEqual(acknowledged + lost)
  expect(lost).toBeLessThanOrEqual(LOAD.callers)
  expect(said).toContain('worker 2 ended by signal SIGKILL')
})

test('a connection that was being passed to a killed worker is closed instead of waiting', async () => {
  const frozen = pids()[1] ?? 0
  process.kill(frozen, 'SIGSTOP')
  let answered = 0
  const callers = Array.from({ length: 6 }, () => {
    const caller = connect(port, '127.0.0.1')
    caller.write('GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    caller.once('data', () => {
      answered += 1
    })
    // A reset counts as closed too.
    caller.on('error', () => {})
    return new Promise((resolve) => caller.once('close', resolve))
  })
  // One connection was passed to the frozen worker; the other worker takes the rest.
  await vi.waitFor(() => expect(answered).toBe(5), { timeout: 240_000 })
  process.kill(frozen, 'SIGKILL')
  await Promise.all(callers)
  await hears('Worker 1 runs again')
  expect(answered).toBe(5)
})

const drawsCounted = async () => {
  const { body } = await call(port, { path: '/metrics' })
  return Number(/http_request_duration_seconds_count{[^}]*"\/compute",status="200"} (\d+)/.exec(body)?.[1] ?? 0)
}

test('SIGHUP replaces all workers under load without losing a request or a count', async () => {
  const { headers, used } = await account('enterprise_xl')
  const before = pids()
  const countedBefore = await drawsCounted()
  const { stop } = load(headers)
  await vi.waitFor(async () => expect(await used()).toBeGreaterThan(20), { timeout: 240_000 })
  supervisor.kill('SIGHUP')
  await hears('All workers were replaced')
  const statuses = await stop()
  expect([count(statuses, 200), await used()]).toEqual([statuses.length, statuses.length])
  expect((await drawsCounted()) - countedBefore).toBe(statuses.length)
  const after = pids()
  expect([1, 2].filter((worker) => after[worker] === before[worker])).toEqual([])
})

test('the rate limit over all workers is that of one process, within 10 %', async () => {
  // Two kept connections, one for each worker.
  const agents = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const startedMs = performance.now()
  let granted = 0
  for (let at = 0; at < 400; at++) {
    const both = agents.map((agent) => call(port, { path: '/compute', payload: DRAW }, agent))
    granted += count(
      (await Promise.all(both)).map(({ status }) => status),
      200,
    )
  }
  const minutes = (performance.now() - startedMs) / 60_000
  for (const agent of agents) agent.destroy()
  expect(granted).toBeLessThan(600 * (1 + minutes) * 1.1)
})

test('SIGTERM stops all workers, and then the database', async () => {
  const workers = Object.values(pids())
  await database.close()
  supervisor.kill('SIGTERM')
  expect(await once(supervisor, 'exit')).toEqual([0, null])
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
