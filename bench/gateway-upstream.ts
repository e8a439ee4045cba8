// The provider of the gateway benchmark: one constant answer, whole or streamed, after a given latency (argument 1, ms). With a share
// of new sentences (argument 2), whole answers have four sentences each, of which this share was never sent before, because a scorer caches
// what it has read.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inPieces, streamedAnswer, wholeAnswer } from '@equipoise/simulated'
import { makeSentences } from './neutrality-texts.ts'

const [latencyMs = 0, newShare = 0] = process.argv.slice(2).map(Number)
const TEXT =
  'The council met on Tuesday and discussed the budget for the next year. Members asked about the cost of the new library, which is planned for 2027. ' +
  'The finance office said that the figures would be published in June. A vote is expected before the summer break, and residents may comment until then.'
const ANSWER = { text: TEXT, model: 'bench-model', usage: { input: 20, output: 60 } }
const constant = wholeAnswer('openai', ANSWER)
const SENTENCES = newShare > 0 ? makeSentences(20_000) : []
const ANSWER_SENTENCES = 4
let sent = 0
let fresh = ANSWER_SENTENCES
const frames = streamedAnswer('openai', ANSWER, inPieces(TEXT))

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const isStreamed = Buffer.concat(pieces).includes('"stream":true')
    const answer = () => {
      response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' })
      if (!isStreamed) return response.end(newShare > 0 ? nextAnswer() : constant)
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

// Every sentence counts towards the share; the old ones are always the same four.
function nextAnswer(): string {
  const sentences = Array.from({ length: ANSWER_SENTENCES }, (_, place) => {
    sent++
    const isNew = Math.floor(sent * newShare) > Math.floor((sent - 1) * newShare)
    return SENTENCES[isNew ? fresh++ % SENTENCES.length : place] ?? ''
  })
  return wholeAnswer('openai', { ...ANSWER, text: sentences.join(' ') })
}
