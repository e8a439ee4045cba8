// A million accounts, and how long each request behind an administration screen takes at the server.
//   npx tsx bench/million-accounts.ts fill     makes the database in DATA_DIR (default /tmp/million-accounts), once
//   npx tsx bench/million-accounts.ts measure  prints a table in Markdown
import { resolve } from 'node:path'
import { createApp } from '../server/src/app.ts'
import { configFrom } from '../server/src/config.ts'
import { attachDatabase, openDatabase } from '../server/src/db/db.ts'
import { Secret } from '../server/src/secret.ts'

const ACCOUNTS = 1_000_000
const ROUNDS = 20
const LIMIT_MS = 300
const dataDir = resolve(process.env.DATA_DIR ?? '/tmp/million-accounts')
const PASSWORD = 'correct horse battery'
const ADMINISTRATOR = 'admin@example.org'

const database = await openDatabase({ dataDir, log: (line) => console.error(line) })
const app = await createApp({
  config: configFrom({ LOG_LEVEL: 'silent', PAYMENTS: 'sandbox' }, () => ''),
  database,
  jwtSecret: new Secret('a secret that only this benchmark uses'),
  version: '0.0.0-bench',
  webRoot: 'no-web-app',
  analyze: () => {
    throw new Error('nothing is scored here')
  },
})
/** Statements of many seconds each, so they go over a connection without the limits of the service. */
async function fill(): Promise<void> {
  const { sql, close } = await attachDatabase({ dataDir, log: () => {} })
  await app.inject({ method: 'POST', url: '/auth/register', payload: { email: ADMINISTRATOR, password: PASSWORD } })
  const plan = `case when n % 100 < 90 then 'free' when n % 100 < 96 then 'basic' when n % 100 < 99 then 'pro' else 'studio' end`
  const texts = [
    `update accounts set role = 'administrator' where email = '${ADMINISTRATOR}'`,
    `insert into accounts (email, name, password_hash, plan, created_at, disabled_at)
     select 'person' || n || '@' || (array['example.org','mail.example','corp.example','school.example'])[1 + n % 4],
       'Person ' || n, 'x', ${plan}, now() - (${ACCOUNTS} - n) * interval '30 seconds',
       case when n % 1000 = 0 then now() end from generate_series(1, ${ACCOUNTS}) n`,
    `insert into usage_months (account_id, month, meter, from_allowance)
     select id, date_trunc('month', now())::date, m, (id * 7919) % 1000 from accounts, unnest(array['compute','ai/analyze']) m
     where id % 3 = 0`,
    `insert into usage_days (account_id, day, meter, units)
     select id, (now() - d * interval '1 day')::date, 'compute', (id * 31) % 100 from accounts, generate_series(0, 1) d where id % 3 = 0`,
    `insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
     select id, 'Default Key', sha256(id::text::bytea), 'svc_' || left(md5(id::text), 8), 'full', now() from accounts where id % 4 = 0`,
    `insert into api_keys (account_id, name, key_hash, key_prefix, scope, created_at)
     select 5, 'Key ' || n, sha256(('many ' || n)::bytea), 'svc_' || left(md5('many ' || n), 8), 'full', now() from generate_series(1, 1000) n`,
    `insert into audit_log (account_id, at, event, address, user_agent)
     select id, now(), 'registered', '203.0.113.7', 'bench' from accounts`,
    `insert into audit_log (account_id, at, event, address, user_agent)
     select 5, now(), 'signed_in', '203.0.113.7', 'bench' from generate_series(1, 100000)`,
    `insert into admin_log (at, administrator, action, account_id, account_email, reason, address, user_agent)
     select now(), '${ADMINISTRATOR}', 'plan_set', id, email, 'bench', '203.0.113.7', 'bench' from accounts where id % 10 = 0`,
    `insert into billing_checkouts (account_id, cashier, kind, item, status, created_at)
     select id, 'sandbox', 'topup', 'topup_10k', 'complete', now() - (id % 30) * interval '1 day' from accounts where id % 20 = 0`,
    `insert into billing_subscriptions (id, account_id, cashier, plan, status, period_end, reading)
     select 'sub_' || id, id, 'sandbox', plan, 'active', now() + interval '20 days', 1 from accounts where plan <> 'free'`,
    `insert into invitations (token_hash, email, created_at, expires_at)
     select sha256(('invitation ' || n)::bytea), 'guest' || n || '@example.org', now(), now() + interval '7 days'
     from generate_series(1, 20000) n`,
    // As autovacuum leaves it, some time after so many rows were written.
    'vacuum analyze',
  ]
  for (const text of texts) {
    const startedMs = performance.now()
    await sql.unsafe(text)
    console.error(
      `${((performance.now() - startedMs) / 1000).toFixed(1)} s  ${text.slice(0, 60).replaceAll('\n', ' ')}`,
    )
  }
  await close()
}

