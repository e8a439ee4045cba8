import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeDataDir, NOBODY_ID } from '../../ground/data-dir.ts'
import { type Account, CLEAN_ENVIRONMENT } from './server-process.ts'

export interface Home {
  /** Contains the cluster, the socket, and a copy of the binaries if one is needed. */
  readonly dir: string
  readonly clusterDir: string
  /** PostgreSQL does not run as root; then it runs as this account. If undefined, it runs as the user of the service. */
  readonly account: Account | undefined
}

interface HomeOptions {
  readonly dataDir: string
  readonly log: (message: string) => void
  /** Where root stores the database if the other account cannot enter the data folder. */
  readonly elsewhereDir: string
  readonly uid: number
}

const NOBODY: Account = { uid: NOBODY_ID, gid: NOBODY_ID }
const LOCATION_FILE = 'database-location'

/** Where the database is or would be stored; creates nothing. */
export async function findHome(dataDir: string): Promise<{ dir: string; clusterDir: string }> {
  const folder = resolve(dataDir)
  const moved = await readFile(join(folder, LOCATION_FILE), 'utf8').catch(() => undefined)
  const dir = moved?.trim() ?? folder
  return { dir, clusterDir: join(dir, 'postgres') }
}

/** Decides where the database is stored: the same place at every start, also after the data folder was moved. */
export async function settleHome(options: HomeOptions): Promise<Home> {
  const dataDir = resolve(options.dataDir)
  makeDataDir(dataDir)
  const { dir, clusterDir } = await findHome(dataDir)
  const owner = await stat(clusterDir).catch(() => undefined)
  if (options.uid !== 0) {
    if (owner !== undefined && owner.uid !== options.uid)
      throw new Error(foreignOwner(clusterDir, owner.uid, options.uid))
    return { dir, clusterDir, account: undefined }
  }
  const account = owner === undefined || owner.uid === 0 ? NOBODY : { uid: owner.uid, gid: owner.gid }
  if (await canEnter(dir, account)) return { dir, clusterDir, account }
  if (owner !== undefined)
    throw new Error(`user id ${account.uid}, who owns the database in ${clusterDir}, can no longer enter ${dir}`)
  return settleElsewhere(options, dataDir, account)
}

function foreignOwner(clusterDir: string, ownerUid: number, uid: number): string {
  return (
    `the database in ${clusterDir} belongs to user id ${ownerUid}, but this server runs as user id ${uid}. ` +
    'Start it as root or as that user, choose another DATA_DIR, or change the owner of the folder.'
  )
}

async function settleElsewhere(options: HomeOptions, dataDir: string, account: Account): Promise<Home> {
  await mkdir(options.elsewhereDir, { recursive: true })
  await chmod(options.elsewhereDir, MODE_ENTER)
  const dir = await mkdtemp(join(options.elsewhereDir, 'data-'))
  await chmod(dir, MODE_ENTER)
  if (!(await canEnter(dir, account))) {
    throw new Error(
      `PostgreSQL does not run as root, and user id ${account.uid} can enter neither ${dataDir} nor ${options.elsewhereDir}. ` +
        'Choose a DATA_DIR that every user can enter, start as an ordinary user, or set DATABASE_URL.',
    )
  }
  await writeFile(join(dataDir, LOCATION_FILE), `${dir}\n`)
  options.log(
    `Warning: PostgreSQL does not run as root, and user id ${account.uid} cannot enter ${dataDir}. ` +
      `The database is in ${dir} instead; ${join(dataDir, LOCATION_FILE)} says so.`,
  )
  return { dir, clusterDir: join(dir, 'postgres'), account }
}

const MODE_ENTER = 0o755

/** Asks the operating system instead of reading modes, so that groups and access lists count too. */
async function canEnter(dir: string, account: Account): Promise<boolean> {
  return runs('/bin/sh', ['-c', 'cd "$1"', 'sh', dir], account)
}

const PROBE_TIMEOUT_MS = 10_000

/** Whether a command succeeds when the account runs it. */
export async function runs(file: string, args: readonly string[], account: Account | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd: '/', env: CLEAN_ENVIRONMENT, timeout: PROBE_TIMEOUT_MS, ...account }, (error) =>
      resolve(error === null),
    )
  })
}

export async function giveTo(dir: string, account: Account | undefined): Promise<void> {
  await chmod(dir, MODE_PRIVATE)
  if (account !== undefined) await chown(dir, account.uid, account.gid)
}

const MODE_PRIVATE = 0o700
const SOCKET_PATH_BYTES_MAX = 103
const SOCKET_NAME = '.s.PGSQL.5432'
const SHORT_PARENT_DIR = '/tmp'

/**
 * The private folder of the socket: beside the data, or below /tmp if that path would be too long for a socket. The short name is the
 * same at every start; if somebody else has taken it, a random one is used.
 */
export async function makeSocketDir(home: Home): Promise<string> {
  const beside = join(home.dir, 'run')
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX) {
    await mkdir(beside, { recursive: true })
    await giveTo(beside, home.account)
    return beside
  }
  const short = join(SHORT_PARENT_DIR, `pg-${createHash('sha256').update(home.dir).digest('hex').slice(0, 12)}`)
  await mkdir(short, { mode: MODE_PRIVATE }).catch(() => {})
  const found = await lstat(short)
  const owners = [process.getuid?.(), home.account?.uid]
  const dir = found.isDirectory() && owners.includes(found.uid) ? short : await mkdtemp(join(SHORT_PARENT_DIR, 'pg-'))
  await giveTo(dir, home.account)
  return dir
}
