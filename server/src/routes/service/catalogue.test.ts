import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService({ env: { BRAND: 'acme', CHAT_API_KEY: 'sk-canary' } })
})
afterAll(() => service.close())

test('plans are shown from the smallest to the largest, with top-ups and the limits of anonymous callers', async () => {
  const { plans, topups, anonymous } = (await service.app.inject('/plans')).json()
  expect(plans.map(({ id }: { id: string }) => id)).toEqual([
    'free',
    'basic',
    'pro',
    'gamepro',
    'studio',
    'enterprise',
    'enterprise_xl',
  ])
  expect(plans[1]).toEqual({
    id: 'basic',
    price_eur: 9,
    max_n: 16,
    compute: 50_000,
    ai_chat: 500,
    ai_analyze: 5_000,
    ai_proxy: 100,
    keys: 20,
    requests_per_minute: 1_200,
  })
  expect(plans[5].compute).toBeNull()
  expect(topups[0]).toMatchObject({ id: 'topup_10k', price_eur: 4.99, compute: 10_000, ai_calls: 200 })
  expect(anonymous).toEqual({ max_n: 9, requests_per_minute: 600 })
})

test('the examples of the API document name providers that the deployment has', async () => {
  const ours = { format: 'openai', base_url: 'http://127.0.0.1:9', model: 'm' }
  const other = await openService({
    beside: service,
    env: { PROVIDERS: JSON.stringify({ ours }), CHAT_PROVIDER: 'ours' },
  })
  const document = (await other.app.inject('/openapi.json')).body
  await other.close()
  expect(document.includes('"provider":"ours"')).toBe(true)
  expect(document.match(/.{30}\bprovider_[abc]\b/g)).toBeNull()
})

test('a renamed deployment shows its own names and features, and no secret', async () => {
  const answer = await service.app.inject('/brand')
  expect(answer.json()).toEqual({
    name: 'Acme',
    word: 'acme',
    key_prefix: 'acme_',
    fields: { options: 'acme_options', filter: 'acme_filter', certified: 'acme_certified' },
    providers: ['provider_a', 'provider_b', 'provider_c'],
    provider_details: [
      { name: 'provider_a', label: 'OpenAI', simulated: false },
      { name: 'provider_b', label: 'Anthropic', simulated: false },
      { name: 'provider_c', label: 'Groq', simulated: false },
    ],
    chat_provider: 'provider_c',
    features: {
      chat: true,
      billing: 'sandbox',
      mail: false,
      registration: 'open',
      password_sign_in: true,
      oidc: null,
    },
  })
})
