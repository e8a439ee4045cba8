// Distinguishes what our migrations created in the schema from what somebody else created there.
import type { Sql, TransactionSql } from './connect.ts'
import { FUNCTION_MARK } from './functions.ts'
import { type Entry, isNumbered, MIGRATIONS_DIR, readFunctions, readMigrations } from './migration-files.ts'

export const LEDGER = 'schema_migrations'

export interface SchemaObject {
  /** PostgreSQL's name of the kind: `table`, `function`, `view`, `type` … */
  readonly type: string
  readonly name: string
  /** With the schema, quotes and arguments that a statement needs. */
  readonly identity: string
}

interface SchemaContent {
  readonly ours: readonly SchemaObject[]
  readonly others: readonly SchemaObject[]
}

/** All objects of the schema. Without our ledger nothing counts as ours, whatever its name. */
export async function readSchema(
  sql: Sql | TransactionSql,
  migrationsDir: string = MIGRATIONS_DIR,
): Promise<SchemaContent> {
  const found = await readObjects(sql)
  const ledger = await readLedger(sql)
  const isOurs = ledger ? await madeBy(ledger, migrationsDir) : () => false
  return {
    ours: found.filter(isOurs),
    others: found.filter((one) => !isOurs(one)),
  }
}

/** The tables to back up, and the other objects. A newer release may have made tables that this one cannot know: then all tables. */
export async function ownTables(
  sql: Sql | TransactionSql,
  migrationsDir: string = MIGRATIONS_DIR,
): Promise<{ tables: string[]; others: readonly SchemaObject[] }> {
  const known = new Set((await readMigrations(migrationsDir)).map(({ name }) => name))
  const noted = ((await readLedger(sql)) ?? []).filter(isNumbered)
  const isNewer = noted.some(({ name }) => !known.has(name))
  if (isNewer) return { tables: (await tableNames(sql)).filter((name) => name !== LEDGER), others: [] }
  const { ours, others } = await readSchema(sql, migrationsDir)
  const tables = ours.flatMap(({ type, name }) => (type === 'table' && name !== LEDGER ? [name] : [])).sort()
  return { tables, others }
}

const NAMED_MAX = 20

export function listed(objects: readonly SchemaObject[]): string {
  const shown = objects.slice(0, NAMED_MAX).map(({ type, identity }) => `${type} ${identity}`)
  const more = objects.length - shown.length
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

export async function tableNames(sql: Sql | TransactionSql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`
  return rows.map(({ name }) => name)
}

/** Returns undefined if there is none, or if the table of that name belongs to another program. */
async function readLedger(sql: Sql | TransactionSql): Promise<readonly Entry[] | undefined> {
  const { length: columns } = await sql`
    select from information_schema.columns
    where table_schema = current_schema() and table_name = ${LEDGER} and column_name in ('name', 'sha256', 'applied_at')`
  if (columns < 3) return undefined
  return sql<Entry[]>`select name, sha256 from ${sql(LEDGER)}`
}

interface FoundObject extends SchemaObject {
  readonly mark: string | null
}

/** Leaves out what belongs to an extension, or to a table as its sequence does. */
async function readObjects(sql: Sql | TransactionSql): Promise<FoundObject[]> {
  return sql<FoundObject[]>`
    select i.type, coalesce(p.proname::text, i.name, i.identity) as name, i.identity,
      obj_description(p.oid, 'pg_proc') as mark
    from pg_depend d cross join lateral pg_identify_object(d.classid, d.objid, d.objsubid) i
    left join pg_proc p on d.classid = 'pg_proc'::regclass and p.oid = d.objid
    where d.refclassid = 'pg_namespace'::regclass and d.refobjid = current_schema()::regnamespace
      and i.schema = current_schema()
      and not exists (
        select from pg_depend o where o.classid = d.classid and o.objid = d.objid and o.deptype in ('a', 'e', 'i'))
    order by i.type, i.identity`
}

const CREATED = /\bcreate (?:or replace )?(table|function|sequence) (?:if not exists )?([a-z_]{1,63})/gi

/** Recognises tables and sequences by name, and functions by their comment too: others may use the name with other arguments. */
async function madeBy(ledger: readonly Entry[], migrationsDir: string): Promise<(one: FoundObject) => boolean> {
  const noted = new Set(ledger.map(({ name }) => name))
  const files = (await readMigrations(migrationsDir)).filter(({ name }) => noted.has(name))
  const texts = [...files.map(({ text }) => text), (await readFunctions(migrationsDir)) ?? '']
  const names = new Set([`table ${LEDGER}`])
  for (const [, type = '', name = ''] of texts.flatMap((text) => [...text.matchAll(CREATED)])) {
    names.add(`${type.toLowerCase()} ${name}`)
  }
  return ({ type, name, mark }) => names.has(`${type} ${name}`) && (type !== 'function' || mark === FUNCTION_MARK)
}
