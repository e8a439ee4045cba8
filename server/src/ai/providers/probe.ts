// Checks whether a provider answers and accepts a key, by listing its models.
import { request } from 'undici'
import type { Secret } from '../../ground/secret.ts'
import { ANTHROPIC } from './anthropic.ts'
import { OPENAI } from './openai.ts'

interface Probe {
  readonly format: 'openai' | 'anthropic'
  readonly baseUrl: string
  readonly key: Secret
}

const TIMEOUT_MS = 10_000

/** Throws if it does not answer, or rejects the key. */
export async function probeProvider({ format, baseUrl, key }: Probe): Promise<string> {
  const wire = format === 'openai' ? OPENAI : ANTHROPIC
  const { statusCode, body } = await request(`${baseUrl}/models`, {
    headers: wire.headers(key),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  await body.dump()
  if (statusCode === 401 || statusCode === 403) throw new Error(`the provider does not accept the key (${statusCode})`)
  if (statusCode >= 500) throw new Error(`the provider returns ${statusCode}`)
  return statusCode < 300
    ? 'reachable, and accepts the key'
    : `reachable (returns ${statusCode} for its list of models)`
}
