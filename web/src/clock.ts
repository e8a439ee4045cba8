// The time of the service. A computer's clock can be a day off, and "expired" or "3 minutes ago" must still be true.

/** Smaller differences come from the response time and the whole seconds of the Date header. */
const NOTICED_MS = 120_000
/** With a larger difference HTTPS would reject the certificate, so the Date header must be wrong. */
const BELIEVED_MS = 30 * 86_400_000

let aheadMs = 0

export function nowMs(): number {
  return Date.now() - aheadMs
}

/** Reads the service's time from the Date header of each response. */
export const watchedFetch: typeof fetch = async (...args) => {
  const response = await fetch(...args)
  const offMs = Date.now() - Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(offMs)) aheadMs = isWrong(Math.abs(offMs)) ? offMs : 0
  return response
}

function isWrong(offMs: number): boolean {
  return offMs > NOTICED_MS && offMs < BELIEVED_MS
}
