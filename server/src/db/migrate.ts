import { setTimeout as delay } from 'node:timers/promises'
import { distributeFunctions } from './cluster/distribute.ts'
import type { Sql, TransactionSql } from './connect.ts'
import { pendingFunctions } from './functions.ts'
import {
  type Entry,
  FUNCTIONS,
  isNumbered,
  MIGRATIONS_DIR,
  type Migration,
  readFunctions,
  readMigrations,
} from './migration-files.ts'
import { splitStatements } from './sql-statements.ts'

/** Any fixed number; every node must use the same. */
const LOCK_KEY = 3_141_592_653
/** While a statement waits for a lock, all later ones on the table wait too, also those of requests. So we give up soon and retry. */
const LOCK_TIMEOUT_MS = 300
/** Some attempts wait longer than the second after which PostgreSQL cancels an autovacuum that is in the way. */
const LOCK_TIMEOUT_LONG_MS = 1_200
const LONG_EVERY_ATTEMPTS = 10
const LOCK_PAUSE_MS = 1_000
const LOCK_ATTEMPTS_MAX = 120
/** These statements wait for running transactions, but block nobody. */
const PATIENT = /\bconcurrently\b|\bvalidate constraint\b/i
const PATIENT_TIMEOUT_MS = 600_000
/** How long a node waits for another one that is migrating: an index on a large table takes minutes. */
const TURN_MAX_MS = 3_600_000
const TURN_POLL_MS = 200

interface Release {
  readonly migrations: readonly Migration[]
  readonly functions: string | undefined
}

/**
 * Applies all missing migrations, each file in its own transaction or, if it says so, outside one; then the functions. Any number of
 * nodes may call this at once: each step takes the lock and reads the ledger first, so every file runs once. Returns the names of the
 * files that this call applied. With `only`, applies these files alone, and the functions if no file is left out.
 */
export async function migrate(
  sql: Sql,
  migrationsDir: string = MIGRATIONS_DIR,
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const known = await readMigrations(migrationsDir)
  const migrations = known.filter(({ name }) => only?.has(name) ?? true)
  const functions = migrations.length === known.length ? await readFunctions(migrationsDir) : undefined
  const applied: string[] = []
  for (;;) {
    const release = { migrations, functions }
    const name = await takeTurn(() => (sql.sharesSessions ? applyShared(sql, release) : applyAlone(sql, release)))
    if (name === undefined) break
    applied.push(name)
  }
  if (applied.some((name) => name.startsWith(FUNCTIONS))) await distributeFunctions(sql)
  return applied
}

const BUSY = Symbol('another node migrates')

/** Polls: creating an index concurrently waits for every running statement, so also for one that would wait for this lock. */
async function takeTurn<T>(step: () => Promise<T | typeof BUSY>): Promise<T> {
  const deadlineMs = performance.now() + TURN_MAX_MS
  for (;;) {
    const outcome = await step()
    if (outcome !== BUSY) return outcome
    if (performance.now() > deadlineMs) throw new Error('another node has been migrating the database for an hour')
    await delay(TURN_POLL_MS)
  }
}

type Applied = string | undefined | typeof BUSY

async function applyAlone(sql: Sql, release: Release): Promise<Applied> {
  return sql.session(async (session) => {
    const [lock] = await session<{ isOurs: boolean }[]>`select pg_try_advisory_lock(${LOCK_KEY}) as "isOurs"`
    if (!lock?.isOurs) return BUSY
    try {
      return await applyNext(session, release)
    } finally {
      // A lost connection holds no lock.
      await session.unsafe(`reset lock_timeout; select pg_advisory_unlock(${LOCK_KEY})`).catch(() => {})
    }
  })
}

