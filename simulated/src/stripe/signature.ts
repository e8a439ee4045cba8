import { createHmac } from 'node:crypto'

export interface SignedBody {
  readonly rawBody: string
  readonly signature: string
}

/** Signs an event as Stripe does, for the header `Stripe-Signature`. */
export function signEvent(event: object, secret: string, nowMs: number): SignedBody {
  const rawBody = JSON.stringify({ object: 'event', ...event })
  const timestamp = Math.floor(nowMs / 1000)
  const digest = createHmac('sha256', secret).update(`${timestamp}.${rawBody}`).digest('hex')
  return { rawBody, signature: `t=${timestamp},v1=${digest}` }
}
