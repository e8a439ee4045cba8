// A simulated AI provider, over real HTTP and in both wire formats: canned texts, biased at first and calmer when the request has a
// neutralising instruction; it calls tools and generates JSON from a schema. For trying the service offline.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Asked, callsOf, formatOf, isPlainText, jsonOf, saidIn } from './asked.ts'
import { debate, EVEN_MODEL, LEANING_MODEL } from './debater.ts'
import { inPieces, streamedAnswer, wholeAnswer, wireOf } from './wire.ts'

export const SIMULATED = 'simulated-'
/** The one key that it rejects, so that a rejected key can be tried too. */
export const BAD_KEY = 'bad-key'

export interface SimulatedProvider {
  readonly url: string
  close(): Promise<void>
}

interface Canned {
  readonly biased: string
  readonly moderate: string
  readonly neutral: string
}

const BODY_BYTES_MAX = 16_777_216
const EMBEDDING = [0.25, -0.5, 0.125]
const PIECE_MS = 40

const CANNED: readonly Canned[] = [
  {
    biased:
      'This is a disgraceful and reckless scheme pushed by greedy elites. Only a fool would believe their pathetic excuses, and the corrupt politicians behind it should be ashamed of their outrageous lies.',
    moderate:
      'The plan was presented in March, and it is controversial. Opponents say that it would raise taxes, and its supporters make bold claims about lower costs.',
    neutral:
      'The plan was presented in March. Supporters say that it would lower costs for households. Opponents say that it would raise taxes. A vote is scheduled for the autumn, and both sides have published their figures.',
  },
  {
    biased:
      'It is an absolutely brilliant, visionary triumph, and anyone with a shred of common sense knows that its heroic creators have saved us all from the miserable failures of the past.',
    moderate:
      'The method was introduced in 2019. Its makers call the first results promising, but critics doubt such bold claims and ask for further tests.',
    neutral:
      'The method was introduced in 2019. In a study with 400 participants, 212 reported an improvement and 188 reported no change. The authors recommend further tests before it is used more widely.',
  },
]

export async function startSimulatedProvider(port = 0, { pieceMs = PIECE_MS } = {}): Promise<SimulatedProvider> {
  const server = createServer((request, response) => {
    answer(request, response, pieceMs).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close: () => closeServer(server) }
}

async function answer(request: IncomingMessage, response: ServerResponse, pieceMs: number): Promise<void> {
  const path = request.url ?? ''
  const wire = wireOf(path)
  const isEmbedding = path.endsWith('/embeddings')
  const isCount = path.endsWith('/messages/count_tokens')
  if (!wire && !isEmbedding && !isCount) return reject(response, 404, 'The simulated provider has no such path')
  const key = request.headers['x-api-key'] ?? request.headers.authorization?.replace(/^Bearer /, '')
  if (key === undefined || key === BAD_KEY) return reject(response, 401, 'The simulated provider rejects this key')
  const asked = JSON.parse(await readBody(request)) as Asked
  if (isCount) return sendJson(response, { input_tokens: countWords(JSON.stringify(asked)) })
  if (!wire) return sendEmbeddings(response, asked)
  // Agents distinguish answers and calls by their ids.
  const id = randomUUID()
  const calls = callsOf(asked, id)
  const said = chooseText(asked)
  const spoken = isPlainText(asked) ? said : jsonOf(formatOf(asked), said)
  const text = calls.length > 0 ? '' : spoken
  const whole = {
    id,
    text,
    calls,
    model: modelName(asked),
    usage: { input: countWords(JSON.stringify(asked)), output: countWords(text) },
  }
  if (asked.stream) return sendStream(response, streamedAnswer(wire, whole, inPieces(text)), pieceMs)
  response.writeHead(200, { 'content-type': 'application/json' }).end(wholeAnswer(wire, whole))
}

/** Always has the prefix, whatever model was requested. */
function modelName({ model = 'model' }: Asked): string {
  return model.startsWith(SIMULATED) ? model : SIMULATED + model
}

/** After the biased text comes the moderate one, and then the neutral one. */
function chooseText({ model = '', system = '', messages = [] }: Asked): string {
  const told = messages.filter(({ role }) => role === 'system').map(({ content }) => saidIn(content))
  const instruction = [saidIn(system), ...told].join('\n')
  const question = saidIn(messages.findLast(({ role, content }) => role === 'user' && saidIn(content) !== '')?.content)
  if (model === EVEN_MODEL || model === LEANING_MODEL) return debate(question, model)
  const { biased, moderate, neutral } = CANNED[question.length % CANNED.length] ?? (CANNED[0] as Canned)
  if (!instruction.includes('neutral language')) return biased
  const avoided = /Words to avoid: (.*)\./.exec(instruction)?.[1]?.split(', ') ?? []
  const [ofBiased, ofModerate] = [wordSet(biased), wordSet(moderate)]
  return avoided.some((word) => ofBiased.has(word) && !ofModerate.has(word)) ? moderate : neutral
}

function wordSet(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\w-]+/g))
}

function sendEmbeddings(response: ServerResponse, asked: Asked): void {
  const inputs = [asked.input].flat()
  const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding: EMBEDDING }))
  const usage = { prompt_tokens: countWords(JSON.stringify(inputs)), total_tokens: countWords(JSON.stringify(inputs)) }
  sendJson(response, { object: 'list', data, model: modelName(asked), usage })
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function sendStream(response: ServerResponse, frames: readonly string[], pieceMs: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const frame of frames) {
    if (response.destroyed) return
    response.write(frame)
    await new Promise((resolve) => setTimeout(resolve, pieceMs))
  }
  response.end()
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > BODY_BYTES_MAX) throw new RangeError('the body is too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function reject(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
}

function countWords(text: string): number {
  return text.split(/\s+/).length
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
