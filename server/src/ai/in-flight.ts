// Limits how many requests run at once, per account and in total, on this node: those that wait for a provider or need much memory.
import { ApiError } from '../ground/errors.ts'

export interface InFlight {
  /** Takes a place, or rejects at once: there is no queue. Call the returned function once to free the place. */
  enter(accountId: number, accountMax: number): () => void
  count(): number
}

const TOTAL_MAX = 2_000
const SHARES = 4
const RETRY_AFTER_SECONDS = '1'

export function createInFlight(totalMax = TOTAL_MAX, what = 'AI calls'): InFlight {
  const byAccount = new Map<number, number>()
  let total = 0
  const count = (accountId: number, by: 1 | -1): void => {
    total += by
    const running = (byAccount.get(accountId) ?? 0) + by
    if (running === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, running)
  }
  return {
    count: () => total,
    enter(accountId, accountMax) {
      // The fewer places are left, the fewer one account can have: a few accounts cannot take all.
      const share = Math.min(accountMax, Math.max(1, Math.ceil((totalMax - total) / SHARES)))
      if ((byAccount.get(accountId) ?? 0) >= share) {
        throw new ApiError(
          'too_fast',
          `At most ${share} ${what} of an account can run at once. Wait for one to finish.`,
          {
            headers: { 'retry-after': RETRY_AFTER_SECONDS },
          },
        )
      }
      if (total >= totalMax)
        throw new ApiError('unavailable', `Too many ${what} are running right now. Try again in 30 seconds.`)
      count(accountId, 1)
      return () => count(accountId, -1)
    },
  }
}