/** Behind a pooler that shares sessions nothing can be set for a session, so a transaction holds the lock meanwhile. */
async function applyShared(sql: Sql, release: Release): Promise<Applied> {
  // If nothing is left to do, one connection is enough.
  if (nextStep(release, await readLedger(sql)) === undefined) return undefined
  return sql.begin(async (holder) => {
    await holder.unsafe('set local idle_in_transaction_session_timeout = 0')
    // Without a parameter: a statement with one would keep its snapshot, and creating an index concurrently would wait for it.
    const [lock] = await holder.unsafe(`select pg_try_advisory_xact_lock(${LOCK_KEY}) as "isOurs"`)
    if (!lock?.isOurs) return BUSY
    return sql.session((session) => applyNext(session, release, true))
  })
}

async function applyNext(session: TransactionSql, release: Release, isShared = false): Promise<string | undefined> {
  await session`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  const next = nextStep(release, await readLedger(session))
  if (next === undefined) return undefined
  await apply(session, next, isShared)
  return next.name
}

async function apply(session: TransactionSql, migration: Migration, isShared: boolean): Promise<void> {
  try {
    if (OUTSIDE_TRANSACTION.test(migration.text)) await applyOutside(session, migration, isShared)
    else await retried((lockTimeoutMs) => applyWhole(session, migration, lockTimeoutMs))
  } catch (error) {
    throw new Error(`migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

const OUTSIDE_TRANSACTION = /^-- outside a transaction\b/

async function applyWhole(session: TransactionSql, migration: Migration, lockTimeoutMs: number): Promise<void> {
  await session.unsafe(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    await session.unsafe(migration.text)
    await note(session, migration)
    await session.unsafe('commit')
  } catch (error) {
    await session.unsafe('rollback').catch(() => {})
    throw error
  }
}

/** If one statement fails, the earlier ones stay, and the whole file runs again the next time. */
async function applyOutside(session: TransactionSql, migration: Migration, isShared: boolean): Promise<void> {
  for (const statement of splitStatements(migration.text)) {
    await retried(async (lockTimeoutMs) => {
      const timeoutMs = PATIENT.test(statement) ? PATIENT_TIMEOUT_MS : lockTimeoutMs
      if (!isShared) await session.unsafe(`set lock_timeout = ${timeoutMs}`)
      await session.unsafe(statement)
    })
  }
  await note(session, migration)
}

async function note(session: TransactionSql, { name, sha256 }: Migration): Promise<void> {
  await session`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`
}

async function retried(work: (lockTimeoutMs: number) => PromiseLike<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work(attempt % LONG_EVERY_ATTEMPTS === 0 ? LOCK_TIMEOUT_LONG_MS : LOCK_TIMEOUT_MS)
      return
    } catch (error) {
      const { code } = error as { code?: unknown }
      if ((code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) || attempt === LOCK_ATTEMPTS_MAX) throw error
      await delay(LOCK_PAUSE_MS)
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

/** In the order in which it was written; empty if there is none. */
async function readLedger(sql: Sql | TransactionSql): Promise<Entry[]> {
  return sql<Entry[]>`select name, sha256 from schema_migrations order by applied_at, name`.catch((error): Entry[] => {
    if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return []
    throw error
  })
}

/** Whether the schema is that of this release, that of another one, or missing. */
export async function schemaState(
  sql: Sql,
  migrationsDir: string = MIGRATIONS_DIR,
): Promise<'current' | 'other' | 'empty'> {
  const ledger = await readLedger(sql)
  if (ledger.length === 0) return 'empty'
  const release = {
    migrations: await readMigrations(migrationsDir),
    functions: await readFunctions(migrationsDir),
  }
  try {
    return nextStep(release, ledger) === undefined ? 'current' : 'other'
  } catch {
    return 'other'
  }
}

const UNDEFINED_TABLE = '42P01'

function nextStep({ migrations, functions }: Release, ledger: readonly Entry[]): Migration | undefined {
  const [next] = pendingMigrations(migrations, ledger.filter(isNumbered))
  return next ?? (functions === undefined ? undefined : pendingFunctions(functions, ledger))
}

/** The migrations left to apply; throws if the ledger and the files contradict each other. */
function pendingMigrations(migrations: readonly Migration[], ledger: readonly Entry[]): Migration[] {
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
