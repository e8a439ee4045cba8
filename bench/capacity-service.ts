// The built service with several workers and a PostgreSQL that waits for the disk, and the processor time of each part.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Sql } from '../server/src/db/db.ts'
import { startPostgres } from '../server/test/database.ts'
import { freePort } from '../server/test/free-port.ts'
import { descendantsOf, residentMb, threadTimesUs } from './processor-time.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
export const ACCOUNTS = 16
const PASSWORD = 'a long enough one'
const DURABLE = { fsync: 'on', full_page_writes: 'on', autovacuum: 'on' }

export interface Surroundings {
  readonly databaseUrl: string
  readonly sql: Sql
  readonly providerUrl: string
  readonly forwarderUrl: string
  /** Processor time so far, in microseconds. */
  databaseUs(): number
  besideUs(): number
  close(): Promise<void>
}

/** The database, a provider that responds at once, and a minimal gateway. */
export async function openSurroundings(): Promise<Surroundings> {
  const postgres = await startPostgres(DURABLE)
  const postmaster = await postgres.pid()
  const provider = await forkAndHear('gateway-upstream.ts', ['0'])
  const providerUrl = `http://127.0.0.1:${provider.port}/v1`
  const forwarder = await forkAndHear('gateway-forwarder.ts', [providerUrl])
  const sql = connect({ url: postgres.url, poolMax: 1, statementTimeoutMs: 10_000 })
  return {
    databaseUrl: postgres.url,
    sql,
    providerUrl,
    forwarderUrl: `http://127.0.0.1:${forwarder.port}/v1/chat/completions`,
    databaseUs: () => sumUs([postmaster, ...descendantsOf(postmaster)]),
    besideUs: () => sumUs([process.pid, provider.child.pid ?? 0]),
    async close() {
      await sql.end()
      for (const { child } of [provider, forwarder]) {
        const ended = once(child, 'exit')
        child.disconnect()
        await ended
      }
      await postgres.close()
    },
  }
}

async function forkAndHear(file: string, args: string[]): Promise<{ port: number; child: ChildProcess }> {
  const child = fork(join(ROOT, 'bench', file), args, { execArgv: ['--import', 'tsx'] })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { port: message.port, child }
}

function sumUs(pids: readonly number[]): number {
  return pids.flatMap((pid) => [...threadTimesUs(pid).values()]).reduce((sum, us) => sum + us, 0)
}

export interface Service {
  readonly port: number
  readonly workers: number
  readonly keys: readonly string[]
  readonly email: string
  readonly password: string
  /** Microseconds so far of every thread of supervisor and workers. */
  threadsUs(): Map<string, number>
  residentMb(): number
  stop(): Promise<void>
}

export async function startService(surroundings: Surroundings, workers: number): Promise<Service> {
  const port = await freePort()
  const env = { ...process.env, ...settingsOf(surroundings, port), WORKERS: String(workers) }
  const child = spawn(process.execPath, [join(ROOT, 'server/dist/main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const supervisor = child.pid ?? 0
  await untilReady(port, child)
  const pids = () => [supervisor, ...descendantsOf(supervisor)]
  const people = await Promise.all(Array.from({ length: ACCOUNTS }, (_, at) => openAccount(port, surroundings.sql, at)))
  return {
    port,
    workers,
    keys: people.map(({ key }) => key),
    email: emailOf(0),
    password: PASSWORD,
    threadsUs: () => new Map(pids().flatMap((pid) => [...threadTimesUs(pid)])),
    residentMb: () => pids().reduce((sum, pid) => sum + residentMb(pid), 0),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function settingsOf({ databaseUrl, providerUrl }: Surroundings, port: number): Record<string, string> {
  const openai = { format: 'openai', base_url: providerUrl, model: 'bench-model' }
  return {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'a secret of the benchmark, 32 characters or more',
    PROVIDERS: JSON.stringify({ provider_c: openai }),
    CHAT_API_KEY: 'bench',
    // On a busy machine a request may wait for seconds.
    ENGINE_TIMEOUT_MS: '60000',
    TRUSTED_PROXIES: 'loopback',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  }
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`)
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const emailOf = (at: number) => `bench-${at}@example.org`

/** Signs in if the account exists from an earlier start. */
async function openAccount(port: number, sql: Sql, at: number): Promise<{ key: string }> {
  const post = async (path: string, body: object, headers = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, body: JSON.stringify(body) })
    return (await answer.json()) as { access_token?: string; key: string }
  }
  const person = { email: emailOf(at), password: PASSWORD }
  const joined = await post('/auth/register', person)
  await sql`update accounts set plan = 'enterprise_xl' where email = ${person.email}`
  const token = joined.access_token ?? (await post('/auth/login', person)).access_token
  return post('/api-keys', {}, { authorization: `Bearer ${token}` })
}
