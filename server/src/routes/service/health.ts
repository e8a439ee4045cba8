// Health and readiness of the service.
import { z } from 'zod'
import { type App, named, RETRY_AFTER_SECONDS, STATUS } from '../../http/http.ts'
import * as reference from './service-reference.ts'

export interface HealthParts {
  readonly version: string
  readonly uptimeSeconds: () => number
  readonly ping: () => Promise<void>
  /** True while a node waits for load balancers to leave it, before it stops. */
  readonly isDraining?: () => boolean
}

const health = named(
  'Health',
  'The health of this node.',
  z.object({
    status: z.literal(['ok', 'degraded']).describe('`degraded` if the database is unavailable.'),
    version: z.string().describe('The version of the program.'),
    uptime_seconds: z.int().describe('How long this node has been running, in seconds.'),
    database: z.literal(['ok', 'away']).describe('`away` if the database is unavailable.'),
  }),
)
const DEGRADED = 'The database is unavailable. Try again in 30 seconds.'
const degraded = named(
  'DegradedHealth',
  'The health of a node without its database.',
  health.extend({ detail: z.string().describe('What is wrong, and what to do.') }),
)
const alive = named('Alive', 'The process runs.', z.object({ status: z.literal('ok').describe('Always `ok`.') }))

const config = { access: 'public' } as const
const LEAVING = 'This node is stopping. Send requests to another one.'
/** A database that is silent this long counts as unavailable. */
const SILENCE_MS = 2_000

export function healthRoutes(app: App, parts: HealthParts): void {
  const { version, uptimeSeconds, ping, isDraining = () => false } = parts
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
  const schema = { response: { 200: health, [STATUS.unavailable]: degraded.describe('The database is unavailable.') } }

  for (const [url, about] of [
    ['/health', reference.getHealth],
    ['/health/ready', reference.getReadiness],
  ] as const) {
    app.get(url, { config, schema: { ...about, ...schema } }, async (_request, reply) => {
      const leaving = url === '/health/ready' && isDraining()
      const now = await report()
      if (now.status === 'ok' && !leaving) return reply.send(now)
      const body = { ...now, status: 'degraded' as const }
      return (
        reply
          .status(STATUS.unavailable)
          .header('retry-after', RETRY_AFTER_SECONDS)
          // TypeScript needs a literal status to find the response type, and this is not one.
          .send({ ...body, detail: leaving ? LEAVING : DEGRADED } as typeof body)
      )
    })
  }

  app.get('/health/live', { config, schema: { ...reference.getLiveness, response: { 200: alive } } }, async () => ({
    status: 'ok' as const,
  }))
}

/** Whether the database answers in time. One query at a time: however many callers ask, one connection waits. */
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
