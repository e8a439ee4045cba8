import { expect, test } from 'vitest'
import { MIGRATIONS_DIR, readMigrations } from '../src/db/migrate.ts'
import { lockingStatements } from './migration-locks.ts'

/**
 * From before this rule. They cannot be changed, because databases have them already. Nothing may be added here.
 * docs/operating/capacity.md says how long they take on a large database.
 */
const BEFORE_THE_RULE = [
  '0007_plan_renews.sql accounts: changes all rows in one transaction',
  '0008_sandbox_books.sql billing_checkouts: changes all rows in one transaction',
  '0008_sandbox_books.sql billing_subscriptions: changes all rows in one transaction',
  '0008_sandbox_books.sql billing_customers: changes all rows in one transaction',
  '0008_sandbox_books.sql billing_erased_customers: changes all rows in one transaction',
  '0009_locked_accounts.sql api_keys: makes an index without concurrently',
  '0009_locked_accounts.sql give_backs: makes an index without concurrently',
  '0010_housekeeping.sql accounts: makes an index without concurrently',
  '0010_housekeeping.sql api_keys: makes an index without concurrently',
  '0010_housekeeping.sql usage_days: makes an index without concurrently',
  '0010_housekeeping.sql usage_months: makes an index without concurrently',
  '0010_housekeeping.sql usage_keys: makes an index without concurrently',
  '0010_housekeeping.sql billing_checkouts: makes an index without concurrently',
  '0010_housekeeping.sql billing_events: makes an index without concurrently',
  '0010_housekeeping.sql billing_subscriptions: makes an index without concurrently',
  '0010_housekeeping.sql billing_erased_customers: makes an index without concurrently',
  '0010_housekeeping.sql newsletter: makes an index without concurrently',
  '0012_newsletter_confirmed.sql newsletter: changes all rows in one transaction',
  '0012_newsletter_confirmed.sql newsletter: makes an index without concurrently',
  '0020_key_filter_mode.sql api_keys: reads the whole table for a constraint of a column',
  '0051_admission.sql accounts: reads the whole table for a constraint of a column',
  '0051_admission.sql accounts: makes an index without concurrently',
  '0052_administration.sql accounts: makes an index without concurrently',
  '0052_administration.sql api_keys: makes an index without concurrently',
  '0052_administration.sql billing_checkouts: makes an index without concurrently',
  '0052_administration.sql billing_subscriptions: makes an index without concurrently',
  '0055_notices.sql api_keys: makes an index without concurrently',
]

test('no migration holds a lock for as long as a large table is read or written, but those from before this rule', async () => {
  const problems = lockingStatements(await readMigrations(MIGRATIONS_DIR))
  const found = problems.map(({ migration, table, why }) => `${migration} ${table}: ${why.split(';')[0]}`)
  expect([...new Set(found)]).toEqual(BEFORE_THE_RULE)
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
])('finds the lock in: %s', (text) => {
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
])('has nothing against: %s', (text) => {
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
