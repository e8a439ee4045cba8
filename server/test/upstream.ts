// A provider for tests, over real HTTP and in both wire formats: it answers, fails, stalls and breaks off as told, and records every
// request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inPieces, type SimulatedCall, streamedAnswer, type WireName, wholeAnswer, wireOf } from '@equipoise/simulated'

interface UpstreamCall {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** The body as sent. */
  readonly raw: string
  readonly body: {
    model: string
    messages: { role: string; content: string }[]
    stream?: boolean
    system?: string
  } & Record<string, unknown>
}

/** What the provider does with one request. */
export type Behaviour = (scene: Scene) => void

interface Scene {
  readonly wire: WireName
  readonly call: UpstreamCall
  readonly response: ServerResponse
}

export interface Upstream {
  readonly url: string
  readonly calls: UpstreamCall[]
  /** Sets the behaviours of the next requests in order; the last one stays. Clears the recorded requests. */
  plan(...behaviours: Behaviour[]): void
  /** Resolves when the service has ended a request before its answer was complete. */
  nextHangUp(): Promise<void>
  nextCall(): Promise<void>
  close(): Promise<void>
}

export async function startUpstream(): Promise<Upstream> {
  const calls: UpstreamCall[] = []
  let behaviours: Behaviour[] = [say('Hello there.')]
  const waiting = { call: [] as (() => void)[], hangUp: [] as (() => void)[] }
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const raw = Buffer.concat(pieces).toString()
    const call = { path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) }
    response.on('close', () => {
      if (!response.writableFinished) for (const told of waiting.hangUp.splice(0)) told()
    })
    response.on('error', () => {})
    calls.push(call)
    const behave = behaviours[Math.min(calls.length, behaviours.length) - 1] ?? say('')
    behave({ wire: wireOf(call.path) ?? 'openai', call, response })
    for (const told of waiting.call.splice(0)) told()
  })
  // On a busy machine, a connection could be closed just when it is used again.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    plan(...next) {
      behaviours = next
      calls.length = 0
    },
    nextHangUp: () => new Promise((resolve) => waiting.hangUp.push(resolve)),
    nextCall: () => new Promise((resolve) => waiting.call.push(resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Saying {
  readonly usage?: { readonly input: number; readonly output: number } | undefined
  readonly finish?: 'stop' | 'length' | 'filtered'
  readonly calls?: readonly SimulatedCall[]
}

const USAGE = { input: 11, output: 7 }

/** Answers, as a stream if one was requested. */
export function say(text: string, { usage = USAGE, finish = 'stop', calls }: Saying = {}): Behaviour {
  return ({ wire, call, response }) => {
    const answer = { text, model: call.body.model, usage, finish, calls }
    if (!call.body.stream) return sendJson(response, 200, wholeAnswer(wire, answer))
    beginStream(response)
    for (const frame of streamedAnswer(wire, answer, inPieces(text))) response.write(frame)
    response.end()
  }
}

/** Answers without token counts. */
export function sayUncounted(text: string): Behaviour {
  return ({ wire, call, response }) => {
    const answer = { text, model: call.body.model }
    if (!call.body.stream) return sendJson(response, 200, wholeAnswer(wire, answer))
    beginStream(response)
    response.end(streamedAnswer(wire, answer, inPieces(text)).join(''))
  }
}

export function reject(
  status: number,
  error: object = { message: 'no' },
  headers: Record<string, string> = {},
): Behaviour {
  return ({ response }) => sendJson(response, status, JSON.stringify({ error }), headers)
}

export function sendRaw(body: string, contentType = 'application/json'): Behaviour {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': contentType })
    response.end(body)
  }
}

export function reset(): Behaviour {
  return ({ response }) => response.socket?.resetAndDestroy()
}

export function stall(): Behaviour {
  return () => {}
}

/** Sends the first pieces of a stream (or of a whole answer), and then does what `then` says. */
export function breakAfter(
  pieces: readonly string[],
  then: 'stall' | 'reset' | 'end' | 'error',
  message = 'overloaded',
): Behaviour {
  return ({ wire, call, response }) => {
    beginStream(response)
    const frames = streamedAnswer(wire, { text: '', model: call.body.model }, pieces)
    const kept = frames.filter(
      (frame) => !/finish_reason":"|message_delta|message_stop|content_block_stop|\[DONE\]/.test(frame),
    )
    response.write(kept.join(''), () => {
      if (then === 'reset') response.socket?.resetAndDestroy()
      if (then === 'end') response.end()
      if (then === 'error')
        response.end(`event: error\ndata: ${JSON.stringify({ type: 'error', error: { message } })}\n\n`)
    })
  }
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

function sendJson(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}
