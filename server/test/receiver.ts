// A receiver of webhooks: a real HTTP server that keeps what it gets and answers as the test says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** From now on it answers like this; by default 204. */
  answer: (response: ServerResponse, got: Received) => void
  /** The next request that was not taken yet; waits for one if necessary. */
  next(): Promise<Received>
  close(): Promise<void>
}

export const withStatus = (status: number) => (response: ServerResponse) => void response.writeHead(status).end()

export async function openReceiver(): Promise<Receiver> {
  const waiting: Received[] = []
  const takers: ((got: Received) => void)[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const got = { id: String(request.headers['webhook-id']), headers: request.headers, body }
    receiver.received.push(got)
    const taker = takers.shift()
    if (taker) taker(got)
    else waiting.push(got)
    receiver.answer(response, got)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/events`,
    port,
    received: [],
    answer: withStatus(204),
    next: () => {
      const got = waiting.shift()
      return got ? Promise.resolve(got) : new Promise((resolve) => takers.push(resolve))
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return receiver
}
