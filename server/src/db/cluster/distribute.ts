// Distributes the tables that requests write over several database servers, with Citus (decision 0030). Accounts and everything that is
// written rarely stay on the server that nodes connect to.
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from '../connect.ts'
import { tryLock } from '../work-lock.ts'
import { hasCitus } from './cluster.ts'
import { checkServers, rejectForeign } from './ready-servers.ts'

/** Distributed by account_id, so that all rows of an account are on one server. The others refer to the first. */
const BALANCES = 'topup_balances'
const TABLES: readonly string[] = [
  BALANCES,
  'usage_months',
  'usage_days',
  'usage_keys',
  'usage_refunds',
  'token_use',
  'model_days',
  'limit_use',
  'idempotent_calls',
  'charge_slots',
]
/**
 * These tables do not refer to balances. A slot belongs to a node. A row of an idempotent request is written before the charge, and must
 * not wait for other charges of the account, which lock its balance.
 */
const UNBOUND: ReadonlySet<string> = new Set([BALANCES, 'charge_slots', 'idempotent_calls'])

/** Functions that run on the server of the account in this parameter. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  charge_batch: 'p_home',
  charge_limited: 'p_home',
  cancel_batch: 'p_home',
  refund_charge: 'p_account',
  settle_limits: 'p_account',
}

interface Distribution {
  readonly tables: readonly string[]
  readonly servers: number
}

/** Running it again changes nothing. Throws if the servers are not ready, or nodes are running. */
export async function distribute(sql: Sql, log: (message: string) => void): Promise<Distribution> {
  const servers = await checkServers(sql)
  await rejectForeign(sql, [...TABLES, 'accounts'])
  const isDone = await isDistributed(sql)
  if (!isDone) await moveTables(sql, log)
  // Deletes the local copies of distributed tables, also those of an interrupted run.
  for (const table of TABLES.toReversed()) {
    await sql`select truncate_local_data_after_distributing_table(${table}::regclass)`
  }
  await distributeFunctions(sql)
  return { tables: isDone ? [] : TABLES, servers }
}

const AT_WORK =
  'nodes are connected to the database. Stop them first: while the tables move, requests would wait and fail, and a node finds out ' +
  'only when it starts that accounts are on several servers. Nothing was changed.'
const TWICE =
  'another equipoise-admin distribute is at work, or was ended a moment ago. Try again in a minute. Nothing was changed.'

async function isDistributed(sql: Sql | TransactionSql): Promise<boolean> {
  const found = await sql`select 1 from pg_dist_partition where logicalrelid = ${BALANCES}::regclass`
  return found.length > 0
}

async function moveTables(sql: Sql, log: (message: string) => void): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe('set local idle_in_transaction_session_timeout = 0')
    if (!(await tryLock(tx, 'distribute'))) throw new Error(TWICE)
    await rejectAtWork(sql, tx)
    await dropConstraints(tx)
    for (const table of TABLES) {
      log(`Distributing ${table}.`)
      const beside = table === BALANCES ? 'default' : BALANCES
      await tx`select create_distributed_table(${table}, 'account_id', colocate_with => ${beside})`
    }
    for (const table of TABLES.filter((name) => !UNBOUND.has(name))) {
      await tx.unsafe(`alter table ${table} add constraint ${table}_account_id_fkey
        foreign key (account_id) references ${BALANCES} on delete cascade`)
    }
    await tx.unsafe(`create or replace trigger accounts_topup_balance_deleted after delete on accounts
      for each row execute function delete_topup_balance()`)
  })
}

/** Tries for a while: a closed connection is still listed for a moment. */
async function rejectAtWork(sql: Sql, tx: TransactionSql): Promise<void> {
  for (let look = 1; ; look++) {
    const [row] = await tx<{ count: number }[]>`
      select count(*) from pg_stat_activity where datname = current_database() and application_name = 'equipoise'`
    if ((row?.count ?? 0) <= sql.connections().open) return
    if (look === LOOKS_MAX) throw new Error(AT_WORK)
    await delay(LOOK_PAUSE_MS)
    await tx.unsafe('select pg_stat_clear_snapshot()')
  }
}

const LOOKS_MAX = 10
const LOOK_PAUSE_MS = 200

/** Citus supports neither foreign keys from distributed to local tables nor unique keys without the account. */
async function dropConstraints(tx: TransactionSql): Promise<void> {
  const keys = await tx<{ table: string; name: string }[]>`
    select r.relname as table, c.conname as name from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.conrelid = any(${TABLES}::text[]::regclass[])`
  for (const { table, name } of keys) await tx`alter table ${tx(table)} drop constraint ${tx(name)}`
  await tx.unsafe(`
    alter table usage_refunds drop constraint usage_refunds_pkey, add primary key (account_id, charge_id)`)
}

/** A release that changes the parameters of a function creates a new one, which runs on the first server until it is distributed. */
export async function distributeFunctions(sql: Sql): Promise<void> {
  if (!(await hasCitus(sql)) || !(await isDistributed(sql))) return
  for (const [name, argument] of Object.entries(FUNCTIONS)) {
    await sql`select create_distributed_function(oid::regprocedure, ${argument}, ${BALANCES}) from pg_proc
      where proname = ${name} and pronamespace = current_schema()::regnamespace`
  }
}
