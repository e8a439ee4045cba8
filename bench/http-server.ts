// The servers under load, in a separate process: `POST /compute` and `POST /ai/analyze` as we serve them, and bare Fastify routes that
// return a constant of the same size. Prints its ports; then answers each line on standard input with one line.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { compute, reportCompute } from '@equipoise/engine'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { brandNamed } from '../server/src/ground/brand.ts'
import { CATALOGUE } from '../server/src/ground/plans.ts'
import { createHttp } from '../server/src/http/http.ts'
import { computeRoutes, computeSchema } from '../server/src/routes/engine/compute.ts'
import { analyzeRoute } from '../server/src/routes/texts/analyze.ts'
import { openPool } from '../server/src/threads/pool/pool.ts'
import { openScorer } from '../server/src/threads/scorer/scorer.ts'
import { createRateLimiter } from '../server/src/usage/usage.ts'

const UNLIMITED = 1_000_000_000
const DELAY_RESOLUTION_MS = 1

const pool = openPool({ timeoutMs: 60_000 })
const scorer = openScorer({ which: 'default', threads: 1, timeoutMs: 60_000 })
const ours = await serveOurs()
const bare = await serveBare()
process.stdout.write(`${JSON.stringify({ ours, bare })}\n`)

const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS })
delay.enable()
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'reset') delay.reset()
  process.stdout.write(`${JSON.stringify({ p99Ms: delay.percentile(99) / 1e6 })}\n`)
}
process.exit(0)

/** Our whole HTTP layer; only the rate limit is lifted, so that the benchmark is not rejected. */
async function serveOurs(): Promise<number> {
  const { studio } = CATALOGUE.plans
  const catalogue = {
    ...CATALOGUE,
    plans: { ...CATALOGUE.plans, studio: { ...studio, requestsPerMinute: UNLIMITED } },
    anonymous: { ...CATALOGUE.anonymous, requestsPerMinute: UNLIMITED },
  }
  const caller = { accountId: 1, email: 'bench@example', plan: 'studio', kind: 'key', scope: 'full' } as const
  const brand = brandNamed()
  const { app } = await createHttp({
    accounts: { identify: async () => caller },
    usage: {
      charge: async (request) => ({
        ...request,
        id: '',
        fromAllowance: request.units,
        fromTopup: 0,
        day: '2026-01-01',
      }),
      refund: async () => {},
    },
    limiter: createRateLimiter(Date.now),
    catalogue,
    brand,
    publicUrl: 'http://127.0.0.1',
    logLevel: 'silent',
    trustedProxies: [],
    corsOrigins: [],
  })
  computeRoutes(app, { pool, catalogue, seedFor: async () => 'bench' })
  const noWords = async () => ({ ignore: [], flag: [], updatedAt: null })
  analyzeRoute(app, { brand, analyze: scorer.analyze, words: { read: noWords, replace: noWords } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return portOf(app.server.address())
}

async function serveBare(): Promise<number> {
  const text = reportCompute(compute({ bias: 0.3, N: 9, samples: 1_000, seed: 'bench' }))
  const constant = computeSchema.response[200].parse(JSON.parse(text))
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.post('/object', { schema: computeSchema }, async () => constant)
  app.post('/text', { schema: { body: computeSchema.body } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  return portOf(app.server.address())
}

function portOf(address: ReturnType<ReturnType<typeof Fastify>['server']['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return address.port
}
