import { expect, test } from 'vitest'
import { MIGRATIONS_DIR, readFunctions, readMigrations } from '../src/db/migration-files.ts'
import { splitStatements } from '../src/db/sql-statements.ts'
import { lockingStatements } from './migration-locks.ts'

test('no migration holds a lock while a large table is read or written', async () => {
  expect(lockingStatements(await readMigrations(MIGRATIONS_DIR))).toEqual([])
})

test('functions.sql contains only functions and triggers, which can be created again', async () => {
  const statements = splitStatements((await readFunctions(MIGRATIONS_DIR)) ?? '')
  expect(statements.length).toBeGreaterThan(5)
  for (const statement of statements) expect(statement).toMatch(/^create or replace (function|trigger) \w+/)
})

test('no migration creates a function or a trigger: functions.sql does', async () => {
  for (const { name, text } of await readMigrations(MIGRATIONS_DIR)) {
    for (const statement of splitStatements(text))
      expect(statement, name).not.toMatch(/^create (or replace )?(function|procedure|trigger)/i)
  }
})

const BEFORE = { name: '0001_things.sql', text: 'create table things (id bigint primary key, name text);' }
const judged = (...texts: string[]): string[] =>
  lockingStatements([BEFORE, ...texts.map((text, index) => ({ name: `000${index + 2}_next.sql`, text }))]).map(
    ({ why }) => why,
  )

test.each([
  'create index things_name on things (name)',
  'create unique index things_name on only things (name)',
  'create index concurrently things_name on things (name)',
  '-- outside a transaction\ncreate index concurrently things_name on things (name)',
  'alter table things alter column id type numeric',
  'alter table things alter name set not null',
  'alter table things add column made uuid not null default gen_random_uuid()',
  'alter table things add column at timestamptz default clock_timestamp()',
  'alter table things add column nth bigint generated always as identity',
  "alter table things add column kind text not null default 'a' check (kind in ('a', 'b'))",
  'alter table things add column a int, add column b serial',
  'alter table things add constraint things_name check (length(name) < 9)',
  'alter table things add foreign key (id) references others',
  'alter table things add constraint things_name unique (name)',
  'alter table things validate constraint things_name',
  'alter table things set unlogged',
  "update things set name = '' where name is null",
  'delete from things where id < 5',
  'insert into others select id from things',
  'do $$ begin update things set id = 1; end $$',
  'truncate things',
  'lock table things',
  'reindex table things',
])('reports the lock in: %s', (text) => {
  expect(judged(text)).toHaveLength(1)
})

test.each([
  'create table others (id int); create index others_id on others (id); insert into others select id from things',
  'alter table things add column kind text',
  "alter table things add column kind text not null default 'a', add column at timestamptz default now()",
  'alter table things add column other bigint references others',
  'alter table things add constraint things_name check (length(name) < 9) not valid',
  '-- outside a transaction\nalter table things validate constraint things_name',
  '-- outside a transaction\ndrop index concurrently if exists things_name;\ncreate index concurrently things_name on things (name)',
  '-- outside a transaction\ndo $$ begin loop update things set id = 1; commit; exit when not found; end loop; end $$',
  'alter table things add constraint things_name unique using index things_name',
  'drop index things_name',
  'create or replace function f() returns int language sql as $$ update things set id = 1; select 1 $$',
  "alter table deployment_state add column at timestamptz default clock_timestamp(); update deployment_state set at = 'now'",
])('accepts: %s', (text) => {
  expect(judged(text)).toEqual([])
})

test('allows not null once a check has shown it in an earlier file', () => {
  const check = 'alter table things add constraint things_name_not_null check (name is not null) not valid'
  const validate = '-- outside a transaction\nalter table things validate constraint things_name_not_null'
  const set = 'alter table things alter column name set not null'
  expect(judged(check, validate, set)).toEqual([])
  expect(judged(check, set)).toHaveLength(1)
  expect(judged(check, validate, `${set}; alter table things drop constraint things_name_not_null`)).toEqual([])
  expect(judged(check, validate, `${set}, drop constraint things_name_not_null`)).toHaveLength(1)
})
