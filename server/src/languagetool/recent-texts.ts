// Which texts were paid for a moment ago: editors send the same text again and again. In memory, so each node remembers its own.
import { createHash } from 'node:crypto'

export interface RecentTexts {
  /** True if the text was paid for; waits for one that is being paid for. False: the caller pays, and settles it. */
  claim(accountId: number, text: string): Promise<boolean>
  /** What became of a claim; without one, nothing happens. */
  settle(accountId: number, text: string, paid: boolean): void
}

const WINDOW_MS = 600_000
const TEXTS_MAX = 20_000

interface Entry {
  readonly untilMs: number
  readonly paid: Promise<boolean>
  readonly settle: (paid: boolean) => void
}

export function createRecentTexts(nowMs: () => number): RecentTexts {
  const entries = new Map<string, Entry>()
  const open = (key: string): void => {
    const { promise: paid, resolve: settle } = promiseOf<boolean>()
    entries.set(key, { untilMs: nowMs() + WINDOW_MS, paid, settle })
    for (const oldest of entries.keys()) {
      if (entries.size <= TEXTS_MAX) break
      entries.get(oldest)?.settle(false)
      entries.delete(oldest)
    }
  }
  return {
    async claim(accountId, text) {
      const key = keyOf(accountId, text)
      for (;;) {
        const entry = entries.get(key)
        if (!entry || entry.untilMs <= nowMs()) break
        if (await entry.paid) return true
      }
      entries.delete(key)
      open(key)
      return false
    },
    settle(accountId, text, paid) {
      const key = keyOf(accountId, text)
      const entry = entries.get(key)
      if (!entry) return
      if (!paid) entries.delete(key)
      entry.settle(paid)
    },
  }
}

/** A text can be long, and nobody should find it in our memory later. */
function keyOf(accountId: number, text: string): string {
  return `${accountId} ${createHash('sha256').update(text).digest('base64url')}`
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function promiseOf<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
