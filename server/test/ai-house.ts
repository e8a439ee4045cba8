// The app with a provider of the tests behind it, listening, and an account on a plan of choice.
import type { AddressInfo } from 'node:net'
import { brandNamed } from '../src/brand.ts'
import { createHttp } from '../src/http/http.ts'
import { CATALOGUE, type Meter, type PlanId } from '../src/plans.ts'
import { createRateLimiter } from '../src/usage/usage.ts'
import { createAi, createIdempotency, createInFlight } from '../src/ai/ai.ts'
import { type Analysis, aiRoutes } from '../src/routes/ai.ts'
import { v1Routes } from '../src/routes/v1.ts'
import { Secret } from '../src/secret.ts'
import { configFrom } from '../src/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { freshDatabase } from './database.ts'
import { startUpstream, type Upstream } from './upstream.ts'

export interface Account { key: string; used(meter: Meter): Promise<number> }
export const CHAT_KEY = 'gsk_server-held-key'

export async function openAiHouse(options: { env?: Record<string, string>; nowMs?: () => number } = {}) {
  const upstream: Upstream = await startUpstream()
  const fresh = await freshDatabase()
  const nowMs = options.nowMs ?? Date.now
  const config = configFrom({ DATABASE_URL: fresh.url, JWT_SECRET: 'x'.repeat(40), ...aiSettings(upstream.url), ...options.env }, () => '')
  const database = await openDatabase({ url: fresh.url, dataDir: '', log: () => {} })
  const used: Record<string, number> = {}
  const usage = {
    async charge(request: any) {
      used[request.accountId+request.meter] = (used[request.accountId+request.meter] ?? 0) + 1
      return { ...request, id: 'x', fromAllowance: 1, fromTopup: 0, day: '2026-01-01' }
    },
    async giveBack(charge: any) {
      used[charge.accountId+charge.meter] = (used[charge.accountId+charge.meter] ?? 0) - 1
    },
  }
  const brand = brandNamed(config.brand)
  const plans = new Map<number, PlanId>()
  const { app } = await createHttp({
    brand, catalogue: CATALOGUE, publicUrl: 'http://x', limiter: createRateLimiter(nowMs), trustedProxies: [], corsOrigins: [], logLevel: 'warn',
    accounts: { identify: async ({ text }: any) => { const id = Number(text.split('_')[1]); const plan = plans.get(id); return plan && { accountId: id, email: 'e', plan, kind: 'key', scope: 'full' } as any } } as any,
    usage: usage as any,
  })
  const ai = createAi({ providers: config.providers, chat: config.chat, timeoutMs: config.aiTimeoutMs, score: scoreByText, nowMs, onScorerFailure: () => {} })
  const calls = { ai, brand, idempotency: createIdempotency({ sql: database.sql, secret: new Secret('s'), nowMs, callTimeoutMs: config.aiTimeoutMs }), inFlight: createInFlight(), usage: usage as any, catalogue: CATALOGUE }
  aiRoutes(app, { ...calls, analyze: scoreByText })
  v1Routes(app, { ...calls, nowMs })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    url, upstream, sql: database.sql, app, inFlight: () => calls.inFlight.count(),
    async account(plan: PlanId) {
      const [row] = await database.sql`insert into accounts (email, password_hash) values (${crypto.randomUUID()}, 'x') returning id`
      plans.set(Number(row?.id), plan)
      return { key: `svc_${row?.id}`, used: async (meter: Meter) => used[row?.id+meter] ?? 0 }
    },
    async close() { await app.close(); await ai.close(); await database.close(); await fresh.close(); await upstream.close() },
  }
}

function aiSettings(baseUrl: string): Record<string, string> {
  const openai = { format: 'openai', base_url: baseUrl, model: 'small-model' }
  const providers = { provider_a: openai, provider_b: { ...openai, format: 'anthropic' }, provider_c: openai }
  return { PROVIDERS: JSON.stringify(providers), CHAT_API_KEY: CHAT_KEY, AI_TIMEOUT_MS: '5000' }
}

/** Reads the score out of the text itself ("… scores 0.39"), so that a test chooses it; without one the text is neutral. */
export function scoreByText(text: string): Analysis {
  const said = /scores (\S+)/.exec(text)?.[1]
  if (said === 'nothing') throw new Error('this text cannot be scored')
  const ainScore = said === undefined ? 0.9 : Number(said)
  return {
    ainScore,
    biasDirection: ainScore < 0.4 ? 'negative_leaning' : 'neutral',
    certified: ainScore >= 0.7,
    band: ainScore < 0.4 ? 'biased' : ainScore < 0.7 ? 'moderate' : 'neutral',
    wordRatios: { positive: 0, negative: 0.25, loaded: 0.25, neutral: 0.5 },
    wordCount: 3,
    sentences: [{ start: 0, end: text.length, ainScore }],
    evidence: [{ start: 0, end: 6, text: 'dreadful', kind: 'loaded', direction: 'negative', weight: 1 }],
    language: 'en',
    confidence: 0.9,
    modelVersion: 'by-text',
  }
}
