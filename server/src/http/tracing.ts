import { tracedRequest } from '../observability/trace.ts'
import type { App } from './app.ts'
import { doneStatus } from './done.ts'
import { statusOf } from './error-responses.ts'

/** A span for every request. Added before all other hooks, so that their work belongs to it. */
export function addTracing(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now()
    const open = tracedRequest(request, done)
    if (!open) return
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? 'none'
      const status = doneStatus(reply)
      const hasFailed = status >= statusOf('internal')
      open.end({ route, status, hasFailed, durationMs: performance.now() - startedMs })
    })
  })
}
