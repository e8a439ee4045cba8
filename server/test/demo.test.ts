import { type SimulatedProvider, startSimulatedProvider } from '@equipoise/simulated'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from './service.ts'

// The demo's provider with the service's real scorer: what the demo promises on its first screen.
let provider: SimulatedProvider
let service: Service
let headers: Record<string, string>

beforeAll(async () => {
  provider = await startSimulatedProvider()
  const setting = { base_url: provider.url, model: 'simulated-small' }
  const providers = { provider_a: { format: 'openai', ...setting }, provider_b: { format: 'anthropic', ...setting } }
  const env = { PROVIDERS: JSON.stringify(providers), CHAT_PROVIDER: 'provider_a', CHAT_API_KEY: 'any' }
  service = await openService({ env })
  const payload = { email: 'demo@example.org', password: 'a long enough one' }
  const { access_token } = (await service.app.inject({ method: 'POST', url: '/auth/register', payload })).json()
  await service.sql`update accounts set plan = 'pro'`
  headers = { authorization: `Bearer ${access_token}` }
})
afterAll(async () => {
  await service.close()
  await provider.close()
})

test.each(['Is it good?', 'Was it good?'])(
  '"%s": biased as it is, better when rebalanced, neutral when strict',
  async (content) => {
    const ask = async (filter_mode: string) => {
      const payload = { messages: [{ role: 'user', content }], svc_options: { filter_mode } }
      const { svc_filter, model } = (
        await service.app.inject({ method: 'POST', url: '/ai/chat', headers, payload })
      ).json()
      expect(model).toBe('simulated-small')
      return [svc_filter.attempts.length, svc_filter.passed, svc_filter.ain_score]
    }
    const [plain, rebalanced, strict] = [await ask('analyze'), await ask('rebalance'), await ask('strict')]
    expect([plain[0], rebalanced.slice(0, 2), strict[1]]).toEqual([1, [2, true], true])
    expect(strict[0]).toBeGreaterThan(1)
    expect(plain[2]).toBeLessThan(0.4)
    expect(strict[2]).toBeGreaterThan(0.7)
  },
)
