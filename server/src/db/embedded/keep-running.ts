import { setTimeout as delay } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

interface KeepRunningOptions {
  /** Resolves when the server answers. */
  readonly start: () => Promise<ServerProcess>
  readonly log: (message: string) => void
  /** Rejects when `signal` aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

export const SOON_MS = 500
/** After this many quick restarts, for example because the disk is full, the server is restarted less often. */
export const LATER_MS = 30_000
export const SOON_MAX = 5
const WINDOW_MS = 600_000

/** Starts the server, and restarts it whenever it ends by itself. Returns a function that stops it. */
export async function keepRunning(options: KeepRunningOptions): Promise<() => Promise<void>> {
  const { start, log, pause = (ms, signal) => delay(ms, undefined, { signal }) } = options
  const stopping = new AbortController()
  const nextPauseMs = createPauses()
  let server = await start()
  let restarting: Promise<void> = Promise.resolve()

  const watch = (): void => {
    void server.exited.then(({ lastWords }) => {
      if (!stopping.signal.aborted) restarting = restart(lastWords)
    })
  }
  const restart = async (lastWords: string): Promise<void> => {
    log(`Warning: PostgreSQL stopped unexpectedly. ${lastWords}`)
    for (;;) {
      await pause(nextPauseMs(), stopping.signal).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        server = await start()
        log('PostgreSQL runs again.')
        return watch()
      } catch (error) {
        log(`Warning: PostgreSQL could not be restarted. ${error instanceof Error ? error.message : error}`)
      }
    }
  }

  watch()
  return async () => {
    stopping.abort()
    await restarting
    await server.stop()
  }
}

/** Returns how long to wait before each start: the first few within the window follow soon. */
function createPauses(): () => number {
  let startsMs: number[] = []
  return () => {
    const nowMs = performance.now()
    startsMs = [...startsMs.filter((atMs) => atMs > nowMs - WINDOW_MS), nowMs]
    return startsMs.length > SOON_MAX ? LATER_MS : SOON_MS
  }
}
