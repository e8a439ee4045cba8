import { SIMULATED, startSimulatedProvider } from '@equipoise/simulated'
import { scoreByText } from '../server/test/ai-service.ts'
import { openService, type Service } from '../server/test/service.ts'

/** The app with everything switched on, callers from any address, and a provider that answers at once. */
export async function openFuzzed(databaseUrl?: string): Promise<Service> {
  const provider = await startSimulatedProvider()
  const setting = (format: string) => ({ format, base_url: provider.url, model: `${SIMULATED}small` })
  const providers = { provider_a: setting('openai'), provider_b: setting('anthropic'), provider_c: setting('openai') }
  const service = await openService({
    analyze: (text) => scoreByText(text.replaceAll('scores', '')),
    ...(databaseUrl ? { databaseUrl } : {}),
    env: {
      PROVIDERS: JSON.stringify(providers),
      CHAT_API_KEY: 'simulated-key',
      TRUSTED_PROXIES: 'loopback',
      PAYMENTS: 'sandbox',
      AI_TIMEOUT_MS: '5000',
    },
  })
  return {
    ...service,
    async close() {
      await service.close()
      await provider.close()
    },
  }
}
