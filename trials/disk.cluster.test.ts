// Really full disks: small file systems in memory, which only root can mount.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connect } from '../server/src/db/db.ts'
import { freshDatabase } from '../server/test/database.ts'
import { sayLoudly } from '../server/test/debian.ts'
import { freePort } from '../server/test/free-port.ts'
import { call, count, startLoad } from '../server/test/load.ts'
import { TEST_SECRET } from '../server/test/service.ts'

const ROOT = join(import.meta.dirname, '..')
const LONG = { timeout: 90_000, interval: 100 }
const DRAW = { seed: 'disk', bias: 0.5, N: 3, samples: 1_000 }
/** More than a new database needs, and small enough to fill quickly. */
const DATA_DISK = '160m'
const SMALL_DISK = '1m'
const BLOCK = Buffer.alloc(65_536)

let folder: string
const mounted: string[] = []
const nodes: ChildProcess[] = []

/** Undefined if this user cannot mount one. */
async function makeDisk(size: string): Promise<string | undefined> {
  const disk = await mkdtemp(join(folder, 'disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', disk]).status !== 0) return undefined
  mounted.push(disk)
  return disk
}

const canMount =
  spawnSync('sh', ['-c', 'd=$(mktemp -d) && mount -t tmpfs -o size=64k tmpfs "$d" && umount "$d"']).status === 0
if (!canMount) sayLoudly('NO FULL DISK WAS TESTED: making a small file system needs root (mount -t tmpfs)')

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disks-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const node of nodes.splice(0)) {
    if (node.exitCode !== null || node.signalCode !== null) continue
    node.kill('SIGTERM')
    await once(node, 'exit')
  }
})
afterAll(async () => {
  for (const disk of mounted) spawnSync('umount', ['-l', disk])
  await rm(folder, { recursive: true })
})

/** Fills the disk; returns a function that frees the space again. */
function fill(disk: string): () => Promise<void> {
  const ballast = join(disk, 'ballast')
  const file = openSync(ballast, 'w')
  for (const block of [BLOCK, BLOCK.subarray(0, 1)]) {
    try {
      for (;;) writeSync(file, block)
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
    }
  }
  closeSync(file)
  return () => rm(ballast)
}

interface Started {
  readonly process: ChildProcess
  readonly port: number
  readonly ended: Promise<unknown[]>
  said(): string
}

async function launch(settings: Record<string, string>, output: 'ignore' | number = 'ignore'): Promise<Started> {
  const port = await freePort()
  const env = { ...process.env, JWT_SECRET: TEST_SECRET, NEUTRALITY_MODEL: 'fast', ...settings, PORT: String(port) }
  const child = spawn(process.execPath, ['server/dist/main.js'], { cwd: ROOT, env, stdio: ['ignore', output, 'pipe'] })
  nodes.push(child)
  let said = ''
  child.stderr?.on('data', (words) => {
    said += words
  })
  return { process: child, port, ended: once(child, 'exit'), said: () => said }
}

const isReady = ({ said }: Started) => vi.waitFor(() => expect(said()).toContain('is ready'), LONG)

describe.skipIf(!canMount)('a full disk', () => {
  test('under the embedded database: requests get 503 and cost nothing, and work again once there is space', async () => {
    const disk = (await makeDisk(DATA_DISK)) ?? ''
    const node = await launch({ DATA_DIR: join(disk, 'data') })
    await isReady(node)
    const url = `postgres://postgres@/postgres?host=${join(disk, 'data/run')}`
    const sql = connect({ url, poolMax: 1, statementTimeoutMs: 10_000 })
    const payload = { email: 'disk@example.org', password: 'a long enough one' }
    const { access_token } = JSON.parse((await call(node.port, { path: '/auth/register', payload })).body)
    await sql`update accounts set plan = 'enterprise_xl'`
    const headers = { authorization: `Bearer ${access_token}` }
    const load = startLoad(node.port, { path: '/compute', headers, payload: DRAW }, { callers: 4, paceMs: 10 })
    const passes = (status: number, more: number) => {
      const before = count(load.statuses, status)
      return vi.waitFor(() => expect(count(load.statuses, status)).toBeGreaterThanOrEqual(before + more), LONG)
    }
    await passes(200, 50)

    const makeRoom = fill(disk)
    // PostgreSQL keeps writing to its current log file; the next one finds no space, and the server stops.
    for (let at = 0; at < 20 && count(load.statuses, 503) === 0; at++) {
      await sql`select pg_switch_wal()`.catch(() => {})
      await sql`update accounts set plan = 'enterprise_xl'`.catch(() => {})
    }
    await passes(503, 20)
    expect((await call(node.port, { path: '/compute', payload: DRAW })).status).toBe(200)

    await makeRoom()
    await passes(200, 50)
    const statuses = await load.stop()
    expect([...new Set(statuses)].sort()).toEqual([200, 503])
    await vi.waitFor(async () => {
      const [use] = await sql<{ used: number }[]>`
        select sum(from_allowance + from_topup)::int8 as used from usage_months`
      expect(use?.used).toBe(count(statuses, 200))
    }, LONG)
    expect(node.process.exitCode).toBe(null)
    await sql.end()
  })

  test('under the log loses log lines but no request: the node says so, logs again once there is space, and stops cleanly', async () => {
    const disk = (await makeDisk(SMALL_DISK)) ?? ''
    const file = join(disk, 'log')
    const db = await freshDatabase()
    const node = await launch({ DATABASE_URL: db.url, LOG_LEVEL: 'info' }, openSync(file, 'a'))
    await isReady(node)
    const ask = async (times: number) => {
      const statuses: number[] = []
      for (let at = 0; at < times; at++)
        statuses.push((await call(node.port, { path: '/compute', payload: DRAW })).status)
      expect([...new Set(statuses)]).toEqual([200])
    }
    const makeRoom = fill(disk)
    await ask(40)
    await vi.waitFor(() => expect(node.said()).toContain('The log cannot be written: ENOSPC'), LONG)
    await makeRoom()
    await ask(5)
    await vi.waitFor(() => expect(node.said()).toContain('The log can be written again.'), LONG)
    expect(readFileSync(file, 'utf8').split('"path":"/compute"').length).toBeGreaterThan(40)

    fill(disk)
    await ask(40)
    await vi.waitFor(() => expect(node.said().split('cannot be written')).toHaveLength(3), LONG)
    node.process.kill('SIGTERM')
    expect(await node.ended).toEqual([0, null])
    await db.close()
  })

  test('under a new database is reported at the start', async () => {
    const disk = (await makeDisk(SMALL_DISK)) ?? ''
    const node = await launch({ DATA_DIR: join(disk, 'data') })
    expect((await node.ended)[0]).toBe(1)
    expect(node.said()).toMatch(/Cannot start: .*No space left on device/s)
  })
})
