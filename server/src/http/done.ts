import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { statusOf } from './error-responses.ts'

/** Records every request once: when its answer has left, or when its caller is gone before that. */
export function whenDone(
  app: App,
  record: (request: FastifyRequest, reply: FastifyReply, status: number) => void,
): void {
  // Fastify's own onResponse is not told of callers who hang up.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => record(request, reply, doneStatus(reply)))
    done()
  })
}

/** Once the connection is done with. A call within the process, as the sandbox makes to our webhook, has no connection that could break. */
export function doneStatus({ raw, statusCode }: FastifyReply): number {
  const isWhole = raw.writableFinished || (raw.writableEnded && raw.socket !== null && !(raw.socket instanceof Socket))
  return isWhole ? statusCode : statusOf('caller_gone')
}
