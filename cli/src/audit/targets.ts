import type { Equipoise } from '@equipoise/sdk'
import { EVEN_MODEL, LEANING_MODEL, startSimulatedProvider } from '@equipoise/simulated'
import { findCredentials } from '../credentials.ts'
import type { AuditGiven } from './files.ts'

// The model to ask: one of the service, or one that is simulated on this machine and needs neither service nor network.

/** Answers a prompt. Some targets use the side to give two different answers to the same prompt. */
export type Ask = (prompt: string, side: 'a' | 'b') => Promise<string>

interface AskedModel {
  readonly ask: Ask
  readonly provider: string
  readonly host: string
  /** How many answers the account can still ask for; undefined if unknown or unlimited. */
  remaining(): Promise<number | undefined>
  close(): Promise<void>
}

const SIMULATED_MODELS: readonly string[] = [EVEN_MODEL, LEANING_MODEL]

export async function openModel(
  model: string,
  { client, around }: Pick<AuditGiven, 'client' | 'around'>,
): Promise<AskedModel> {
  if (SIMULATED_MODELS.includes(model)) return openSimulated(model)
  const { url } = await findCredentials(around.env)
  return openService(model, { client: client(), host: new URL(url).host })
}

async function openSimulated(model: string): Promise<AskedModel> {
  const provider = await startSimulatedProvider()
  return {
    provider: 'simulated on this machine',
    host: new URL(provider.url).host,
    async ask(prompt) {
      const response = await fetch(`${provider.url}/chat/completions`, {
        method: 'POST',
        headers: { authorization: 'Bearer simulated', 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: prompt }] }),
      })
      const { choices } = (await response.json()) as { choices: { message: { content: string } }[] }
      return choices[0]?.message.content ?? ''
    },
    remaining: async () => undefined,
    close: () => provider.close(),
  }
}

/** Returns the model's own answer: a filtered answer would audit the filter. */
function openService(model: string, { client, host }: { client: Equipoise; host: string }): AskedModel {
  return {
    provider: 'an Equipoise service',
    host,
    async ask(prompt) {
      const { response } = await client.ai.chat({
        messages: [{ role: 'user', content: prompt }],
        model,
        svc_options: { filter_mode: 'analyze' },
      })
      return response
    },
    async remaining() {
      const { endpoints } = await client.usage()
      return endpoints['ai/chat']?.remaining ?? undefined
    },
    close: async () => undefined,
  }
}
