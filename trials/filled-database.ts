// Fills an empty database with accounts and usage as fast as possible: rows first, then their indexes, without triggers and foreign key
// checks.
import { connect, type Sql, type TransactionSql } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded/embedded.ts'
import { migrate } from '../server/src/db/migrate.ts'

interface Amounts {
  readonly accounts: number
  /** Divided over usage_days (80 %), usage_months (15 %) and usage_keys (5 %). Every third account has usage. */
  readonly usageRows: number
}

/** Settings of the server while it is filled: nothing needs to survive a crash. */
const FILLING: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '30min',
  autovacuum: 'off',
  shared_buffers: '1GB',
  maintenance_work_mem: '1GB',
}

/** An account whose page has many keys and many entries. */
const BUSY_ACCOUNT = 5
const PIECES = 10
/** Usage is spread over this many days. */
const DAYS_BACK = 720

/** Creates the database in a folder. */
export async function fillFolder(dataDir: string, amounts: Amounts): Promise<void> {
  const server = await startEmbedded({ dataDir, log: (line) => console.error(line), settings: FILLING })
  // Over a connection without the service's timeouts, because statements take many seconds.
  const sql = connect({ url: server.url, poolMax: 1, statementTimeoutMs: 0 })
  try {
    await migrate(sql)
    await fill(sql, amounts)
  } finally {
    await sql.end()
    await server.stop()
  }
}

/** `sql` has one connection, so session settings apply to everything that follows. */
async function fill(sql: Sql, amounts: Amounts): Promise<void> {
  await sql.unsafe('set session_replication_role = replica')
  for (const [table, texts] of rowsOf(amounts)) {
    const [row] = await sql<{ isFilled: boolean }[]>`select exists (select from ${sql(table)}) as "isFilled"`
    if (row?.isFilled) console.error(`${table} has rows already, and stays as it is`)
    else await sql.begin((tx) => fillTable(tx, table, texts))
  }
  // As autovacuum leaves the tables some time after so many writes.
  await timed(sql, 'vacuum analyze')
}

/** In one transaction: after an interruption, filling continues with this table. */
async function fillTable(tx: TransactionSql, table: string, texts: readonly string[]): Promise<void> {
  await withoutIndexes(tx, table, async () => {
    for (const text of texts) await timed(tx, text)
  })
}

const PLAN = `case when n % 100 < 90 then 'free' when n % 100 < 96 then 'basic' when n % 100 < 99 then 'pro' else 'studio' end`

function rowsOf(amounts: Amounts): [table: string, texts: string[]][] {
  const { accounts } = amounts
  return [
    [
      'accounts',
      [
        `insert into accounts (email, name, password_hash, plan, created_at, disabled_at)
         select 'person' || n || '@' || (array['example.org','mail.example','corp.example','school.example'])[1 + n % 4],
           'Person ' || n, 'x', ${PLAN}, now() - (${accounts} - n) * interval '3 years' / ${accounts},
           case when n % 1000 = 0 then now() end from generate_series(1, ${accounts}) n`,
      ],
    ],
    ['topup_balances', [`insert into topup_balances (account_id) select n from generate_series(1, ${accounts}) n`]],
    ['api_keys', keysOf(accounts)],
    ['sessions', [sessionsOf(accounts)]],
    ['audit_log', entriesOf(accounts)],
    ...paymentsOf(accounts),
    ...usageOf(amounts),
  ]
}

const keysOf = (accounts: number): string[] => [
  `insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
   select n, 'Default Key', sha256(n::text::bytea), 'svc_' || left(md5(n::text), 8), 'full', now() from generate_series(4, ${accounts}, 4) n`,
  `insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
   select ${BUSY_ACCOUNT}, 'Key ' || n, sha256(('many ' || n)::bytea), 'svc_' || left(md5('many ' || n), 8), 'full', now()
   from generate_series(1, 1000) n`,
]

const sessionsOf = (accounts: number): string =>
  `insert into sessions (id, account_id, address, user_agent, created_at, expires_at)
   select md5(n::text), n, '203.0.113.7', 'bench', now(), now() + (n % 7) * interval '1 day' from generate_series(10, ${accounts}, 10) n`

const entriesOf = (accounts: number): string[] => [
  `insert into audit_log (account_id, at, event, address, user_agent)
   select n, now() - (${accounts} - n) * interval '1 year' / ${accounts}, 'registered', '203.0.113.7', 'bench'
   from generate_series(5, ${accounts}, 5) n`,
  `insert into audit_log (account_id, at, event, address, user_agent)
   select ${BUSY_ACCOUNT}, now(), 'signed_in', '203.0.113.7', 'bench' from generate_series(1, 100000)`,
]

