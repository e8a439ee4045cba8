import { setTimeout as wait } from 'node:timers/promises'

// Decides which text is scored next. However fast texts change, each is scored only in its newest state, the last changed first, and at
// least half of the time stays free.

export interface Turns {
  changed(key: string): void
  /** Resolves once the newest state has been scored. */
  settled(key: string): Promise<void>
}

const REST_MS_MAX = 500

type Work = (key: string, isStale: () => boolean) => Promise<void>

/** `work` handles its own errors. */
export function openTurns(work: Work, now: () => number = () => performance.now()): Turns {
  const waiting = new Set<string>()
  const listeners = new Map<string, (() => void)[]>()
  let restUntil = 0
  let isRunning = false
  const take = async (key: string): Promise<void> => {
    waiting.delete(key)
    const startMs = now()
    await work(key, () => waiting.has(key))
    restUntil = now() + Math.min(REST_MS_MAX, now() - startMs)
    if (waiting.has(key)) return
    for (const tell of listeners.get(key) ?? []) tell()
    listeners.delete(key)
  }
  const run = async (): Promise<void> => {
    // Lets all changes that arrived together be read first.
    await wait(0)
    for (let next = [...waiting].at(-1); next !== undefined; next = [...waiting].at(-1)) {
      const restMs = restUntil - now()
      if (restMs > 0) await wait(restMs)
      else await take(next)
    }
    isRunning = false
  }
  return {
    changed(key) {
      waiting.delete(key)
      waiting.add(key)
      if (!listeners.has(key)) listeners.set(key, [])
      if (isRunning) return
      isRunning = true
      void run()
    },
    settled: (key) =>
      new Promise((resolve) => {
        const pending = listeners.get(key)
        if (pending) pending.push(resolve)
        else resolve()
      }),
  }
}
