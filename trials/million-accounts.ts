// A million accounts (or more), and how long each request behind an administration screen takes at the server.
//   npx tsx trials/million-accounts.ts fill [--accounts N] [--usage-rows M]
//     makes the database in DATA_DIR (default /tmp/million-accounts), once
//   npx tsx trials/million-accounts.ts measure  prints a table in Markdown
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createApp } from '../server/src/app.ts'
import { configFrom } from '../server/src/config.ts'
import { openDatabase } from '../server/src/db/db.ts'
import { Secret } from '../server/src/ground/secret.ts'
import { fillFolder } from './filled-database.ts'

type App = Awaited<ReturnType<typeof createApp>>

const ROUNDS = 20
const LIMIT_MS = 300
const dataDir = resolve(process.env.DATA_DIR ?? '/tmp/million-accounts')
const PASSWORD = 'correct horse battery'
const ADMINISTRATOR = 'admin@example.org'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    accounts: { type: 'string', default: '1000000' },
    'usage-rows': { type: 'string', default: '2000000' },
  },
})

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
  ['… a key', '/admin/accounts?search=svc_a87ff679'],
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
  try {
    const payload = { email: ADMINISTRATOR, password: PASSWORD }
    await app.inject({ method: 'POST', url: '/auth/register', payload })
    await database.sql`update accounts set role = 'administrator' where lower(email) = ${ADMINISTRATOR}`
    const signedIn = await app.inject({ method: 'POST', url: '/auth/login', payload })
    await settled(database)
    await measureScreens(app, { authorization: `Bearer ${signedIn.json().access_token}` })
  } finally {
    await app.close()
    await database.close()
  }
}

/** After its start the service sums up usage for some seconds. */
async function settled({ sql }: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  for (;;) {
    const [row] = await sql<{ count: number }[]>`
      select count(*) from pg_stat_activity
      where state <> 'idle' and datname = current_database() and pid <> pg_backend_pid()`
    if (row?.count === 0) return
    await delay(200)
  }
}

async function measureScreens(app: App, headers: Record<string, string>): Promise<void> {
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

const { accounts, 'usage-rows': usageRows } = values
if (positionals[0] === 'fill') await fillFolder(dataDir, { accounts: Number(accounts), usageRows: Number(usageRows) })
else await measure()
