// functions.sql: the functions and triggers of the schema, which are replaced as a whole.
import { type Entry, FUNCTIONS, type Migration, migrationOf } from './migration-files.ts'

/**
 * Returns what installs these functions, or undefined if they are installed. `ledger` is in the order in which it was written. A text
 * that was installed and replaced belongs to an older release, which must not start and install it again.
 */
export function pendingFunctions(text: string, ledger: readonly Entry[]): Migration | undefined {
  const { sha256 } = migrationOf(FUNCTIONS, text)
  const texts = ledger.filter(({ name }) => name.startsWith(FUNCTIONS)).map((entry) => entry.sha256)
  if (texts.at(-1) === sha256) return undefined
  if (texts.includes(sha256)) {
    throw new Error('the database is newer than this code: a later release has replaced its functions')
  }
  return { name: `${FUNCTIONS} ${sha256.slice(0, DIGITS_SHOWN)}`, sha256, text: `${text}\n${markAndTidy(text)}` }
}

const DIGITS_SHOWN = 12
const CREATED = /^create or replace function (\w+)\(/gim

/** The comment on each of our functions: others may have functions of the same name with other parameters. */
export const FUNCTION_MARK = 'from functions.sql'

/** Also drops those of our functions that have the same name with other parameters: they come from an earlier text. */
function markAndTidy(text: string): string {
  const names = [...text.matchAll(CREATED)].map(([, name]) => name)
  return `do $$ declare found record; begin
    for found in select oid::regprocedure as name, xmin = pg_current_xact_id()::xid as is_new,
        obj_description(oid, 'pg_proc') = '${FUNCTION_MARK}' as is_ours from pg_proc
      where pronamespace = current_schema()::regnamespace and proname = any('{${names.join(',')}}')
    loop
      if found.is_new then execute format('comment on function %s is ''${FUNCTION_MARK}''', found.name);
      elsif found.is_ours then execute format('drop function %s', found.name);
      end if;
    end loop;
  end $$`
}
