// Server-sent events to a caller. The response starts with its first event, so that earlier failures still get their own status; comment
// lines keep a waiting connection open.
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'

export interface EventStream {
  /** Whether the status was sent, so that a failure can only be reported as an event. */
  readonly begun: boolean
  /** Returns a promise if the socket is full: it resolves when it can take more, or when the caller is gone. */
  write(events: string): Promise<void> | undefined
  /** Starts the response if necessary, and completes it. */
  end(): void
  /** Stops the keep-alives; call it in every case. */
  stop(): void
}

interface Options {
  readonly keepAliveMs?: number
  /** Called before the headers are sent. */
  readonly onBegin?: () => void
}

const KEEP_ALIVE_MS = 10_000

export function openEventStream(
  reply: FastifyReply,
  { keepAliveMs = KEEP_ALIVE_MS, onBegin }: Options = {},
): EventStream {
  const { raw } = reply
  let begun = false
  const begin = (): void => {
    if (begun) return
    begun = true
    reply.hijack()
    onBegin?.()
    reply.headers({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
  }
  const write = (text: string): boolean => {
    if (raw.destroyed) return true
    begin()
    return raw.write(text)
  }
  const keepAlive = setInterval(() => write(': keep-alive\n\n'), keepAliveMs)
  return {
    get begun() {
      return begun
    },
    write: (text) => (write(text) ? undefined : drained(raw)),
    end() {
      if (raw.destroyed) return
      begin()
      raw.end()
    },
    stop() {
      clearInterval(keepAlive)
    },
  }
}

/** A slow caller slows the provider down; one that is gone releases it. */
function drained(raw: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      raw.off('drain', done)
      raw.off('close', done)
      resolve()
    }
    raw.once('drain', done)
    raw.once('close', done)
  })
}
