// Fetches rounds of drand, and pulses of NIST, from the configured hosts only. Callers verify rounds: a host can be silent, but it cannot
// lie. Nobody can verify who signed a pulse, so it is taken and stamped before the round that counts beside it.
import { DRAND_CHAIN, DRAND_SIGNATURE, packPulse, readPulse } from '@equipoise/engine'
import { ApiError } from '../ground/errors.ts'

/** The signature of a round, from the first host that has it. */
export type FetchRound = (round: number) => Promise<string>
/** The pulse of NIST of this minute, packed. */
export type FetchPulse = (at: Date) => Promise<string>

const TIMEOUT_MS = 5_000
const ANSWER_BYTES_MAX = 16_384

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

/** Undefined if no host is configured. */
export function openNist(host: string | undefined): FetchPulse | undefined {
  if (host === undefined) return undefined
  return async (at) => {
    try {
      const { pulse } = (await askJson(`${host}/beacon/2.0/pulse/time/${at.getTime()}`)) as { pulse?: unknown }
      const packed = packPulse(pulse)
      if (packed === undefined) throw new Error('the answer is not a pulse')
      if (readPulse(packed)?.at !== at.toISOString()) throw new Error('the answer is the pulse of another minute')
      return packed
    } catch (cause) {
      const words = `NIST’s beacon returned no pulse of ${at.toISOString()}. The draw waits for it.`
      throw new ApiError('provider_failed', words, { cause })
    }
  }
}

async function ask(url: string): Promise<string> {
  const { signature } = (await askJson(url)) as { signature?: unknown }
  if (typeof signature !== 'string' || !DRAND_SIGNATURE.test(signature)) throw new Error(`${url} sent no signature`)
  return signature
}

async function askJson(url: string): Promise<object> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (JSON.parse(await readText(response)) as object | null) ?? {}
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
