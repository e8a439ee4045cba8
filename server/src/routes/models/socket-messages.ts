// One message of a WebSocket as a request to the service, and the answer as messages.
import { createEventReader } from '@equipoise/sdk/event-stream'
import type { FastifyRequest, LightMyRequestResponse } from 'fastify'
import { type Json, objectOf } from '../../ai/ai.ts'
import { type App, statusOf } from '../../http/http.ts'

interface Posted {
  readonly text: Buffer
  readonly id: string
  readonly tell: (event: string) => Promise<void> | undefined
}

/** Sends messages through the service as requests; returns false if their credentials no longer work. */
export function posting(app: App, request: FastifyRequest) {
  const headers = headersFor(request)
  const remoteAddress = request.raw.socket.remoteAddress ?? ''
  return async ({ text, id, tell }: Posted): Promise<boolean> => {
    const payload = streamed(text)
    if (!payload) {
      await tell(errorEvent(statusOf('malformed'), { error: { message: 'The message is not a JSON object' } }))
      return true
    }
    const sent = { headers: { ...headers, 'x-request-id': id }, payload, remoteAddress, payloadAsStream: true } as const
    const response = await app.inject({ method: 'POST', url: request.routeOptions.url as string, ...sent })
    if (response.statusCode !== 200) {
      await tell(errorEvent(response.statusCode, await bodyOf(response), response.headers))
      return response.statusCode !== statusOf('unauthenticated')
    }
    const events = createEventReader(EVENT_CHARS_MAX)
    for await (const piece of response.stream()) {
      for (const { data } of events.take(piece as Buffer)) await tell(data)
    }
    return true
  }
}

/** Large, because the last event has the whole answer. */
const EVENT_CHARS_MAX = 33_554_432
const OPEN = 0x7b
const CLOSE = 0x7d

/** The message as the body of a request that is answered in events; the last of several fields of one name counts. */
function streamed(text: Buffer): Buffer | undefined {
  let end = text.length
  while (end > 0 && isSpace(text[end - 1])) end--
  let from = 0
  while (from < end && isSpace(text[from])) from++
  if (text[from] !== OPEN || text[end - 1] !== CLOSE) return undefined
  let last = end - 1
  while (last > from && isSpace(text[last - 1])) last--
  const comma = last - 1 > from ? ',' : ''
  return Buffer.concat([text.subarray(from, last), Buffer.from(`${comma}"stream":true}`)])
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)
}

/** Headers about the connection, and those that must differ from one request to the next. */
const NOT_REPEATED =
  /^(connection|upgrade|keep-alive|te|trailer|transfer-encoding|expect|sec-websocket-.*|content-.*|accept.*|idempotency-key|x-request-id)$/

function headersFor({ headers }: FastifyRequest): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(
    (one): one is [string, string | string[]] => one[1] !== undefined && !NOT_REPEATED.test(one[0]),
  )
  return { ...Object.fromEntries(kept), 'content-type': 'application/json' }
}

async function bodyOf(response: LightMyRequestResponse): Promise<Json> {
  const pieces: Buffer[] = []
  for await (const piece of response.stream()) pieces.push(Buffer.from(piece as Buffer))
  return objectOf(JSON.parse(Buffer.concat(pieces).toString()))
}

/** Headers of an error that a client acts on. */
const TOLD = ['retry-after', 'x-should-retry', 'x-request-id']

export function errorEvent(status: number, body: Json, headers: Record<string, unknown> = {}): string {
  const error = objectOf(body.error)
  // The code by which clients know that they must send the whole conversation.
  const code = error.param === 'previous_response_id' ? 'previous_response_not_found' : error.code
  const told = Object.fromEntries(
    TOLD.filter((name) => headers[name] !== undefined).map((name) => [name, headers[name]]),
  )
  return JSON.stringify({
    detail: error.message,
    ...body,
    type: 'error',
    status,
    error: { ...error, code },
    headers: told,
  })
}
