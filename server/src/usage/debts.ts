import { setTimeout as delay } from 'node:timers/promises'

interface DebtOptions<T> {
  /** Must be safe to repeat. */
  readonly pay: (debt: T) => Promise<void>
  readonly isWorthRetrying: (error: unknown) => boolean
  readonly onLost: (debt: T, error: unknown) => void
}

interface Debts<T> {
  /** Pays at once, or else remembers the debt and retries; never rejects. */
  pay(debt: T): Promise<void>
  /** Waits for payments in progress, and retries each debt once, without a pause. */
  close(): Promise<void>
}

const OWED_MAX = 10_000
const RETRY_MS = 1_000
/** About ten minutes. */
const RETRIES_MAX = 600

export function createDebts<T>({ pay, isWorthRetrying, onLost }: DebtOptions<T>): Debts<T> {
  const owed = new Set<Promise<void>>()
  const paying = new Set<Promise<void>>()
  const closing = new AbortController()

  const retry = async (debt: T): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      await delay(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      try {
        await pay(debt)
        return
      } catch (error) {
        if (attempt < RETRIES_MAX && isWorthRetrying(error) && !closing.signal.aborted) continue
        onLost(debt, error)
        return
      }
    }
  }

  const payOrOwe = async (debt: T): Promise<void> => {
    try {
      await pay(debt)
    } catch (error) {
      if (!isWorthRetrying(error) || owed.size >= OWED_MAX) {
        onLost(debt, error)
        return
      }
      const payment = retry(debt).finally(() => owed.delete(payment))
      owed.add(payment)
    }
  }

  return {
    pay(debt) {
      const payment = payOrOwe(debt).finally(() => paying.delete(payment))
      paying.add(payment)
      return payment
    },
    async close() {
      closing.abort()
      // A payment that fails now becomes a debt, so the order matters.
      while (paying.size > 0) await Promise.all(paying)
      await Promise.all(owed)
    },
  }
}
