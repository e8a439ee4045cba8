// A backup of the whole database while the service runs: one snapshot, read in batches, with counts and a checksum.
import { createHash } from 'node:crypto'
import type { Secret } from '../../ground/secret.ts'
import type { Sql, TransactionSql } from '../connect.ts'
import { type Entry, isNumbered } from '../migration-files.ts'
import { LEDGER, listed, ownTables } from '../own-objects.ts'
import { readLines, writeLines } from './backup-file.ts'
import { type Log, tellRows } from './progress.ts'
import { readSnapshot } from './snapshots.ts'

export interface BackupHead {
  readonly format: 'equipoise-backup'
  readonly version: 1
  readonly createdAt: string
  /** The migrations that made the schema; a restore applies the same ones first. */
  readonly migrations: readonly Entry[]
}

export interface BackupSummary {
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
}

/** A table starts, its rows follow, and the last line ends the file. */
type BackupLine =
  | { readonly head: BackupHead }
  | { readonly table: string }
  | { readonly row: string }
  | { readonly tail: BackupTail }

interface BackupTail {
  readonly rows: number
  readonly tables: number
  readonly sequences: readonly { readonly name: string; readonly last: number }[]
  readonly sha256: string
}

const PIECE_ROWS = 2_000

interface BackupOptions {
  readonly path: string
  readonly passphrase?: Secret | undefined
  readonly nowMs: () => number
  readonly log?: Log | undefined
}

export async function backUp(sql: Sql, { path, passphrase, nowMs, log }: BackupOptions): Promise<BackupSummary> {
  const createdAt = new Date(nowMs()).toISOString()
  let tail: BackupTail | undefined
  await readSnapshot(sql, async (tx) => {
    const onEnd = (end: BackupTail) => {
      tail = end
    }
    const { tables, others } = await ownTables(tx)
    if (others.length > 0) log?.(`Not in the backup, because this service did not make it: ${listed(others)}.`)
    const lines = dump(tx, { createdAt, tables, onEnd, onRows: tellRows(log, 'written') })
    await writeLines(path, lines, passphrase)
  })
  if (!tail) throw new Error('the backup has no end')
  return { createdAt, tables: tail.tables, rows: tail.rows }
}

interface Dump {
  readonly createdAt: string
  readonly tables: readonly string[]
  readonly onRows: (rows: number) => void
  readonly onEnd: (tail: BackupTail) => void
}

async function* dump(tx: TransactionSql, { createdAt, tables, onRows, onEnd }: Dump): AsyncGenerator<string> {
  const digest = createHash('sha256')
  const lines = (values: readonly unknown[]): string => {
    const text = values.map((value) => JSON.stringify(value)).join('\n')
    digest.update(text).update('\n')
    return text
  }
  const line = (value: unknown): string => lines([value])
  const ledger = await tx<Entry[]>`select name, sha256 from ${tx(LEDGER)} order by name`
  const migrations = ledger.filter(isNumbered)
  yield line({ head: { format: 'equipoise-backup', version: 1, createdAt, migrations } })
  let rows = 0
  for (const table of tables) {
    yield line({ table })
    await tx`declare backup_rows no scroll cursor for select row_to_json(t)::text as row from ${tx(table)} t`
    for (;;) {
      const piece = (await tx.unsafe(`fetch ${PIECE_ROWS} from backup_rows`)) as unknown as { row: string }[]
      // All rows of a batch at once: a step for each row would take most of the time.
      if (piece.length > 0) yield lines(piece.map(({ row }) => ({ row })))
      rows += piece.length
      onRows(rows)
      if (piece.length < PIECE_ROWS) break
    }
    await tx.unsafe('close backup_rows')
  }
  // Sequences are not part of a snapshot: reading them last makes sure they are at least as far as any row above.
  const sequences = await tx<{ name: string; last: number }[]>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by 1`
  const tail = { rows, tables: tables.length, sequences: [...sequences], sha256: digest.digest('hex') }
  onEnd(tail)
  yield JSON.stringify({ tail })
}

export interface CheckedBackup {
  readonly path: string
  readonly passphrase: Secret | undefined
  readonly head: BackupHead
  readonly tail: BackupTail
}

/** Reads a backup to its end without a database; throws if it is damaged. */
export async function checkBackup(path: string, passphrase?: Secret, log?: Log): Promise<CheckedBackup> {
  const onRows = tellRows(log, 'checked')
  const digest = createHash('sha256')
  let head: BackupHead | undefined
  let tail: BackupTail | undefined
  let rows = 0
  for await (const text of readLines(path, passphrase)) {
    const line = lineOf(text, path)
    if ('tail' in line) tail = line.tail
    else digest.update(text).update('\n')
    if ('head' in line) head = line.head
    if ('row' in line) onRows(++rows)
  }
  if (head?.format !== 'equipoise-backup' || head.version !== 1)
    throw new Error(`${path} is not a backup of this service`)
  if (!tail || tail.rows !== rows || tail.sha256 !== digest.digest('hex')) {
    throw new Error(`${path} is damaged: its checksum or its number of rows is wrong`)
  }
  return { path, passphrase, head, tail }
}

export function lineOf(text: string, path: string): BackupLine {
  try {
    return JSON.parse(text) as BackupLine
  } catch (error) {
    throw new Error(`${path} is not a backup of this service`, { cause: error })
  }
}
