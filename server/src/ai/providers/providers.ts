// Everything about talking to AI vendors: the closed list of configured providers, one wire format a file.
import type { Dispatcher } from 'undici'
import { ApiError } from '../../errors.ts'
import type { Answer, Ask, OnDelta, Provider, ProviderSetting } from '../provider.ts'
import { ANTHROPIC } from './anthropic.ts'
import { readEventLines } from './event-lines.ts'
import { createExchange, type Exchange, type ExchangeOptions } from './exchange.ts'
import { brokenOf, errorInAnswer, filteredAnswer, unusableAnswer } from './failures.ts'
import { OPENAI } from './openai.ts'
import type { Reading, WireFormat } from './wire-format.ts'

const FORMATS: Record<ProviderSetting['format'], WireFormat> = { openai: OPENAI, anthropic: ANTHROPIC }

const ANSWER_BYTES_MAX = 4_194_304
/** A stream wraps a few letters of text into some 200 bytes. */
const STREAM_BYTES_MAX = 33_554_432
const ANSWER_CHARS_MAX = 1_048_576
const MODEL_CHARS_MAX = 128

export interface ConnectedProvider extends Provider {
  close(): Promise<void>
}

export type ProviderOptions = Pick<ExchangeOptions, 'random' | 'sleep' | 'limits'>

export function createProviders(
  settings: Readonly<Record<string, ProviderSetting>>,
  options: ProviderOptions,
): ReadonlyMap<string, ConnectedProvider> {
  return new Map(Object.entries(settings).map(([name, setting]) => [name, createProvider(name, setting, options)]))
}

export function createProvider(name: string, setting: ProviderSetting, options: ProviderOptions): ConnectedProvider {
  const format = FORMATS[setting.format]
  const exchange = createExchange({ name, baseUrl: setting.baseUrl, ...options })
  return {
    name,
    defaultModel: setting.model,
    close: exchange.close,
    async complete(ask) {
      const body = await open(exchange, { format, ask, streamed: false })
      return speakOf(name, ask, async () => {
        const reading = format.readAnswer(await readJson(name, body))
        return answerOf(name, reading, { ask, text: reading.text })
      })
    },
    async stream(ask, onDelta) {
      const body = await open(exchange, { format, ask, streamed: true })
      return speakOf(name, ask, () => readStream(name, body, { format, ask, onDelta }))
    },
  }
}

type Bytes = Dispatcher.ResponseData['body']

function open(
  exchange: Exchange,
  { format, ask, streamed }: { format: WireFormat; ask: Ask; streamed: boolean },
): Promise<Bytes> {
  const body = JSON.stringify(format.body(ask, streamed))
  return exchange.post({ path: format.path, headers: format.headers(ask.key), body, streamed }, ask)
}

/** What breaks while an answer is read: the deadline's own words first, then ours, then the network's. */
async function speakOf(name: string, { deadline }: Ask, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (error) {
    deadline.signal.throwIfAborted()
    if (error instanceof ApiError) throw error
    if (error instanceof SyntaxError) throw unusableAnswer(name, 'it is not JSON')
    if (error instanceof RangeError || error instanceof TypeError)
      throw unusableAnswer(name, 'it is malformed or too large')
    throw brokenOf(name, error)
  }
}

async function readJson(name: string, body: Bytes): Promise<unknown> {
  const pieces = await readPieces(name, body)
  return JSON.parse((pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))?.toString() ?? '')
}

/** By events, since an iterator costs more than all the rest of reading one answer. A body that breaks off is an error. */
function readPieces(name: string, body: Bytes): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let bytes = 0
    body.on('data', (piece: Buffer) => {
      bytes += piece.length
      pieces.push(piece)
      if (bytes > ANSWER_BYTES_MAX) body.destroy(unusableAnswer(name, 'it is too large'))
    })
    body.on('end', () => resolve(pieces))
    body.on('error', reject)
  })
}

interface Streaming {
  readonly format: WireFormat
  readonly ask: Ask
  readonly onDelta: OnDelta
}

async function readStream(name: string, body: Bytes, { format, ask, onDelta }: Streaming): Promise<Answer> {
  const reader = format.readStream()
  const lines = readEventLines()
  let text = ''
  let bytes = 0
  const takeAll = async (events: readonly string[]): Promise<void> => {
    let piece = ''
    for (const data of events) piece += reader.take(data)
    text += piece
    if (text.length > ANSWER_CHARS_MAX) throw unusableAnswer(name, 'it is too large')
    const taken = piece === '' ? undefined : onDelta(piece)
    if (taken) await untilAborted(taken, ask.deadline.signal)
    const { error } = reader.reading()
    if (error !== undefined) throw errorInAnswer(name, error, ask.key)
  }
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > STREAM_BYTES_MAX) throw unusableAnswer(name, 'it is too large')
    await takeAll(lines.take(piece))
  }
  await takeAll(lines.rest())
  return answerOf(name, reader.reading(), { ask, text })
}

/** A reader that never takes its text does not outlast the deadline. */
function untilAborted(taken: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    taken.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function answerOf(name: string, reading: Reading, { ask, text }: { ask: Ask; text: string }): Answer {
  const { finish, usage, error, model } = reading
  if (error !== undefined) throw errorInAnswer(name, error, ask.key)
  if (finish === 'filtered') throw filteredAnswer(name)
  if (finish === undefined) throw unusableAnswer(name, 'it breaks off before its end')
  if (text === '') throw unusableAnswer(name, 'it is empty')
  if (text.length > ANSWER_CHARS_MAX) throw unusableAnswer(name, 'it is too large')
  return { text, usage, finish, model: model?.slice(0, MODEL_CHARS_MAX) || ask.model }
}
