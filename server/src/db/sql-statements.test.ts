import { expect, it } from 'vitest'
import { MIGRATIONS_DIR, readMigrations } from './migrate.ts'
import { splitStatements } from './sql-statements.ts'

it('splits at semicolons and leaves comments before a statement out', () => {
  expect(splitStatements('-- first; of two\nselect 1;\n/* and; */ select 2\n;\n-- the end\n')).toEqual([
    'select 1',
    'select 2',
  ])
})

it('does not split inside quotes, names, comments and bodies', () => {
  const statements = [
    "insert into t values ('a;b', 'it''s; so')",
    'select 1 as "a;b"',
    'select 1 -- one; two\n + 1',
    'create function f() returns int language sql as $$ select 1; select 2; $$',
    "do $body$ begin perform '$$;'; end $body$",
    'select $1, a$b; '.trim().replace(';', ''),
  ]
  expect(splitStatements(statements.join(';\n'))).toEqual(statements)
})

it('finds the statements of our own migrations', async () => {
  const migrations = await readMigrations(MIGRATIONS_DIR)
  const verbs = migrations.flatMap(({ text }) => splitStatements(text)).map((statement) => /^\w+/.exec(statement)?.[0])
  expect(new Set(verbs)).toEqual(new Set(['create', 'insert', 'alter', 'update', 'delete', 'drop']))
})
