// Counts every answered request, and decides who can read the metrics.
import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '../ground/errors.ts'
import type { Secret } from '../ground/secret.ts'
import type { createMetrics, Metrics } from '../observability/metrics.ts'
import type { App } from './app.ts'
import type { Recording } from './done.ts'
import { ERROR_STATUS_MIN } from './error-responses.ts'
import { isOnThisMachine } from './trusted.ts'

export function noteIn(metrics: Pick<ReturnType<typeof createMetrics>, 'note'>): Recording {
  return ({ method, routeOptions }, { elapsedTime: durationMs }, status) => {
    const isError = status >= ERROR_STATUS_MIN
    metrics.note({ method, route: routeOptions.url ?? 'none', status, isError, durationMs })
  }
}

interface MetricsRoute {
  readonly metrics: Metrics
  readonly token: Secret | undefined
  /** Includes the other processes behind the same port. */
  readonly readAll?: (() => Promise<string>) | undefined
}

/** With a token, its holders can read; without one, only this machine. */
export function addMetricsRoute(app: App, { metrics: { registry }, token, readAll }: MetricsRoute): void {
  app.get('/metrics', { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const [scheme, given] = (request.headers.authorization ?? '').split(/ +/, 2)
    if (token && !(/^bearer$/i.test(scheme ?? '') && sameText(given, token.reveal()))) {
      throw new ApiError('unauthenticated', 'Metrics need the METRICS_TOKEN as a bearer token.')
    }
    if (!token && !isOnThisMachine(request)) {
      throw new ApiError('unauthenticated', 'Without a METRICS_TOKEN, metrics can be read from this machine only.')
    }
    return reply.type(registry.contentType).send(await (readAll?.() ?? registry.metrics()))
  })
}

function sameText(given: string | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '')
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
