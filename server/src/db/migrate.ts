import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sql, TransactionSql } from './connect.ts'

export interface Migration {
  readonly name: string
  readonly sha256: string
  readonly text: string
}

/** Same distance from `src/db` and from `dist/db`. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Any fixed number; every node must use the same. */
const LOCK_KEY = 3_141_592_653
const LOCK_TIMEOUT_MS = 120_000

/**
 * Brings the database to the newest migration, forward only, each file in a transaction of its own. Any number of nodes may call
 * this at once: each transaction takes the lock and reads the ledger first, so every file runs once. Returns the names of what
 * this call applied. With `only`, the schema of an older release is made, for a backup of that time.
 */
export async function migrate(
  sql: Sql,
  migrationsDir: string = MIGRATIONS_DIR,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const known = await readMigrations(migrationsDir)
  const migrations = only ? known.filter(({ name }) => only.has(name)) : known
  const applied: string[] = []
  for (;;) {
    const name = await sql.begin((tx) => applyNext(tx, migrations))
    if (name === undefined) return applied
    applied.push(name)
  }
}

async function applyNext(tx: TransactionSql, migrations: readonly Migration[]): Promise<string | undefined> {
  await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await tx`select pg_advisory_xact_lock(${LOCK_KEY})`
  await tx`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  const ledger = await tx<{ name: string; sha256: string }[]>`select name, sha256 from schema_migrations`
  const [next] = pendingMigrations(migrations, ledger)
  if (next === undefined) return undefined
  try {
    await tx.unsafe(next.text)
    await tx`insert into schema_migrations (name, sha256) values (${next.name}, ${next.sha256})`
    return next.name
  } catch (error) {
    throw new Error(`migration ${next.name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

/** Whether the schema is exactly the one of this release. */
export async function isUpToDate(sql: Sql, migrationsDir: string = MIGRATIONS_DIR): Promise<boolean> {
  const migrations = await readMigrations(migrationsDir)
  const ledger = await sql<{ name: string }[]>`select name from schema_migrations`.catch(() => [])
  const applied = new Set(ledger.map(({ name }) => name))
  return applied.size === migrations.length && migrations.every(({ name }) => applied.has(name))
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/

export async function readMigrations(migrationsDir: string): Promise<Migration[]> {
  const names = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).sort()
  const seen = new Map<string, string>()
  for (const name of names) {
    if (!FILE_NAME.test(name)) throw new Error(`migration ${name} is not named like 0001_name.sql`)
    const twin = seen.get(name.slice(0, 4))
    if (twin !== undefined) throw new Error(`migrations ${twin} and ${name} have the same number`)
    seen.set(name.slice(0, 4), name)
  }
  return Promise.all(names.map((name) => readMigration(migrationsDir, name)))
}

async function readMigration(migrationsDir: string, name: string): Promise<Migration> {
  const text = (await readFile(join(migrationsDir, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** What is left to do, or an error when the ledger and the files tell different stories. */
function pendingMigrations(
  migrations: readonly Migration[],
  ledger: readonly { name: string; sha256: string }[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const entry of ledger) {
    const migration = known.get(entry.name)
    if (migration === undefined) {
      throw new Error(
        `the database is newer than this code: it has migration ${entry.name}, which is not in this release`,
      )
    }
    if (migration.sha256 !== entry.sha256) {
      throw new Error(`migration ${entry.name} was changed after it had been applied; add a new migration instead`)
    }
  }
  const applied = new Set(ledger.map((entry) => entry.name))
  const last = [...applied].sort().at(-1) ?? ''
  const pending = migrations.filter((migration) => !applied.has(migration.name))
  const late = pending.find((migration) => migration.name < last)
  if (late !== undefined)
    throw new Error(`migration ${late.name} comes before ${last}, which is already applied; give it a later number`)
  return pending
}
