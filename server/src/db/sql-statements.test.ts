import { expect, it } from 'vitest'
import { MIGRATIONS_DIR, readFunctions, readMigrations } from './migration-files.ts'
import { splitStatements } from './sql-statements.ts'

it('splits at semicolons and removes comments before a statement', () => {
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

it('finds the statements of our own files', async () => {
  const texts = (await readMigrations(MIGRATIONS_DIR)).map(({ text }) => text)
  texts.push((await readFunctions(MIGRATIONS_DIR)) ?? '')
  const verbs = texts.flatMap(splitStatements).map((statement) => /^\w+/.exec(statement)?.[0] ?? statement)
  const known = ['create', 'insert', 'alter', 'update', 'delete', 'drop', 'do']
  expect(verbs.length).toBeGreaterThan(100)
  expect(verbs.filter((verb) => !known.includes(verb))).toEqual([])
})
