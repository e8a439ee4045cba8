import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app.ts'
import { statusOf } from './error-responses.ts'

export type Recording = (request: FastifyRequest, reply: FastifyReply, status: number) => void

/** Records every request once: when its response was sent, or when its caller hung up before. */
export function whenDone(app: App, ...records: Recording[]): void {
  // Fastify does not call onResponse for callers who hang up.
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => {
      const status = doneStatus(reply)
      for (const record of records) record(request, reply, status)
    })
    done()
  })
}

/** A connection that became a WebSocket: its response ends with it. */
const SWITCHED = 101

/** For a closed connection. A request within the process, as the sandbox sends to our webhook, has no connection that could break. */
export function doneStatus({ raw, statusCode }: FastifyReply): number {
  if (raw.statusCode === SWITCHED) return SWITCHED
  const isWhole = raw.writableFinished || (raw.writableEnded && raw.socket !== null && !(raw.socket instanceof Socket))
  return isWhole ? statusCode : statusOf('caller_gone')
}
