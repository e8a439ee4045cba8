// Scheduled backups: all nodes check whether one is due, and one of them makes it.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../ground/errors.ts'
import type { Secret } from '../../ground/secret.ts'
import type { Sql, TransactionSql } from '../connect.ts'
import { tryLock } from '../work-lock.ts'
import { backUp, checkBackup } from './backup.ts'
import { UNFINISHED } from './backup-file.ts'

interface BackupSchedule {
  readonly dir: string
  readonly everyMs: number
  readonly keep: number
}

interface ScheduledBackupsParts extends BackupSchedule {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly passphrase: Secret | undefined
  /** Informs the operator of each backup. */
  readonly log: (message: string) => void
  readonly report: Report
}

interface ScheduledBackups {
  start(): void
  /** Makes a backup if one is due and no other node is making it; returns its path. */
  look(): Promise<string | undefined>
  close(): Promise<void>
}

const LOOK_EVERY_MS = 60_000
const FILE_NAME = /^equipoise-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/

export function createScheduledBackups(parts: ScheduledBackupsParts): ScheduledBackups {
  const { sql, log, report } = parts
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> | undefined
  const look = () => sql.begin((tx) => makeIfDue(parts, tx))
  const lookAndTell = (): void => {
    running ??= look()
      .then((path) => path && log(`Created the backup ${path}.`))
      .catch((error) => report(error, 'the scheduled backup failed; we will try again in a minute'))
      .finally(() => {
        running = undefined
      })
  }
  return {
    start() {
      lookAndTell()
      timer = setInterval(lookAndTell, LOOK_EVERY_MS).unref()
    },
    look,
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

/** The lock belongs to this transaction: if this node ends, the backup is still due. Another transaction reads the backup. */
async function makeIfDue(parts: ScheduledBackupsParts, tx: TransactionSql): Promise<string | undefined> {
  const { sql, dir, everyMs, keep, passphrase, nowMs } = parts
  if (!(await tryLock(tx, 'backup'))) return undefined
  const atMs = nowMs()
  const { length: due } = await tx`
    select 1 from deployment_state where backed_up_at <= ${new Date(atMs - everyMs)}`
  if (due === 0) return undefined
  await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await removeUnfinished(dir)
  const path = join(dir, fileNameOf(atMs))
  await backUp(sql, { path, passphrase, nowMs })
  await checkBackup(path, passphrase)
  await tx`update deployment_state set backed_up_at = ${new Date(atMs)}`
  await removeOld(dir, keep)
  return path
}

function fileNameOf(atMs: number): string {
  return `equipoise-${new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
}

/** Left by a node that was killed: only the node that holds the lock writes here. */
async function removeUnfinished(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => name.endsWith(UNFINISHED))
  for (const name of names.filter((one) => FILE_NAME.test(one.slice(0, -UNFINISHED.length)))) await rm(join(dir, name))
}

/** Only our own files, recognised by name. */
async function removeOld(dir: string, keep: number): Promise<void> {
  const names = (await readdir(dir)).filter((name) => FILE_NAME.test(name)).sort()
  for (const name of names.slice(0, Math.max(0, names.length - keep))) await rm(join(dir, name))
}

/** Null before the first one. */
export async function readLastBackup(sql: Sql): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`
    select case when isfinite(backed_up_at) then backed_up_at end as at from deployment_state`
  return row?.at ?? null
}
