import { csvOf } from '@equipoise/engine'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** As a route's `onSend`: the response is CSV if the caller accepts it. Errors stay JSON. */
export async function csvIfAccepted(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string' || !request.headers.accept?.includes('text/csv'))
    return payload
  reply.type('text/csv; charset=utf-8')
  return csvOf(JSON.parse(payload))
}
