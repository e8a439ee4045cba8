// Several nodes with one PostgreSQL behind a balancer, all as separate processes: HAProxy from Debian, or a small balancer of ours.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectSql, type Sql } from '../server/src/db/db.ts'
import { monthOf } from '../server/src/ground/calendar.ts'
import type { TestServer } from '../server/test/database.ts'
import { installDebian, sayLoudly } from '../server/test/debian.ts'
import { freePort } from '../server/test/free-port.ts'
import { call } from '../server/test/load.ts'
import { TEST_SECRET } from '../server/test/service.ts'
import { startUpstream, type Upstream } from '../server/test/upstream.ts'

const ROOT = join(import.meta.dirname, '..')
const HAPROXY = '/usr/sbin/haproxy'
const DRAIN_MS = 1_000
export const AI_TIMEOUT_MS = 1_500
const INTERNAL_ERROR = /[^\n]*(?:"kind":"internal"|unhandled|uncaught)[^\n]*/gi

/** The logged lines that no node should ever log, whatever happens to it. */
export function internalErrors(said: string): string[] {
  return said.match(INTERNAL_ERROR) ?? []
}

/** The database of a cluster: one server, or several. */
export interface Served {
  readonly url: string
  close(): Promise<void>
}

interface ClusterNode {
  readonly process: ChildProcess
  readonly ended: Promise<number | null>
  said(): string
}

export interface Cluster<Postgres extends Served = TestServer> {
  /** The port of the balancer. */
  readonly port: number
  readonly ports: readonly number[]
  readonly sql: Sql
  readonly postgres: Postgres
  readonly upstream: Upstream
  readonly nodes: ClusterNode[]
  /** What all nodes have logged so far, including stopped ones. */
  said(): string
  /** Starts a node in this place, and resolves when it is ready. */
  start(at: number, program?: string): Promise<void>
  /** Starts a node that is expected to fail; returns what it logged. */
  startInVain(): Promise<string>
  setAhead(ms: number): Promise<void>
  account(plan: string): Promise<ClusterAccount>
  close(): Promise<void>
}

export interface ClusterAccount {
  readonly headers: Record<string, string>
  /** The usage in the month of a moment; without one, of all months together. */
  used(atMs?: number): Promise<number>
}

/** Closing the cluster also closes the database. `more` are settings of all nodes. */
export async function openCluster<Postgres extends Served>(
  size: number,
  postgres: Postgres,
  more: Readonly<Record<string, string>> = {},
): Promise<Cluster<Postgres>> {
  const folder = await mkdtemp(join(tmpdir(), 'cluster-'))
  const clock = join(folder, 'clock')
  await writeFile(clock, '0')
  const upstream = await startUpstream()
  const sql = connectSql({ url: postgres.url, poolMax: 2, statementTimeoutMs: 10_000 })
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()))
  const settings = {
    ...settingsOf(postgres.url, upstream.url),
    CLOCK_FILE: clock,
    ...more,
  }
  const nodes: ClusterNode[] = []
  const all: ClusterNode[] = []
  const start = async (at: number, program = join(ROOT, 'server/dist/main.js')): Promise<void> => {
    const node = launch(program, { ...settings, PORT: String(ports[at]) })
    nodes[at] = node
    all.push(node)
    await isReady(node)
  }
  await Promise.all(ports.map((_, at) => start(at)))
  const balancer = await openBalancer(folder, ports)
  return {
    port: balancer.port,
    ports,
    sql,
    postgres,
    upstream,
    nodes,
    said: () => all.map((node) => node.said()).join('\n'),
    start,
    async startInVain() {
      const node = launch(join(ROOT, 'server/dist/main.js'), { ...settings, PORT: String(await freePort()) })
      await node.ended
      return node.said()
    },
    setAhead: (ms) => writeFile(clock, String(ms)),
    account: (plan) => openAccount(balancer.port, sql, plan),
    async close() {
      for (const { process } of nodes) process.kill('SIGKILL')
      await Promise.all(nodes.map(({ ended }) => ended))
      await balancer.close()
      await sql.end()
      await upstream.close()
      await postgres.close()
      await rm(folder, { recursive: true })
    },
  }
}

function settingsOf(databaseUrl: string, providerUrl: string): Record<string, string> {
  const provider = { format: 'openai', base_url: providerUrl, model: 'small-model' }
  return {
    DATABASE_URL: databaseUrl,
    JWT_SECRET: TEST_SECRET,
    PROVIDERS: JSON.stringify({ provider_c: provider }),
    CHAT_API_KEY: 'gsk_of-this-test',
    AI_TIMEOUT_MS: String(AI_TIMEOUT_MS),
    DRAIN_MS: String(DRAIN_MS),
    NEUTRALITY_MODEL: 'fast',
    TRUSTED_PROXIES: 'loopback',
    LOG_LEVEL: 'error',
  }
}

