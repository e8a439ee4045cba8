// The provider of the gateway bench: one constant answer, whole or streamed, after a latency of choice (argument 1, ms).
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inPieces, streamedAnswer, wholeAnswer } from '@equipoise/simulated'

const latencyMs = Number(process.argv[2] ?? 0)
const TEXT =
  'The council met on Tuesday and discussed the budget for the next year. Members asked about the cost of the new library, which is planned for 2027. ' +
  'The finance office said that the figures would be published in June. A vote is expected before the summer break, and residents may comment until then.'
const ANSWER = { text: TEXT, model: 'bench-model', usage: { input: 20, output: 60 } }
const whole = wholeAnswer('openai', ANSWER)
const frames = streamedAnswer('openai', ANSWER, inPieces(TEXT))

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const isStreamed = Buffer.concat(pieces).includes('"stream":true')
    const answer = () => {
      response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' })
      if (!isStreamed) return response.end(whole)
      for (const frame of frames) response.write(frame)
      response.end()
    }
    if (latencyMs === 0) answer()
    else setTimeout(answer, latencyMs)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('disconnect', () => process.exit(0))
