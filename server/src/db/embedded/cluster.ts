import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect as dial } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { giveTo, type Home } from './home.ts'
import { type Exit, startServerProcess } from './server-process.ts'

/** The role and the database of all our connections. */
export const ROLE = 'postgres'

const INITDB_TIMEOUT_MS = 120_000
/** An initdb whose server was killed keeps writing for a moment, so removing its folder may need several attempts. */
const REMOVALS_MAX = 10
const UNFINISHED = /^\.postgres-(\d+)-/

/**
 * Creates the cluster on the first start. It gets its final name when complete, so a crash leaves nothing that looks like a database; the
 * leftovers are removed here. Returns whether the cluster was created now.
 */
export async function ensureCluster(home: Home, binaries: Binaries): Promise<boolean> {
  await removeUnfinished(home.dir)
  const major = await readMajor(home.clusterDir)
  if (major !== undefined) {
    checkMajor(major, home.clusterDir, binaries)
    return false
  }
  const unfinished = await mkdtemp(join(home.dir, `.postgres-${process.pid}-`))
  try {
    await giveTo(unfinished, home.account)
    await runInitdb(unfinished, home, binaries)
    await rename(unfinished, home.clusterDir)
    return true
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (LOST_RACE_CODES.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Returns undefined if there is no database. */
export async function readMajor(clusterDir: string): Promise<string | undefined> {
  const text = await readFile(join(clusterDir, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text?.trim()
}

/** Another server has just finished its first start; which of the two continues is decided when they start. */
const LOST_RACE_CODES: ReadonlySet<string> = new Set(['ENOTEMPTY', 'EEXIST'])

async function removeUnfinished(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    const pid = Number(UNFINISHED.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue
    await rm(join(dir, name), { recursive: true, force: true, maxRetries: REMOVALS_MAX })
  }
}

function checkMajor(major: string, clusterDir: string, binaries: Binaries): void {
  if (major === binaries.major) return
  throw new Error(
    `the database in ${clusterDir} was made by PostgreSQL ${major}, but this release includes PostgreSQL ${binaries.major}. ` +
      'Back it up with the release that made it and restore the backup with this one, see docs/operating/database.md.',
  )
}

async function runInitdb(clusterDir: string, home: Home, binaries: Binaries): Promise<void> {
  const command = [join(binaries.nativeDir, 'bin', 'initdb'), ...INITDB_ARGUMENTS, `--pgdata=${clusterDir}`]
  const run = async (environment?: Readonly<Record<string, string>>): Promise<Exit> => {
    const initdb = startServerProcess({ command, account: home.account, environment })
    const timer = setTimeout(() => void initdb.stop(), INITDB_TIMEOUT_MS)
    return initdb.exited.finally(() => clearTimeout(timer))
  }
  const first = await run()
  const last = isNameless(first) ? await withPasswdEntry(clusterDir, home, run) : first
  if (last.code !== 0) throw new Error(explainInitdb(last, home))
}

function isNameless({ lastWords }: Exit): boolean {
  return lastWords.includes('could not look up effective user ID')
}

/**
 * A container may run as any user id, but initdb needs a name for it. Our image includes nss_wrapper, a library that reads names from a
 * file of ours. If it is missing, the loader warns and continues, and initdb fails as before.
 */
async function withPasswdEntry(
  clusterDir: string,
  home: Home,
  run: (environment: Readonly<Record<string, string>>) => Promise<Exit>,
): Promise<Exit> {
  const { uid, gid } = home.account ?? { uid: process.getuid?.(), gid: process.getgid?.() }
  const [passwd, group] = [`${clusterDir}-passwd`, `${clusterDir}-group`]
  try {
    await writeFile(passwd, `${ROLE}:x:${uid}:${gid}::/:/bin/false\n`, { mode: 0o644 })
    await writeFile(group, `${ROLE}:x:${gid}:\n`, { mode: 0o644 })
    return await run({ LD_PRELOAD: NSS_WRAPPER, NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group })
  } finally {
    await rm(passwd, { force: true })
    await rm(group, { force: true })
  }
}

const NSS_WRAPPER = 'libnss_wrapper.so'

const INITDB_ARGUMENTS = [
  `--username=${ROLE}`,
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--no-instructions',
]

function explainInitdb(exit: Exit, home: Home): string {
  if (!isNameless(exit)) return `PostgreSQL could not create its data folder: ${exit.lastWords}`
  const uid = home.account?.uid ?? process.getuid?.()
  return (
    `PostgreSQL needs an entry for user id ${uid} in the passwd file, and this system has none. ` +
    `Add one (echo 'nobody:x:${uid}:${uid}:nobody:/:/bin/false' >> /etc/passwd), run as a user who has one, or set DATABASE_URL.`
  )
}

const RELEASE_TIMEOUT_MS = 3_000
const RELEASE_POLL_MS = 100

/**
 * Throws while another server uses the cluster. A killed server stops its database within about a second, so this waits a little first.
 * PostgreSQL's own lock is the guarantee; this check gives the clear message.
 */
export async function waitUntilFree(clusterDir: string): Promise<void> {
  const deadlineMs = Date.now() + RELEASE_TIMEOUT_MS
  for (;;) {
    const pid = await findLiveServer(clusterDir)
    if (pid === undefined) return
    if (Date.now() >= deadlineMs) throw new Error(inUse(clusterDir, pid))
    await delay(RELEASE_POLL_MS)
  }
}

export function inUse(clusterDir: string, pid: number | undefined): string {
  return (
    `another server already uses the database in ${clusterDir}${pid === undefined ? '' : ` (PostgreSQL is process ${pid})`}. ` +
    'Stop that one, set another DATA_DIR for this one, or let both share a PostgreSQL through DATABASE_URL.'
  )
}

/** Reads `postmaster.pid`; removes one that a crash left behind if its process id now belongs to another program. */
async function findLiveServer(clusterDir: string): Promise<number | undefined> {
  const pidFile = join(clusterDir, 'postmaster.pid')
  const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
  if (await answers(`${lines[4]}/.s.PGSQL.${lines[3]}`)) return pid
  if (!isAlive(pid)) return undefined
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (command === undefined || command.includes(clusterDir)) return pid
  await rm(pidFile, { force: true })
  return undefined
}

/** Also finds a server in another container, whose processes we cannot see. */
async function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = dial(socketPath)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
