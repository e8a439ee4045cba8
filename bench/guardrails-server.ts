// One node with real accounts and a real meter over an embedded PostgreSQL that waits for the disk, and a bare Fastify route beside it, in a
// process of its own. Prints its ports and key, and ends with its standard input.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyze } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createAccounts } from '../server/src/accounts/accounts.ts'
import { openDatabase } from '../server/src/db/db.ts'
import { brandNamed } from '../server/src/ground/brand.ts'
import { CATALOGUE, type Catalogue } from '../server/src/ground/plans.ts'
import { Secret } from '../server/src/ground/secret.ts'
import { createHttp } from '../server/src/http/http.ts'
import { guardrailRoutes } from '../server/src/routes/texts/guardrails.ts'
import { moderationRoutes } from '../server/src/routes/texts/moderations.ts'
import { createRateLimiter, createUsage, type Metering } from '../server/src/usage/usage.ts'
import { createWords } from '../server/src/words/words.ts'

const UNLIMITED = 1_000_000_000

const dataDir = await mkdtemp(join(tmpdir(), 'bench-guardrails-'))
// Root's database runs as another user, and moves out of a folder that this user cannot enter.
await chmod(dataDir, 0o711)
const database = await openDatabase({ dataDir, log: () => {} })
const { sql } = database
const nowMs = Date.now
const report = (error: unknown) => console.error(error)
const brand = brandNamed()
const publicUrl = 'http://127.0.0.1'
const parts = { database: { sql, listen: database.listen }, nowMs, brand, publicUrl, mail: undefined, report }
const accounts = createAccounts({ ...parts, secrets: [new Secret('bench'.repeat(8))] })
const catalogue = withoutPace(CATALOGUE)
const model = readModel('default')
const scoring = { analyze: (text: string) => analyze(model, text), words: createWords({ sql, nowMs }) }

const usage = createUsage({ sql, nowMs, report })
const metered = await serve(usage)
const uncharged = await serve({
  charge: async (request) => ({ ...request, id: '', fromAllowance: request.units, fromTopup: 0, day: '2026-01-01' }),
  refund: async () => {},
})
const bare = await serveBare()
process.stdout.write(`${JSON.stringify({ metered, uncharged, bare, key: await makeKey() })}\n`)
for await (const _line of process.stdin) {
}
await rm(dataDir, { recursive: true, force: true })
process.exit(0)

/** Only the rate limit is lifted, so that a benchmark is not rejected. */
function withoutPace({ plans, anonymous, ...rest }: Catalogue): Catalogue {
  const enterprise = { ...plans.enterprise, requestsPerMinute: UNLIMITED }
  return { ...rest, plans: { ...plans, enterprise }, anonymous: { ...anonymous, requestsPerMinute: UNLIMITED } }
}

async function serve(meter: Metering): Promise<number> {
  const limiter = createRateLimiter(nowMs)
  const quiet = { logLevel: 'silent', trustedProxies: [], corsOrigins: [] }
  const { app } = await createHttp({ accounts, usage: meter, limiter, catalogue, brand, publicUrl, ...quiet })
  moderationRoutes(app, { ...scoring, usage: meter })
  guardrailRoutes(app, { ...scoring, usage: meter })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

/** The same work for HTTP: a JSON body that is validated, and a small JSON answer. */
async function serveBare(): Promise<number> {
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const body = z.object({ texts: z.array(z.string()).min(1) })
  const response = { 200: z.object({ action: z.string() }) }
  app.post('/bare', { schema: { body, response } }, async () => ({ action: 'NONE' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

async function makeKey(): Promise<string> {
  const email = 'bench@example.org'
  const origin = { address: '127.0.0.1', userAgent: 'bench' }
  const { account } = await accounts.signIn.register({ email, password: 'a long secret for this', name: '' }, origin)
  await sql.begin((tx) => accounts.changePlan(tx, account.id, { plan: 'enterprise', endsAt: null }))
  const caller = { accountId: account.id, email, plan: 'enterprise', kind: 'jwt', scope: 'full' } as const
  const wish = { name: 'bench', scope: 'full', expiresAt: null } as const
  return (await accounts.keys.create(caller, wish, { keysMax: 1, origin })).key
}
