// Finds statements in migrations that would lock a large table for as long as it takes to read or write all of its rows.
import { splitStatements } from '../src/db/sql-statements.ts'

interface Problem {
  readonly migration: string
  readonly table: string
  readonly why: string
}

/** Tables with a few rows per deployment. Every other table is large, once it exists. */
const SMALL_TABLES: ReadonlySet<string> = new Set([
  'deployment_state',
  'deployment_days',
  'deployment_top',
  'provider_days',
  'signing_keys',
  'charge_slots',
  'schema_migrations',
])

/** Processes the files in order, because a table is only safe to change in the file that creates it. */
export function lockingStatements(files: readonly { readonly name: string; readonly text: string }[]): Problem[] {
  const validated = new Set<string>()
  return files.flatMap(({ name, text }) => {
    const isOutside = text.startsWith('-- outside a transaction')
    const statements = splitStatements(text).map(plain)
    const isNew = newTables(statements)
    const problems: Problem[] = []
    for (const [index, statement] of statements.entries()) {
      const table = tableOf(statement)
      if (table !== undefined && (SMALL_TABLES.has(table) || isNew.has(table))) continue
      const context = { isOutside, earlier: statements.slice(0, index), validated }
      for (const why of problemsOf(statement, context)) problems.push({ migration: name, table: table ?? '', why })
    }
    // Applies from the next file on: within the same transaction the lock of the constraint would still be held.
    for (const statement of statements) {
      const [, table, constraint] = VALIDATED.exec(statement) ?? []
      if (table) validated.add(`${table}.${constraint}`)
    }
    return problems
  })
}

/** Removes comments and line ends; quoted text and bodies stay. */
function plain(statement: string): string {
  return statement
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function newTables(statements: readonly string[]): Set<string> {
  const names = statements.map((statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1])
  return new Set(names.filter((name) => name !== undefined))
}

const TABLE =
  /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index .*? on (?:only )?|update (?:only )?|delete from (?:only )?|insert into |truncate (?:table )?|lock (?:table )?|cluster |vacuum full |reindex table )(\w+)/

const tableOf = (statement: string): string | undefined => TABLE.exec(statement)?.[1]

const VALIDATED = /^alter table (\w+) validate constraint (\w+)/

interface Context {
  readonly isOutside: boolean
  readonly earlier: readonly string[]
  readonly validated: ReadonlySet<string>
}

function problemsOf(statement: string, context: Context): string[] {
  if (/^create (unique )?index/.test(statement)) return problemsOfIndex(statement, context)
  if (statement.startsWith('alter table')) return problemsOfTable(statement, context)
  if (/^(update|delete from)\b/.test(statement)) return ['changes all rows in one transaction; use a loop that commits']
  if (/^insert into .* select .* from \w/.test(statement) && !statement.includes('values ('))
    return ['copies a table in one transaction; use a loop that commits']
  if (/^(cluster|vacuum full|truncate|lock)\b/.test(statement)) return ['locks the whole table']
  if (statement.startsWith('reindex') && !statement.includes('concurrently'))
    return ['makes an index without concurrently']
  if (statement.startsWith('do ') && !(context.isOutside && /\bcommit;/.test(statement)))
    return ['works in one transaction; use a loop that commits, outside a transaction']
  return []
}

function problemsOfIndex(statement: string, { isOutside, earlier }: Context): string[] {
  const [, name] = /^create (?:unique )?index concurrently (?:if not exists )?(\w+)/.exec(statement) ?? []
  if (name === undefined) return ['makes an index without concurrently']
  if (!isOutside) return ['makes an index concurrently inside a transaction']
  if (!earlier.includes(`drop index concurrently if exists ${name}`))
    return ['does not drop the index first, which an interrupted attempt leaves behind']
  return []
}

/** A statement can have several parts, such as `add column a …, add column b …`. */
function problemsOfTable(statement: string, context: Context): string[] {
  const [, table = '', rest = ''] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement) ?? []
  if (/\bset not null\b.*\bdrop constraint\b|\bdrop constraint\b.*\bset not null\b/.test(rest))
    return ['drops a check before it is used for not null; use two statements']
  const parts = rest.split(/, (?=(?:add|alter|drop|validate|set|rename) )/)
  return parts.flatMap((part) => problemOfPart(part, table, context) ?? [])
}

function problemOfPart(part: string, table: string, { isOutside, validated }: Context): string | undefined {
  if (part.startsWith('add column')) return problemOfColumn(part)
  if (/^alter (column )?\w+ (set data )?type\b/.test(part)) return 'changes the type of a column'
  const [, column] = /^alter (?:column )?(\w+) set not null/.exec(part) ?? []
  if (column !== undefined && !validated.has(`${table}.${table}_${column}_not_null`))
    return `reads the whole table for not null; validate a check named ${table}_${column}_not_null in an earlier file`
  if (/^add (constraint \w+ )?(primary key|unique)/.test(part) && !part.includes('using index'))
    return 'makes an index without concurrently'
  if (/^add (constraint \w+ )?(check|foreign key|exclude)/.test(part) && !part.endsWith('not valid'))
    return 'reads the whole table for a constraint; add it not valid, validate it in a file outside a transaction'
  if (part.startsWith('validate constraint') && !isOutside) return 'validates a constraint inside a transaction'
  if (/^set (logged|unlogged|tablespace|access method)/.test(part)) return 'writes the table anew'
  return undefined
}

function problemOfColumn(part: string): string | undefined {
  if (/\b(big|small)?serial\b|\bgenerated\b/.test(part)) return 'writes the table anew for a column'
  if (/\b(check \(|primary key|unique\b)/.test(part)) return 'reads the whole table for a constraint of a column'
  const [, value] = /\bdefault ([a-z_.]+) ?\(/.exec(part) ?? []
  if (value !== undefined && !SAME_FOR_ALL_ROWS.has(value)) return 'writes the table anew for a default'
  return undefined
}

/** Evaluated once for the whole table. */
const SAME_FOR_ALL_ROWS: ReadonlySet<string> = new Set(['now', 'statement_timestamp', 'transaction_timestamp'])
