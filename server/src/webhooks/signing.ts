// Signatures as in Standard Webhooks (standardwebhooks.com): HMAC-SHA256 over the id, the time and the body.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** One signature for each secret, so that a receiver can change to a new secret without missing anything. */
export function signedHeaders(
  { id, payload, atMs }: { id: string; payload: string; atMs: number },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(atMs / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${payload}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') }
}
