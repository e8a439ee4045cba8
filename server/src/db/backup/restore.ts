// A backup back into an empty database, embedded or remote, in one transaction: all of it or nothing.
import type { Secret } from '../../ground/secret.ts'
import type { Sql, TransactionSql } from '../connect.ts'
import { isSame, MIGRATIONS_DIR, migrate, readMigrations } from '../migrate.ts'
import {
  type BackupHead,
  type BackupSummary,
  type BackupTail,
  checkBackup,
  LEDGER,
  lineOf,
  tableNames,
} from './backup.ts'
import { readLines } from './backup-file.ts'
import { type Log, tellRows } from './progress.ts'

const PIECE_ROWS = 1_000
const PIECE_CHARACTERS_MAX = 4_000_000

export interface RestoreOptions {
  readonly path: string
  readonly passphrase?: Secret | undefined
  readonly migrationsDir?: string
  /** Hears how far it is, where it takes long. */
  readonly log?: Log | undefined
}

/** Refuses a database that holds an account. What the schema of the backup lacks is added afterwards. */
export async function restore(sql: Sql, options: RestoreOptions): Promise<BackupSummary> {
  const { path, passphrase, migrationsDir = MIGRATIONS_DIR, log } = options
  const { head, tail } = await checkBackup(path, passphrase, log)
  await refuseUnknown(head, migrationsDir)
  await refuseFull(sql)
  await dropEverything(sql)
  await migrate(sql, migrationsDir, new Set(head.migrations.map(({ name }) => name)))
  await sql.begin((tx) => fill(tx, { path, passphrase, tail, log }))
  await migrate(sql, migrationsDir)
  // The scheduled backups of the old deployment are not those of this one: its first is due at once.
  await sql`update deployment_state set backed_up_at = '-infinity'`
  return { createdAt: head.createdAt, tables: tail.tables, rows: tail.rows }
}

async function refuseUnknown({ migrations }: BackupHead, migrationsDir: string): Promise<void> {
  const known = new Map((await readMigrations(migrationsDir)).map((migration) => [migration.name, migration]))
  const unknown = migrations.find((entry) => !isSame(entry, known.get(entry.name)))
  if (unknown) {
    throw new Error(
      `the backup was made by a newer release: it has migration ${unknown.name}, which is not in this one`,
    )
  }
}

async function refuseFull(sql: Sql): Promise<void> {
  if (!(await tableNames(sql)).includes('accounts')) return
  const { count } = await sql`select 1 from accounts limit 1`
  if (count > 0)
    throw new Error('this deployment is not empty: you can restore a backup only if there is no account yet')
}

/** What a first start made; nobody has used it. */
async function dropEverything(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    for (const name of await tableNames(tx)) await tx.unsafe(`drop table "${name}" cascade`)
    const functions = await tx<{ name: string }[]>`
      select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
    for (const { name } of functions) await tx.unsafe(`drop function ${name} cascade`)
    const sequences = await tx<{ name: string }[]>`
      select sequencename as name from pg_sequences where schemaname = current_schema()`
    for (const { name } of sequences) await tx.unsafe(`drop sequence "${name}"`)
  })
}

interface Filling {
  readonly path: string
  readonly passphrase: Secret | undefined
  readonly tail: BackupTail
  readonly log: Log | undefined
}

async function fill(tx: TransactionSql, filling: Filling): Promise<void> {
  await tx.unsafe('set local statement_timeout = 0')
  await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
  const tables = (await tableNames(tx)).filter((name) => name !== LEDGER)
  // Rows come table by table and may point to rows that come later; triggers already did their work in the backup.
  for (const name of tables) await tx.unsafe(`delete from "${name}"; alter table "${name}" disable trigger user`)
  const parts = await removable(tx)
  for (const { remove } of parts) await tx.unsafe(remove)
  await insertRows(tx, filling)
  for (const { make } of parts.reverse()) await tx.unsafe(make)
  for (const name of tables) await tx.unsafe(`alter table "${name}" enable trigger user`)
  for (const { name, last } of filling.tail.sequences) await tx`select setval(${`"${name}"`}::regclass, ${last})`
}

/** Foreign keys first, then the indexes that belong to no constraint: all rows at once are checked and sorted faster than one by one. */
async function removable(tx: TransactionSql): Promise<{ remove: string; make: string }[]> {
  const keys = await tx<{ remove: string; make: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`
  const indexes = await tx<{ remove: string; make: string }[]>`
    select format('drop index %s', i.indexrelid::regclass) as remove, pg_get_indexdef(i.indexrelid) as make
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`
  return [...keys, ...indexes]
}

async function insertRows(tx: TransactionSql, { path, passphrase, log }: Filling): Promise<void> {
  const onRows = tellRows(log, 'restored')
  let done = 0
  let table = ''
  let rows: string[] = []
  let characters = 0
  const flush = async (): Promise<void> => {
    if (rows.length > 0) {
      const all = `[${rows.join(',')}]`
      await tx`
        insert into ${tx(table)} overriding system value
        select * from json_populate_recordset(null::${tx(table)}, ${all}::json)`
      done += rows.length
      onRows(done)
    }
    rows = []
    characters = 0
  }
  for await (const text of readLines(path, passphrase)) {
    const line = lineOf(text, path)
    if ('table' in line) {
      await flush()
      table = line.table
    } else if ('row' in line) {
      rows.push(line.row)
      characters += line.row.length
      if (rows.length >= PIECE_ROWS || characters >= PIECE_CHARACTERS_MAX) await flush()
    }
  }
  await flush()
}
