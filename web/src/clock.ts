// The time as the service has it. The clock of a computer can be wrong by a day, and "expired" or "3 minutes ago" must still be true.

/** What a response takes on its way, and what it is told in whole seconds, is no wrong clock. */
const NOTICED_MS = 120_000
/** A clock that is further off cannot load a page over HTTPS. */
const BELIEVED_MS = 30 * 86_400_000

let aheadMs = 0

export function nowMs(): number {
  return Date.now() - aheadMs
}

/** Looks at each response for the time of the service. */
export const watchedFetch: typeof fetch = async (...args) => {
  const response = await fetch(...args)
  const offMs = Date.now() - Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(offMs)) aheadMs = isWrong(Math.abs(offMs)) ? offMs : 0
  return response
}

function isWrong(offMs: number): boolean {
  return offMs > NOTICED_MS && offMs < BELIEVED_MS
}
