// Long work tells people how far it is.

export type Log = (message: string) => void

const EVERY_MS = 10_000

/** What the returned function is told, people hear after ten seconds, and every ten seconds from then on. */
export function tellRows(log: Log | undefined, done: string, nowMs: () => number = performance.now.bind(performance)) {
  let nextMs = nowMs() + EVERY_MS
  return (rows: number): void => {
    if (nowMs() < nextMs) return
    nextMs = nowMs() + EVERY_MS
    log?.(`${rows.toLocaleString('en')} rows ${done} so far.`)
  }
}
