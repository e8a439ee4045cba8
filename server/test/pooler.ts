// PgBouncer from Debian, before a database of a test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installDebian, sayLoudly } from './debian.ts'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
/** PgBouncer does not run as root. */
const NOBODY = 65534

export interface Pooler {
  readonly url: string
  close(): Promise<void>
}

/** Installs it if possible. */
export function hasPooler(): boolean {
  const isThere = existsSync(PROGRAM) || installDebian(['pgbouncer'])
  if (!isThere) sayLoudly('NOTHING WAS TESTED BEHIND PGBOUNCER: it is not installed (apt-get install pgbouncer)')
  return isThere
}

/** Has this many connections to PostgreSQL: fewer than the service has to PgBouncer, so that they are shared. */
export async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction',
  connections: number,
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'))
  const port = await freePort()
  const { pathname, searchParams } = new URL(databaseUrl.replace('@/', '@x/'))
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${searchParams.get('host')} port=5432 user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${connections}
`,
  )
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (account.uid) await chown(folder, NOBODY, NOBODY)
  await chmod(folder, 0o755)
  const pooler = spawn(PROGRAM, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(pooler, 'exit')
  let said = ''
  await new Promise<void>((resolve, reject) => {
    pooler.stderr.on('data', (words: Buffer) => {
      said += words
      if (said.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(said)))
  })
  return {
    url: `postgres://postgres@127.0.0.1:${port}${pathname}`,
    async close() {
      pooler.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
