// Is the service there, and is it ready to work?
import { z } from 'zod'
import { type App, RETRY_AFTER_SECONDS } from '../http/http.ts'

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
/** A database that is silent for so long is away, whatever it may say later. */
const SILENCE_MS = 2_000

export function healthRoutes(app: App, { version, uptimeSeconds, ping }: HealthParts): void {
  const answers = createPulse(ping)
  const report = async () => {
    const database = (await answers()) ? ('ok' as const) : ('away' as const)
    return {
      status: database === 'ok' ? ('ok' as const) : ('degraded' as const),
      version,
      uptime_seconds: uptimeSeconds(),
      database,
    }
  }
  const schema = { tags, response: { 200: health, 503: health.describe('The database does not answer') } }

  for (const [url, summary] of [
    ['/health', 'Health of the service and its database'],
    ['/health/ready', 'Whether this node can take requests'],
  ] as const) {
    app.get(url, { config, schema: { ...schema, summary } }, async (_request, reply) => {
      const body = await report()
      if (body.status === 'ok') return reply.send(body)
      return reply.status(503).header('retry-after', RETRY_AFTER_SECONDS).send(body)
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

/** Whether the database answers in time. It is asked once at a time: however many want to know, one connection waits for it. */
function createPulse(ping: () => Promise<void>): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined
  return async () => {
    asked ??= ping()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = undefined
      })
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, SILENCE_MS, false)
    })
    try {
      return await Promise.race([asked, silence])
    } finally {
      clearTimeout(timer)
    }
  }
}
