// Is the service there, and is it ready to work?
import { z } from 'zod'
import type { App } from '../http/http.ts'

export interface HealthParts {
  readonly version: string
  readonly uptimeSeconds: () => number
  readonly ping: () => Promise<void>
}

const health = z.object({
  status: z.literal(['ok', 'degraded']),
  version: z.string(),
  uptime_seconds: z.int(),
  database: z.literal(['ok', 'away']),
})

const config = { access: 'public' } as const
const tags = ['Service']

export function healthRoutes(app: App, { version, uptimeSeconds, ping }: HealthParts): void {
  const report = async () => {
    const database = await ping().then(
      () => 'ok' as const,
      () => 'away' as const,
    )
    return {
      status: database === 'ok' ? ('ok' as const) : ('degraded' as const),
      version,
      uptime_seconds: uptimeSeconds(),
      database,
    }
  }
  const schema = { tags, response: { 200: health, 503: health } }

  for (const [url, summary] of [
    ['/health', 'Health of the service and its database'],
    ['/health/ready', 'Whether this node can take requests'],
  ] as const) {
    app.get(url, { config, schema: { ...schema, summary } }, async (_request, reply) => {
      const body = await report()
      return reply.status(body.status === 'ok' ? 200 : 503).send(body)
    })
  }

  const alive = z.object({ status: z.literal('ok') })
  app.get(
    '/health/live',
    { config, schema: { tags, summary: 'Whether the process runs', response: { 200: alive } } },
    async () => ({
      status: 'ok' as const,
    }),
  )
}
