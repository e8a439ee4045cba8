export type Log = (message: string) => void

const EVERY_MS = 10_000

/** Returns a function that counts rows, and logs the count every ten seconds. */
export function tellRows(log: Log | undefined, done: string, nowMs: () => number = performance.now.bind(performance)) {
  let nextMs = nowMs() + EVERY_MS
  return (rows: number): void => {
    if (nowMs() < nextMs) return
    nextMs = nowMs() + EVERY_MS
    log?.(`${rows.toLocaleString('en')} rows ${done} so far.`)
  }
}
