// Browser storage for tests that run without a browser.
import { afterEach, vi } from 'vitest'

/** Gives the test its own `localStorage` and `sessionStorage`; with `isFull`, writing fails. */
export function withStorage({ isFull = false } = {}): { local: Map<string, string>; session: Map<string, string> } {
  const [local, session] = [new Map<string, string>(), new Map<string, string>()]
  vi.stubGlobal('localStorage', storageOf(local, isFull))
  vi.stubGlobal('sessionStorage', storageOf(session, isFull))
  return { local, session }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

function storageOf(items: Map<string, string>, isFull: boolean) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
    key: (at: number) => [...items.keys()][at] ?? null,
    get length() {
      return items.size
    },
  }
}