const SCREENS: readonly [string, string][] = [
  ['Overview', '/admin/overview'],
  ['Accounts, newest first', '/admin/accounts'],
  ['Accounts, oldest first', '/admin/accounts?sort=oldest'],
  ['Accounts by email', '/admin/accounts?sort=email'],
  ['… a page in the middle', '/admin/accounts?after=500000'],
  ['… a page in the middle, by email', '/admin/accounts?sort=email&after=person55'],
  ['… start of an email', '/admin/accounts?search=person77'],
  ['… start of an email, by email', '/admin/accounts?search=person77&sort=email'],
  ['… end of an email', '/admin/accounts?search=%40corp.example'],
  ['… end of an email, by email', '/admin/accounts?search=%40corp.example&sort=email'],
  ['… start of 111,111 emails', '/admin/accounts?search=person7'],
  ['… start of all emails, by email', '/admin/accounts?search=person&sort=email'],
  ['… an email that nobody has', '/admin/accounts?search=nobody'],
  ['… a key', '/admin/accounts?search=svc_c4ca4238'],
  ['… one plan', '/admin/accounts?plan=studio'],
  ['… one plan, by email', '/admin/accounts?plan=basic&sort=email'],
  ['… disabled', '/admin/accounts?state=disabled'],
  ['… disabled, by email', '/admin/accounts?state=disabled&sort=email'],
  ['… administrators', '/admin/accounts?state=administrator'],
  ['… administrators, by email', '/admin/accounts?state=administrator&sort=email'],
  ['… disabled on one plan, by email', '/admin/accounts?state=disabled&plan=basic&sort=email'],
  ['… start of an email on one plan', '/admin/accounts?search=person77&plan=studio'],
  ['… end of an email on one plan', '/admin/accounts?search=%40corp.example&plan=studio'],
  ['One account', '/admin/accounts/777777'],
  ['… with 1,000 keys and 100,000 entries', '/admin/accounts/5'],
  ['Log', '/admin/log'],
  ['Invitations', '/admin/invitations'],
]

async function measure(): Promise<void> {
  const payload = { email: ADMINISTRATOR, password: PASSWORD }
  const signedIn = await app.inject({ method: 'POST', url: '/auth/login', payload })
  const headers = { authorization: `Bearer ${signedIn.json().access_token}` }
  console.log('| screen | request | median | slowest |\n|---|---|---|---|')
  let isQuick = true
  for (const [name, url] of SCREENS) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const startedMs = performance.now()
      const { statusCode } = await app.inject({ url, headers })
      times.push(performance.now() - startedMs)
      if (statusCode !== 200) throw new Error(`${url}: ${statusCode}`)
    }
    times.sort((a, b) => a - b)
    const slowest = times.at(-1) ?? 0
    isQuick &&= slowest < LIMIT_MS
    console.log(`| ${name} | \`${url}\` | ${(times[ROUNDS / 2] ?? 0).toFixed(1)} ms | ${slowest.toFixed(1)} ms |`)
  }
  console.log(`\nEvery request below ${LIMIT_MS} ms: ${isQuick ? 'yes' : '**no**'}.`)
}

try {
  if (process.argv[2] === 'fill') await fill()
  else await measure()
} finally {
  await app.close()
  await database.close()
}
