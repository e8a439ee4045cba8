import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { statusOf } from './refusals.ts'

/** Records every request once: when its answer has left, or when its caller is gone before that. */
export function whenDone(
  app: App,
  record: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  // Fastify's own onResponse is not told of callers who hang up.
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    raw.once('close', () => record(request, reply, raw.writableFinished ? reply.statusCode : statusOf('caller_gone')))
    done()
  })
}
