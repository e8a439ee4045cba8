// The built service with several workers and its own PostgreSQL, and a provider with real wire formats that can be made to fail.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inPieces, streamedAnswer } from '@equipoise/simulated'
import { connect, type Sql } from '../../server/src/db/db.ts'
import { startPostgres, type TestServer } from '../../server/test/database.ts'
import { freePort } from '../../server/test/free-port.ts'
import { call } from '../../server/test/load.ts'
import { TEST_SECRET } from '../../server/test/service.ts'
import {
  type Behaviour,
  breakAfter,
  reset,
  say,
  stall,
  startUpstream,
  type Upstream,
} from '../../server/test/upstream.ts'
import type { FaultKind } from './faults.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Long enough for a busy machine, and short enough to notice a hanging provider during its fault. */
export const AI_TIMEOUT_MS = 5_000
const ENGINE_TIMEOUT_MS = 30_000
/** The pause between two words of a slow provider. */
const DRIP_MS = 250
const STOP_MAX_MS = 30_000
const SAID = 'The council met on Tuesday and discussed the budget for 2027. A vote is expected before the summer break.'

export interface Soaked {
  readonly port: number
  readonly sql: Sql
  readonly postgres: TestServer
  readonly supervisorPid: number
  /** Process ids by worker number. */
  workers(): Map<number, number>
  provider(does: FaultKind | undefined): void
  /** Everything that the service has logged as errors or printed. */
  said(): string
  /** Returns how the supervisor ended. */
  stop(): Promise<number | string>
  close(): Promise<void>
}

export async function openSoaked(workers: number): Promise<Soaked> {
  const postgres = await startPostgres({ autovacuum: 'on', autovacuum_naptime: '10s' })
  const upstream = await startUpstream()
  const sql = connect({ url: postgres.url, poolMax: 2, statementTimeoutMs: 10_000 })
  const port = await freePort()
  const child = spawn(process.execPath, [join(ROOT, 'server/dist/main.js')], {
    env: { ...process.env, ...settingsOf(postgres.url, upstream.url), PORT: String(port), WORKERS: String(workers) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (words) => {
      said += words
    })
  }
  await isReady(child, port, () => said)
  const forget = forgetCalls(upstream)
  return {
    port,
    sql,
    postgres,
    supervisorPid: child.pid ?? 0,
    workers: () => workersOf(child.pid ?? 0),
    provider: (does) => upstream.plan(...behavioursOf(does)),
    said: () => said,
    async stop() {
      const ended = once(child, 'exit') as Promise<[number | null, string | null]>
      child.kill('SIGTERM')
      const [code, signal] = await Promise.race([ended, delay(STOP_MAX_MS, [null, 'nothing within 30 s'] as const)])
      return code ?? `${signal}`
    },
    async close() {
      clearInterval(forget)
      child.kill('SIGKILL')
      await sql.end()
      await upstream.close()
      await postgres.close()
    },
  }
}

function settingsOf(databaseUrl: string, providerUrl: string): Record<string, string> {
  const openai = { format: 'openai', base_url: providerUrl, model: 'small-model' }
  return {
    DATABASE_URL: databaseUrl,
    JWT_SECRET: TEST_SECRET,
    PROVIDERS: JSON.stringify({
      provider_a: openai,
      provider_b: { ...openai, format: 'anthropic' },
      provider_c: openai,
    }),
    CHAT_API_KEY: 'gsk_of-this-soak',
    AI_TIMEOUT_MS: String(AI_TIMEOUT_MS),
    ENGINE_TIMEOUT_MS: String(ENGINE_TIMEOUT_MS),
    TRUSTED_PROXIES: 'loopback',
    LOG_LEVEL: 'error',
  }
}

async function isReady(child: ChildProcess, port: number, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${said()}`)
    if (said().includes('is ready') && (await call(port, { path: '/health/ready' })).status === 200) return
    await delay(50)
  }
}

/** The provider records every call; nobody reads them here, so they are dropped. */
function forgetCalls({ calls }: Upstream): NodeJS.Timeout {
  return setInterval(() => calls.splice(0, calls.length - 1), 1_000)
}

/** From /proc: the supervisor's children with their worker numbers. */
function workersOf(supervisor: number): Map<number, number> {
  const workers = new Map<number, number>()
  for (const task of readdirSync(`/proc/${supervisor}/task`)) {
    const children = readFileSync(`/proc/${supervisor}/task/${task}/children`, 'utf8').trim().split(' ')
    for (const pid of children.filter((one) => one !== '').map(Number)) {
      const number = Number(/EQUIPOISE_WORKER=(\d+)/.exec(environmentOf(pid))?.[1])
      if (number > 0) workers.set(number, pid)
    }
  }
  return workers
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}

function behavioursOf(does: FaultKind | undefined): Behaviour[] {
  if (does === 'provider hangs') return [stall()]
  if (does === 'provider drips') return [drip]
  // The last one is repeated, so all other kinds come first.
  if (does === 'provider resets')
    return [reset(), breakAfter(['The council '], 'reset'), breakAfter(['The '], 'end'), reset()]
  return [say(SAID)]
}

const drip: Behaviour = ({ wire, call: { body }, response }) => {
  const [head = '', ...frames] = streamedAnswer(wire, { text: '', model: body.model }, inPieces(SAID))
  const isWhole = body.stream !== true
  response.writeHead(200, { 'content-type': isWhole ? 'application/json' : 'text/event-stream' })
  response.write(isWhole ? '{' : head)
  const next = setInterval(() => response.write(isWhole ? ' ' : (frames[0] ?? '')), DRIP_MS)
  response.on('close', () => clearInterval(next))
}
