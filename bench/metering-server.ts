// One node with real accounts and metering, with an embedded PostgreSQL that waits for the disk, in a separate process. Prints its port
// and keys; then answers each line on standard input with one line.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { createAccounts } from '../server/src/accounts/accounts.ts'
import { openDatabase } from '../server/src/db/db.ts'
import { brandNamed } from '../server/src/ground/brand.ts'
import { CATALOGUE, type Catalogue } from '../server/src/ground/plans.ts'
import { Secret } from '../server/src/ground/secret.ts'
import { createHttp } from '../server/src/http/http.ts'
import { computeRoutes } from '../server/src/routes/engine/compute.ts'
import { openPool } from '../server/src/threads/pool/pool.ts'
import { createRateLimiter, createUsage } from '../server/src/usage/usage.ts'

const ACCOUNTS = 64
const UNLIMITED = 1_000_000_000
const TRIPS = 200

const dataDir = await mkdtemp(join(tmpdir(), 'bench-metering-'))
// For root, the database runs as another user, and moves elsewhere if that user cannot enter this folder.
await chmod(dataDir, 0o711)
const database = await openDatabase({ dataDir, log: () => {} })
const { sql } = database
let statements = 0
// Counted in the driver, so that prepared statements and transactions are included.
const send = pg.Client.prototype.query as (...args: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  statements++
  return send.apply(this, args)
} as typeof pg.Client.prototype.query

const nowMs = Date.now
const report = (error: unknown) => console.error(error)
const brand = brandNamed()
const publicUrl = 'http://127.0.0.1'
const parts = { database: { sql, listen: database.listen }, nowMs, brand, publicUrl, mail: undefined, report }
const accounts = createAccounts({ ...parts, secrets: [new Secret('bench'.repeat(8))] })
const usage = createUsage({ sql, nowMs, report })
const catalogue = withoutPace(CATALOGUE)
const port = await serve()
const keys = await Promise.all(Array.from({ length: ACCOUNTS }, (_, at) => makeKey(at)))
process.stdout.write(`${JSON.stringify({ port, keys })}\n`)

for await (const line of createInterface({ input: process.stdin })) {
  const answer = line === 'trip' ? await tripMs() : statements
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
await rm(dataDir, { recursive: true, force: true })
process.exit(0)

async function serve(): Promise<number> {
  const limiter = createRateLimiter(nowMs)
  const quiet = { logLevel: 'silent', trustedProxies: [], corsOrigins: [] }
  const { app } = await createHttp({ accounts, usage, limiter, catalogue, brand, publicUrl, ...quiet })
  computeRoutes(app, { pool: openPool({ timeoutMs: 60_000 }), catalogue, seedFor: async () => 'bench' })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** Lifts only the rate limit, so that the benchmark is not rejected. */
function withoutPace({ plans, anonymous, ...rest }: Catalogue): Catalogue {
  const studio = { ...plans.studio, requestsPerMinute: UNLIMITED }
  return { ...rest, plans: { ...plans, studio }, anonymous: { ...anonymous, requestsPerMinute: UNLIMITED } }
}

async function makeKey(at: number): Promise<string> {
  const email = `bench-${at}@example.org`
  const origin = { address: '127.0.0.1', userAgent: 'bench' }
  const { account } = await accounts.signIn.register({ email, password: `a long secret ${at}`, name: '' }, origin)
  await database.sql.begin((tx) => accounts.changePlan(tx, account.id, { plan: 'studio', endsAt: null }))
  const caller = { accountId: account.id, email, plan: 'studio', kind: 'jwt', scope: 'full' } as const
  const wish = { name: 'bench', scope: 'full', expiresAt: null } as const
  return (await accounts.keys.create(caller, wish, { keysMax: 1, origin })).key
}

/** One charge after the other, without HTTP. */
async function tripMs(): Promise<number> {
  const caller = await accounts.identify({ kind: 'key', text: keys[0] ?? '' })
  if (!caller) throw new Error('the key does not work')
  const request = { accountId: caller.accountId, plan: catalogue.plans.studio, meter: 'compute', units: 1 } as const
  const startMs = performance.now()
  for (let trip = 0; trip < TRIPS; trip++) await usage.charge(request)
  return (performance.now() - startMs) / TRIPS
}