function launch(program: string, settings: Record<string, string>): ClusterNode {
  const clock = join(ROOT, 'server/test/shifted-clock.mjs')
  const child = spawn(process.execPath, ['--import', clock, program], { env: { ...process.env, ...settings } })
  let said = ''
  child.stderr.on('data', (words) => {
    said += words
  })
  // Keeps the log, so that errors can show it.
  child.stdout.on('data', (lines) => {
    said += lines
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { process: child, ended, said: () => said }
}

async function isReady({ process: child, ended, said }: ClusterNode): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', () => said().includes('is ready') && resolve())
    void ended.then(() => reject(new Error(`the node ended: ${said()}`)))
  })
}

async function openAccount(port: number, sql: Sql, plan: string): Promise<ClusterAccount> {
  const payload = { email: `${plan}-${process.hrtime.bigint()}@example.org`, password: 'a long enough one' }
  const { access_token } = JSON.parse((await call(port, { path: '/auth/register', payload })).body)
  const [row] = await sql<{ id: number }[]>`
    update accounts set plan = ${plan} where email = ${payload.email} returning id`
  const headers = { authorization: `Bearer ${access_token}` }
  const { key } = JSON.parse((await call(port, { path: '/api-keys', headers, payload: {} })).body)
  return {
    headers: { 'x-api-key': key as string },
    async used(atMs) {
      const month = atMs === undefined ? null : monthOf(atMs)
      const [use] = await sql<{ used: number }[]>`
        select coalesce(sum(from_allowance + from_topup), 0)::int8 as used from usage_months
        where account_id = ${row?.id ?? 0} and (${month}::date is null or month = ${month}::date)`
      return Number(use?.used ?? 0)
    },
  }
}

/** This release with one more migration, which looks like the next release to the other nodes. */
export async function makeNextRelease(): Promise<{ program: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'next-release-'))
  for (const part of ['dist', 'migrations', 'package.json']) {
    await cp(join(ROOT, 'server', part), join(folder, 'server', part), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  if (existsSync(join(ROOT, 'server/node_modules'))) {
    await symlink(join(ROOT, 'server/node_modules'), join(folder, 'server/node_modules'))
  }
  const migration =
    'create table of_the_next_release (id int8 primary key);\nalter table accounts add column next text;\n'
  await writeFile(join(folder, 'server/migrations/9999_next.sql'), migration)
  return { program: join(folder, 'server/dist/main.js'), remove: () => rm(folder, { recursive: true }) }
}

interface Balancer {
  readonly port: number
  close(): Promise<void>
}

function openBalancer(folder: string, ports: readonly number[]): Promise<Balancer> {
  if (existsSync(HAPROXY) || installDebian(['haproxy'])) return startHaproxy(folder, ports)
  sayLoudly(
    'NOTHING WAS TESTED BEHIND HAPROXY: it is not installed (apt-get install haproxy). A balancer of ours stands in.',
  )
  return startOwnBalancer(ports)
}

/**
 * As in deploy/haproxy, but with more frequent checks and more time for a response: otherwise all nodes would count as down on a busy
 * machine.
 */
async function startHaproxy(folder: string, ports: readonly number[]): Promise<Balancer> {
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 150s
  timeout check 30s
  option redispatch
  retries 3
  retry-on conn-failure
frontend public
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /health/ready
  http-check expect status 200
  default-server check inter 200ms fall 1 rise 1
${ports.map((node) => `  server node-${node} 127.0.0.1:${node}`).join('\n')}
`,
  )
  const program = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(program, 'exit')
  await reaches(port)
  return {
    port,
    async close() {
      program.kill('SIGTERM')
      await ended
    },
  }
}

/** Forwards each connection to the next node that is ready. */
async function startOwnBalancer(ports: readonly number[]): Promise<Balancer> {
  let ready = [...ports]
  let turn = 0
  const look = setInterval(async () => {
    const statuses = await Promise.all(ports.map((node) => call(node, { path: '/health/ready' })))
    ready = ports.filter((_, at) => statuses[at]?.status === 200)
  }, 200)
  const server: Server = createServer((socket) => {
    const node = connect(ready[turn++ % ready.length] ?? 0, '127.0.0.1')
    socket.pipe(node).pipe(socket)
    for (const end of [socket, node]) end.on('error', () => [socket, node].map((one) => one.destroy()))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as { port: number }).port,
    async close() {
      clearInterval(look)
      server.close()
    },
  }
}

async function reaches(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await call(port, { path: '/health/live' })).status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the balancer does not answer')
}
