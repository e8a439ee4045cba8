// A database as commit 649d917 made it: its own migrations, its ledger, and the rows of a backup that it made.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { lineOf } from '../src/db/backup/backup.ts'
import { readLines } from '../src/db/backup/backup-file.ts'
import type { Sql } from '../src/db/connect.ts'
import { splitStatements } from '../src/db/sql-statements.ts'

const FOLDER = join(import.meta.dirname, 'data/649d917')

export const OLD_BACKUP = join(FOLDER, 'everything.backup')
/** In the backup; the other account of it was deleted. */
export const OLD_PERSON = { email: 'ann@example.org', password: 'correct horse battery' }

async function readOldMigrations(): Promise<[name: string, text: string][]> {
  const packed = await readFile(join(FOLDER, 'migrations.json.gz'))
  return Object.entries(JSON.parse(gunzipSync(packed).toString()) as Record<string, string>)
}

/** With `until`, the schema of an even older commit. */
export async function makeOldSchema(sql: Sql, until = '9999'): Promise<void> {
  await sql`create table schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  for (const [name, text] of await readOldMigrations()) {
    if (name > until) return
    const isOutside = text.startsWith('-- outside a transaction')
    for (const part of isOutside ? splitStatements(text) : [text]) await sql.unsafe(part)
    const sha256 = createHash('sha256').update(text).digest('hex')
    await sql`insert into schema_migrations (name, sha256) values (${name}, ${sha256})`
  }
}

export async function fillOldSchema(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    // No triggers, and no checks of foreign keys while the rows they point to are still to come.
    await tx.unsafe('set local session_replication_role = replica; delete from deployment_state')
    let table = ''
    for await (const text of readLines(OLD_BACKUP, undefined)) {
      const line = lineOf(text, OLD_BACKUP)
      if ('table' in line) table = line.table
      if (!('row' in line)) continue
      await tx`insert into ${tx(table)} overriding system value
        select * from json_populate_record(null::${tx(table)}, ${line.row}::json)`
    }
    await tx`select setval('accounts_id_seq', 10), setval('api_keys_id_seq', 10), setval('audit_log_id_seq', 1000)`
  })
}
