// Fetches rounds of drand from the configured hosts only. Callers verify what they return: a host can be silent, but it cannot lie.
import { DRAND_CHAIN, DRAND_SIGNATURE } from '@equipoise/engine'
import { ApiError } from '../ground/errors.ts'

/** The signature of a round, from the first host that has it. */
export type FetchRound = (round: number) => Promise<string>

const TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 4_096

export function openBeaconHosts(hosts: readonly string[]): FetchRound {
  return async (round) => {
    if (hosts.length === 0) {
      throw new ApiError(
        'not_configured',
        'This deployment does not fetch rounds of beacons (setting BEACONS). Send the signature of the round in seed_from.signature.',
      )
    }
    const causes: unknown[] = []
    for (const host of hosts) {
      try {
        return await ask(`${host}/${DRAND_CHAIN}/public/${round}`)
      } catch (cause) {
        causes.push(cause)
      }
    }
    throw new ApiError(
      'provider_failed',
      `No beacon host returned round ${round}. Try again, or send the signature of the round in seed_from.signature.`,
      { cause: new AggregateError(causes, 'beacon hosts') },
    )
  }
}

async function ask(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  const { signature } = JSON.parse(await readText(response)) as { signature?: unknown }
  if (typeof signature !== 'string' || !DRAND_SIGNATURE.test(signature)) throw new Error(`${url} sent no signature`)
  return signature
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the answer of a beacon host is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
