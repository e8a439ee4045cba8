// Deletes the rows that belong to a row in batches, so that no lock is held for long.
import type { Sql } from './connect.ts'

interface Dependent {
  readonly table: string
  readonly column: string
}

const PIECE_ROWS = 1_000

/** Deletes the rows that refer to this one, the most distant first, in batches; false if `isLate` stopped it. The row itself stays. */
export async function deleteDependents(
  sql: Sql,
  { table, id, isLate }: { table: string; id: number; isLate: () => boolean },
): Promise<boolean> {
  for (const dependent of await dependentsOf(sql, table)) {
    const [name, column] = [sql(dependent.table), sql(dependent.column)]
    for (let count = PIECE_ROWS; count === PIECE_ROWS; ) {
      if (isLate()) return false
      const deleted = await sql`
        delete from ${name} where ctid = any(array(select ctid from ${name} where ${column} = ${id} limit ${PIECE_ROWS}))`
      count = deleted.count
    }
  }
  return true
}

/** Read from the catalogue, so that new tables are included. Also finds tables that refer to one of these by the same id. */
async function dependentsOf(sql: Sql, table: string): Promise<Dependent[]> {
  return sql<Dependent[]>`
    with recursive dependents (relid, attnum, depth) as (
      select c.conrelid, c.conkey[1], 1 from pg_constraint c
      where c.contype = 'f' and c.confdeltype = 'c' and cardinality(c.conkey) = 1 and c.confrelid = ${table}::regclass
      union all
      select c.conrelid, c.conkey[1], d.depth + 1 from dependents d
      join pg_constraint c on c.confrelid = d.relid and c.confkey = array[d.attnum]
      where c.contype = 'f' and c.confdeltype = 'c')
    select r.relname as table, a.attname as column from dependents d
    join pg_class r on r.oid = d.relid join pg_attribute a on a.attrelid = d.relid and a.attnum = d.attnum
    order by d.depth desc, r.relname`
}
