// The app with the test provider, listening, and accounts on any plan.
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Analysis } from '@equipoise/score'
import type { Meter, PlanId } from '../src/ground/plans.ts'
import { openService, type Service, type ServiceOptions } from './service.ts'
import { startUpstream, type Upstream } from './upstream.ts'

export const CHAT_KEY = 'gsk_server-held-key'

export interface Account {
  readonly id: number
  readonly key: string
  readonly token: string
  used(meter: Meter): Promise<number>
}

export interface AiService extends Service {
  readonly url: string
  readonly upstream: Upstream
  account(plan: PlanId): Promise<Account>
}

interface AiServiceOptions extends Omit<ServiceOptions, 'env'> {
  /** Settings, which can depend on the address of the test provider. */
  readonly env?: ServiceOptions['env'] | ((at: { upstream: string }) => ServiceOptions['env'])
}

export async function openAiService({ env: given = {}, ...options }: AiServiceOptions = {}): Promise<AiService> {
  const upstream = await startUpstream()
  const env = typeof given === 'function' ? given({ upstream: upstream.url }) : given
  const service = await openService({ analyze: scoreByText, ...options, env: { ...aiSettings(upstream.url), ...env } })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...service,
    upstream,
    url: `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`,
    account: (plan) => openAccount(service, plan),
    async close() {
      await service.close()
      await upstream.close()
    },
  }
}

/** For other processes that ask the same provider. */
export function aiSettings(baseUrl: string): Record<string, string> {
  const openai = { format: 'openai', base_url: baseUrl, model: 'small-model' }
  const providers = { provider_a: openai, provider_b: { ...openai, format: 'anthropic' }, provider_c: openai }
  return { PROVIDERS: JSON.stringify(providers), CHAT_API_KEY: CHAT_KEY }
}

async function openAccount({ app, sql }: Service, plan: PlanId): Promise<Account> {
  const payload = { email: `${randomUUID()}@example.org`, password: 'a long enough one' }
  const registered = (await app.inject({ method: 'POST', url: '/auth/register', payload })).json()
  const [row] = await sql<
    { id: number }[]
  >`update accounts set plan = ${plan} where email = ${payload.email} returning id`
  const id = row?.id ?? 0
  const token: string = registered.access_token
  const headers = { authorization: `Bearer ${token}` }
  const { key } = (await app.inject({ method: 'POST', url: '/api-keys', headers, payload: {} })).json()
  return {
    id,
    key,
    token,
    async used(meter) {
      const [use] = await sql<{ used: number }[]>`
        select from_allowance + from_topup as used from usage_months where account_id = ${id} and meter = ${meter}`
      return use?.used ?? 0
    },
  }
}

/** Reads the score from the text itself ("… scores 0.39"), so that a test chooses it; without one the text is neutral. */
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
    withheldBy: [],
    accepted: [],
    evidenceTruncated: 0,
    balance: null,
    evidence: [{ start: 0, end: 8, text: 'dreadful', kind: 'loaded', direction: 'negative', weight: 1 }],
    language: 'en',
    confidence: 0.9,
    modelVersion: 'by-text',
  }
}
