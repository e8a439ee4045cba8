import type { Accounts } from '../src/accounts/accounts.ts'
import { brandNamed } from '../src/ground/brand.ts'
import { CATALOGUE } from '../src/ground/plans.ts'
import { createHttp, type HttpOptions } from '../src/http/http.ts'
import { createRateLimiter, type Metering } from '../src/usage/usage.ts'

/** The gate with the test's own callers and a meter that only counts, for tests without a database. */
export async function openGatedApp(
  identify: Accounts['identify'],
  {
    limiter = createRateLimiter(() => 0),
    refundAfter = Promise.resolve(),
    ...options
  }: Partial<HttpOptions> & { refundAfter?: Promise<void> } = {},
) {
  const balance = { taken: 0, returned: 0 }
  // Prevents an unhandled rejection before the refund is awaited.
  refundAfter.catch(() => {})
  const refunded = signalled()
  const usage: Metering = {
    async charge(request) {
      balance.taken += request.units
      return { ...request, id: 'charge', fromAllowance: request.units, fromTopup: 0, day: '2026-01-01' }
    },
    async refund({ units }) {
      await refundAfter
      balance.returned += units
      refunded.resolve()
    },
    async settle() {},
  }
  const { app } = await createHttp({
    accounts: { identify },
    usage,
    limiter,
    catalogue: CATALOGUE,
    brand: brandNamed(),
    publicUrl: 'https://equipoise.example',
    logLevel: 'silent',
    trustedProxies: [],
    corsOrigins: [],
    ...options,
  })
  return { app, balance, returned: refunded.promise }
}

export function signalled() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
