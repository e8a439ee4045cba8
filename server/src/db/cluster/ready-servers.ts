// Checks before anything changes whether all servers are ready for Citus to distribute tables, and says what is missing.
import type { Sql } from '../connect.ts'
import { hasCitus } from './cluster.ts'

export async function checkServers(sql: Sql): Promise<number> {
  if (!(await hasCitus(sql))) throw new Error(NO_CITUS)
  const [row] = await sql<{ count: number }[]>`
    select count(*) from pg_dist_node where noderole = 'primary' and isactive and shouldhaveshards`
  if (!row?.count) throw new Error(NO_SERVERS)
  await rejectDifferent(sql)
  return row.count
}

const NO_CITUS =
  'the database has no Citus. Install it on every database server, set shared_preload_libraries = citus, run CREATE EXTENSION citus ' +
  'in this database on each of them, and name them with citus_set_coordinator_host and citus_add_node (docs/operating/database.md).'
const NO_SERVERS =
  'Citus knows no server for shards. Run SELECT citus_add_node(HOST, PORT) for each of them on the server of DATABASE_URL.'

const VERSIONS = `select 'PostgreSQL ' || current_setting('server_version_num')::int / 10000 || ' with Citus ' || extversion
  from pg_extension where extname = 'citus'`

interface ServerAnswer {
  readonly server: string
  readonly isHere: boolean
  readonly text: string
}

/** All servers run the same statements, so all must have the same versions. */
async function rejectDifferent(sql: Sql): Promise<void> {
  const [own] = (await sql.unsafe(VERSIONS)).map((row) => Object.values(row).join())
  const answers = await sql<ServerAnswer[]>`
    select nodename || ':' || nodeport as server, success as "isHere", result as text from run_command_on_workers(${VERSIONS})`
  const silent = answers.filter(({ isHere }) => !isHere)
  if (silent.length > 0) {
    throw new Error(
      `Citus cannot use these database servers: ${listOf(silent)}. Start them, or look at what they say. Nothing was changed.`,
    )
  }
  const different = answers.filter(({ text }) => text !== own)
  if (different.length > 0) {
    throw new Error(
      `the database servers have different versions: the one of DATABASE_URL has ${own}, others have: ${listOf(different)}. ` +
        'Install the same on all of them. Nothing was changed.',
    )
  }
}

const listOf = (answers: readonly ServerAnswer[]): string =>
  answers.map(({ server, text }) => `${server} (${text})`).join(', ')

/** Only the owner of a table can distribute it. */
export async function rejectForeign(sql: Sql, tables: readonly string[]): Promise<void> {
  const foreign = await sql<{ role: string; owner: string }[]>`
    select current_user::text as role, pg_get_userbyid(relowner)::text as owner from pg_class
    where oid = any(${tables}::text[]::regclass[]) and not pg_has_role(relowner, 'usage')`
  const [first] = foreign
  if (!first) return
  throw new Error(
    `the tables belong to the role ${first.owner}, and ${first.role} cannot change them. Set DATABASE_URL to the role that the nodes ` +
      'use. Nothing was changed.',
  )
}
