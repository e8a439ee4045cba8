// Restores a backup into an empty database, embedded or remote, in one transaction.
import type { Sql, TransactionSql } from '../connect.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS_DIR, readMigrations } from '../migration-files.ts'
import { listed, ownTables, readSchema, type SchemaObject } from '../own-objects.ts'
import { type BackupHead, type BackupSummary, type CheckedBackup, lineOf } from './backup.ts'
import { readLines } from './backup-file.ts'
import { type Log, tellRows } from './progress.ts'

const PIECE_ROWS = 1_000
const PIECE_CHARACTERS_MAX = 4_000_000

interface RestoreOptions {
  readonly migrationsDir?: string
  /** Logs what will be deleted and, if it takes long, the progress. */
  readonly log?: Log | undefined
}

/** Rejects a database with an account or with objects of others. Migrations that the backup lacks are applied afterwards. */
export async function restore(
  sql: Sql,
  backup: CheckedBackup,
  { migrationsDir = MIGRATIONS_DIR, log }: RestoreOptions = {},
): Promise<BackupSummary> {
  const { head, tail } = backup
  await rejectUnknown(head, migrationsDir)
  const { ours, others } = await readSchema(sql, migrationsDir)
  rejectOthers(others)
  await rejectFull(sql, ours)
  await dropOwn(sql, ours, log)
  await migrate(sql, migrationsDir, new Set(head.migrations.map(({ name }) => name)))
  await sql.begin(async (tx) => {
    const { tables } = await ownTables(tx, migrationsDir)
    await fill(tx, { backup, tables, log })
  })
  await migrate(sql, migrationsDir)
  // The backups of the old deployment are not those of this one, so its first backup is due at once.
  await sql`update deployment_state set backed_up_at = '-infinity'`
  return { createdAt: head.createdAt, tables: tail.tables, rows: tail.rows }
}

async function rejectUnknown({ migrations }: BackupHead, migrationsDir: string): Promise<void> {
  const known = new Map((await readMigrations(migrationsDir)).map(({ name, sha256 }) => [name, sha256]))
  const unknown = migrations.find(({ name, sha256 }) => known.get(name) !== sha256)
  if (unknown) {
    throw new Error(
      `the backup was made by a newer release: it has migration ${unknown.name}, which is not in this one`,
    )
  }
}

function rejectOthers(others: readonly SchemaObject[]): void {
  if (others.length === 0) return
  throw new Error(
    `this database also has something that this service did not make (${listed(others)}). ` +
      'Nothing was changed. Restore into a database of its own, or move that elsewhere first.',
  )
}

/** Tables of people whom a restore would delete: those with an account, and those who get the newsletter without one. */
const PEOPLE = ['accounts', 'newsletter']

async function rejectFull(sql: Sql, ours: readonly SchemaObject[]): Promise<void> {
  for (const table of PEOPLE.filter((name) => ours.some((one) => one.name === name))) {
    const { count } = await sql`select 1 from ${sql(table)} limit 1`
    if (count === 0) continue
    throw new Error(
      `this deployment is not empty (${table}): you can restore a backup only if there is no account and no newsletter subscription yet`,
    )
  }
}

/** Drops what a first start created and nobody has used. One statement per kind, so that only our objects can depend on each other. */
async function dropOwn(sql: Sql, ours: readonly SchemaObject[], log: Log | undefined): Promise<void> {
  if (ours.length === 0) return
  const namesOf = (kind: string) => ours.filter(({ type }) => type === kind).map(({ name }) => name)
  const names = KINDS.map((kind) => `${kind}s ${namesOf(kind).join(', ') || 'none'}`).join('; ')
  log?.(`Deleting what an earlier start of this service made here, without any account: ${names}.`)
  await sql
    .begin(async (tx) => {
      for (const kind of KINDS) {
        const identities = ours.filter(({ type }) => type === kind).map(({ identity }) => identity)
        if (identities.length > 0) await tx.unsafe(`drop ${kind} ${identities.join(', ')}`)
      }
    })
    .catch((error: Error & { code?: unknown; detail?: string }) => {
      if (error.code !== DEPENDENT_OBJECTS) throw error
      throw new Error(
        `something else depends on the tables of this service (${error.detail ?? error.message}). ` +
          'Nothing was changed. Restore into a database of its own, or move that elsewhere first.',
        { cause: error },
      )
    })
}

/** In the order in which they can be dropped. */
const KINDS = ['table', 'function', 'sequence']
const DEPENDENT_OBJECTS = '2BP01'

interface Filling {
  readonly backup: CheckedBackup
  readonly tables: readonly string[]
  readonly log: Log | undefined
}

async function fill(tx: TransactionSql, filling: Filling): Promise<void> {
  await tx.unsafe('set local statement_timeout = 0')
  await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
  const { backup, tables } = filling
  // Rows arrive table by table and may refer to rows that arrive later; triggers already had their effect before the backup.
  for (const name of tables) {
    await tx`delete from ${tx(name)}`
    await tx`alter table ${tx(name)} disable trigger user`
  }
  const parts = await removable(tx)
  for (const { remove } of parts) await tx.unsafe(remove)
  await insertRows(tx, filling)
  for (const { make } of parts.reverse()) await tx.unsafe(make)
  for (const name of tables) await tx`alter table ${tx(name)} enable trigger user`
  // The backup may contain sequences of other programs.
  for (const { name, last } of backup.tail.sequences) {
    await tx`select setval(found, ${last}) from to_regclass(${tx(name).quoted}) found where found is not null`
  }
}

/** Drops foreign keys and the indexes of no constraint: checking and sorting all rows at once is faster than one by one. */
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

async function insertRows(tx: TransactionSql, { backup, tables, log }: Filling): Promise<void> {
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
  for await (const text of readLines(backup.path, backup.passphrase)) {
    const line = lineOf(text, backup.path)
    if ('table' in line) {
      await flush()
      table = line.table
      // A release that is older than the schema backs up every table it finds.
      if (!tables.includes(table)) log?.(`Leaving out the table ${table}, which this service did not make.`)
    } else if ('row' in line && tables.includes(table)) {
      rows.push(line.row)
      characters += line.row.length
      if (rows.length >= PIECE_ROWS || characters >= PIECE_CHARACTERS_MAX) await flush()
    }
  }
  await flush()
}