function paymentsOf(accounts: number): [table: string, texts: string[]][] {
  return [
    [
      'admin_log',
      [
        `insert into admin_log (at, administrator, action, account_id, account_email, reason, address, user_agent)
         select now(), 'admin@example.org', 'plan_set', n, 'person' || n || '@example.org', 'bench', '203.0.113.7', 'bench'
         from generate_series(10, least(${accounts}, 1000000), 10) n`,
      ],
    ],
    [
      'billing_checkouts',
      [
        `insert into billing_checkouts (account_id, payment_provider, kind, item, status, created_at)
         select n, 'sandbox', 'topup', 'topup_10k', 'complete', now() - (n % 30) * interval '1 day' from generate_series(20, ${accounts}, 20) n`,
      ],
    ],
    [
      'billing_subscriptions',
      [
        `insert into billing_subscriptions (id, account_id, payment_provider, plan, status, period_end, reading)
         select 'sub_' || n, n, 'sandbox', ${PLAN}, 'active', now() + interval '20 days', 1
         from generate_series(1, ${accounts}) n where n % 100 >= 90`,
      ],
    ],
    [
      'invitations',
      [
        `insert into invitations (token_hash, email, created_at, expires_at)
         select sha256(('invitation ' || n)::bytea), 'guest' || n || '@example.org', now(), now() + interval '7 days'
         from generate_series(1, 20000) n`,
      ],
    ],
  ]
}

function usageOf({ accounts, usageRows }: Amounts): [table: string, texts: string[]][] {
  const using = accounts / 3
  const days = Math.max(1, Math.round((0.8 * usageRows) / using))
  const months = Math.max(1, Math.round((0.15 * usageRows) / using / 1.25))
  const keyMonths = Math.max(1, Math.round((0.05 * usageRows) / (accounts / 4)))
  const apart = Math.max(1, Math.floor(DAYS_BACK / days))
  const perPiece = Math.ceil((days * apart) / PIECES)
  const pieces = Array.from({ length: PIECES }, (_, piece) => [
    (PIECES - piece) * perPiece - 1,
    (PIECES - 1 - piece) * perPiece,
  ])
  const thisMonth = `date_trunc('month', now())::date`
  return [
    [
      'usage_days',
      // Oldest first, as rows are stored in a table that was written day by day. Each account has one row in `apart` days.
      pieces.map(
        ([oldest, newest]) => `insert into usage_days (account_id, day, meter, units)
          select 3 * u, current_date - k, 'compute', 1 + (u * 31) % 100
          from generate_series(${oldest}, ${newest}, -1) k, generate_series(1 + k % ${apart}, ${Math.floor(using)}, ${apart}) u`,
      ),
    ],
    [
      'usage_months',
      [
        `insert into usage_months (account_id, month, meter, from_allowance)
         select n, ${thisMonth} - m * interval '1 month', meter, 1 + (n::bigint * 7919) % 1000
         from generate_series(${months - 1}, 0, -1) m, generate_series(3, ${accounts}, 3) n, unnest(array['compute', 'ai/analyze']) meter
         where meter = 'compute' or n % 4 = 0`,
      ],
    ],
    [
      'usage_keys',
      [
        // Keys were created in the order of their accounts, so the key of account n has the id n / 4.
        `insert into usage_keys (account_id, month, key_id, calls)
         select n, ${thisMonth} - m * interval '1 month', n / 4, 1 + n % 100
         from generate_series(${keyMonths - 1}, 0, -1) m, generate_series(4, ${accounts}, 4) n`,
      ],
    ],
  ]
}

/** Building an index at once is much faster than row by row. The primary key that others refer to stays. */
async function withoutIndexes(sql: TransactionSql, table: string, work: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ drop: string; make: string }[]>`
    select format('alter table %I drop constraint %I', ${table}::text, conname) as drop,
      format('alter table %I add constraint %I %s', ${table}::text, conname, pg_get_constraintdef(oid)) as make
    from pg_constraint c where conrelid = ${table}::regclass and contype in ('p', 'u')
      and not exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = c.conrelid and f.conindid = c.conindid)
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index i where indrelid = ${table}::regclass
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`
  for (const { drop } of indexes) await sql.unsafe(drop)
  await work()
  for (const { make } of indexes) await timed(sql, make)
}

async function timed(sql: TransactionSql, text: string): Promise<void> {
  const startedMs = performance.now()
  await sql.unsafe(text)
  const [size] = await sql<{ bytes: number }[]>`select pg_database_size(current_database()) as bytes`
  const line = text.replaceAll(/\s+/g, ' ').slice(0, 80)
  const gigabytes = ((size?.bytes ?? 0) / 1e9).toFixed(1)
  console.error(`${((performance.now() - startedMs) / 1000).toFixed(1)} s  ${gigabytes} GB  ${line}`)
}
