// The events of an audit: as a list, or live as server-sent events.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createInFlight } from '../../ai/ai.ts'
import type { Audits, Step } from '../../audits/audits.ts'
import { type App, callerGone, callerOf, isStillKnown, openEventStream } from '../../http/http.ts'
import { access, eventShape, params, shownAudit, shownEvent } from './audit-shapes.ts'
import * as reference from './audits-reference.ts'

const STREAMS_MAX = 200
const ACCOUNT_STREAMS_MAX = 4
/** After this time the caller must reconnect. */
const STREAM_MS_MAX = 10 * 60_000

export function addEvents(app: App, audits: Pick<Audits, 'events' | 'find' | 'follow'>): void {
  const streams = createInFlight(STREAMS_MAX, 'event streams of audits')
  const open = new Set<AbortController>()
  app.addHook('preClose', async () => {
    for (const ending of open) ending.abort()
  })
  app.get(
    '/audits/:id/events',
    {
      config: { access, rejects: ['not_found'] },
      schema: {
        ...reference.listAuditEvents,
        params,
        response: { 200: z.array(eventShape).describe('The last 1,000, the oldest first.') },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { id } = request.params
      if (!wantsStream(request)) return (await audits.events(accountId, id)).map(shownEvent)
      await audits.find(accountId, id)
      const leave = streams.enter(accountId, ACCOUNT_STREAMS_MAX)
      const ending = new AbortController()
      open.add(ending)
      const limit = setTimeout(() => ending.abort(), STREAM_MS_MAX).unref()
      try {
        const steps = audits.follow(accountId, id, { after: lastEventOf(request), signal: callerGone(reply, ending) })
        await sendEvents(request, reply, steps)
      } finally {
        clearTimeout(limit)
        open.delete(ending)
        leave()
      }
      return reply as never
    },
  )
}

async function sendEvents(request: FastifyRequest, reply: FastifyReply, steps: AsyncIterable<Step>): Promise<void> {
  const stream = openEventStream(reply)
  let sent = ''
  try {
    for await (const { audit, events } of steps) {
      if (!(await isStillKnown(request))) break
      const news = events.map((event) => `id: ${event.number}\nevent: ${event.event}\n${dataOf(shownEvent(event))}`)
      const progress = `event: progress\n${dataOf(shownAudit(audit))}`
      if (progress !== sent) news.push(progress)
      sent = progress
      if (news.length > 0) await stream.write(news.join(''))
    }
    stream.end()
  } catch (error) {
    if (!stream.begun) throw error
    // The caller reconnects, and then gets the error.
    reply.log.error({ err: error }, 'an event stream of an audit broke off')
    stream.end()
  } finally {
    stream.stop()
  }
}

function dataOf(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function wantsStream({ headers }: FastifyRequest): boolean {
  return (headers.accept ?? '').toLowerCase().includes('text/event-stream')
}

/** An unknown number starts from the beginning. */
function lastEventOf({ headers }: FastifyRequest): number {
  const given = Number(headers['last-event-id'])
  return Number.isSafeInteger(given) && given > 0 ? given : 0
}
