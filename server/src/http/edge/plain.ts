// Connections as Node itself handles them, using only its documented interface: for deployments behind a proxy that limits its own
// callers, and for versions of Node that we have not tried (docs/operating/running.md).
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../app.ts'
import { CONNECTION_LIMITS, type Retiring } from './connections.ts'

const CLOSE_IDLE_EVERY_MS = 20

/** A stop lets running requests finish and closes idle connections. One that never had a request stays until the deadline. */
export function leaveConnections(app: App): void {
  app.server.maxConnections = CONNECTION_LIMITS.connectionsMax
  app.decorate('retire', async ({ maxMs }: Retiring) => {
    for (const entrance of app.entrances) entrance.close()
    const isClosed = new Promise<void>((resolve) => app.server.close(() => resolve()))
    const stopClosing = closeIdle(app)
    await Promise.race([isClosed, delay(maxMs, undefined, { ref: false })])
    stopClosing()
    app.server.closeAllConnections()
  })
  app.addHook('preClose', async () => {
    app.server.once('close', closeIdle(app))
  })
}

/** Node closes connections that are idle when it stops, but not those that become idle afterwards. */
function closeIdle(app: App): () => void {
  const timer = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS).unref()
  return () => clearInterval(timer)
}
