// The configured AI providers; each wire format has its own file.
import { createEventReader, type ServerEvent } from '@equipoise/sdk/event-stream'
import { z } from 'zod'
import { ApiError } from '../../ground/errors.ts'
import { inTurns } from '../../ground/in-turns.ts'
import { countNames, namesIn } from '../../ground/json-limits.ts'
import { isLargeJson, writeJsonSteps } from '../../ground/json-steps.ts'
import type { ProviderSetting } from '../../ground/provider-setting.ts'
import { otherFormat, type Reading } from '../dialects/dialect.ts'
import { isObject, type Json } from '../dialects/json.ts'
import { CODECS, translationOf } from '../dialects/translation.ts'
import type { Answer, Ask, OnPiece as OnAnswerPiece, Provider } from '../provider.ts'
import { ANTHROPIC } from './anthropic.ts'
import type { OnBytes } from './dispatch.ts'
import { createExchange, type ExchangeOptions } from './exchange.ts'
import { brokenOf, errorInAnswer, filteredAnswer, unfitAnswer, unusableAnswer } from './failures.ts'
import { OPENAI } from './openai.ts'
import type { WireFormat } from './wire-format.ts'

const FORMATS: Record<ProviderSetting['format'], WireFormat> = { openai: OPENAI, anthropic: ANTHROPIC }

const ANSWER_BYTES_MAX = 4_194_304
/** Large, because a stream wraps a few characters of text into some 200 bytes. */
const STREAM_BYTES_MAX = 33_554_432
const ANSWER_CHARS_MAX = 1_048_576
const MODEL_CHARS_MAX = 128

export interface ConnectedProvider extends Provider {
  close(): Promise<void>
}

export type ProviderOptions = Pick<ExchangeOptions, 'random' | 'sleep' | 'nowMs' | 'limits'>

export function createProviders(
  settings: Readonly<Record<string, ProviderSetting>>,
  options: ProviderOptions,
): ReadonlyMap<string, ConnectedProvider> {
  return new Map(Object.entries(settings).map(([name, setting]) => [name, createProvider(name, setting, options)]))
}

export function createProvider(name: string, setting: ProviderSetting, options: ProviderOptions): ConnectedProvider {
  const format = FORMATS[setting.format]
  const exchange = createExchange({ name, baseUrl: setting.baseUrl, ...options })
  const send = (path: string, body: Json, { ask, streamed, taker }: Sending) => {
    const { take: onPiece, isDone } = taker
    const headers = format.headers(ask.key, ask.dialect === format.dialect ? ask.headers : undefined)
    return exchange.post(
      { path, headers, body: () => written(body, String(ask.head.id)), streamed, onPiece, isDone },
      ask,
    )
  }
  const bodyOf = ({ dialect, request, model, onTranslated }: Ask, streamed: boolean): Json => {
    const translation = translationOf(dialect, format.dialect)
    if (translation) onTranslated?.()
    return format.body(translation?.request(request) ?? request, { model, streamed })
  }
  const { embeddingsPath, countPath } = format
  const fetchJson = async (path: string, body: Json, ask: Ask, valuesMax = VALUES_MAX): Promise<Received> => {
    const taker = collectBytes(name)
    await send(path, body, { ask, streamed: false, taker })
    return readObject(name, taker.text(), valuesMax)
  }
  /** A request that is passed on unchanged to another path of the provider. Embeddings are many numbers, but quick to read. */
  const aside = (path: string, read: (json: Json) => Json) => async (ask: Ask) => {
    try {
      return read((await fetchJson(path, { ...ask.request, model: ask.model }, ask, ANSWER_BYTES_MAX)).json)
    } catch (error) {
      throw inWords(name, ask, error)
    }
  }
  return {
    name,
    host: new URL(setting.baseUrl).host,
    defaultModel: setting.model,
    close: exchange.close,
    async complete(ask) {
      try {
        const { json, sent } = await fetchJson(format.path, bodyOf(ask, false), ask)
        const translation = translationOf(ask.dialect, format.dialect)
        if (translation) return answerOf(name, CODECS[ask.dialect].read(translation.answer(json)), ask)
        return answerOf(name, CODECS[ask.dialect].read(json), ask, { sent })
      } catch (error) {
        throw inWords(name, ask, error)
      }
    },
    async stream(ask, onPiece) {
      try {
        const taker = followStream(name, { format, ask, onPiece })
        await send(format.path, bodyOf(ask, true), { ask, streamed: true, taker })
        return taker.end()
      } catch (error) {
        throw inWords(name, ask, error)
      }
    },
    embed:
      embeddingsPath === undefined
        ? undefined
        : aside(embeddingsPath, (json) => {
            if (!Array.isArray(json.data)) throw unusableAnswer(name, 'it contains no embeddings')
            return json
          }),
    countTokens: countPath === undefined ? undefined : aside(countPath, (json) => json),
  }
}

/** Large ones a few milliseconds at a time, in turns with those of other calls. */
function written(body: Json, call: string): Buffer[] | Promise<Buffer[]> {
  if (!isLargeJson(body)) return [Buffer.from(JSON.stringify(body))]
  const pieces: Buffer[] = []
  const writing = writeJsonSteps(body, (piece) => pieces.push(Buffer.from(piece)))
  return inTurns(call, writing).then(() => pieces)
}

/** Values in one answer: enough for the probabilities of each of a few thousand words. */
const VALUES_MAX = 200_000

/** Rejects an answer that would take long to parse, or is too deep to be written again. */
function readObject(name: string, text: string, valuesMax = VALUES_MAX): Received {
  const names = countNames(text, { valuesMax })
  if (typeof names === 'string') throw unfitAnswer(name, 'it contains too many values or levels')
  const json: unknown = JSON.parse(text)
  if (!isObject(json)) throw otherFormat()
  // Of a field that is there twice, we read the last, but others may read the first.
  return { json, sent: namesIn(json) === names ? text : undefined }
}

interface Received {
  readonly json: Json
  /** As it was sent, if all who read it find the same in it. */
  readonly sent: string | undefined
}

interface Sending {
  readonly ask: Ask
  readonly streamed: boolean
  readonly taker: Taker
}

interface Taker {
  readonly take: OnBytes
  readonly isDone: () => boolean
}

/** Which error to report: the deadline's first, then ours, then the network's. A bug of ours is not blamed on the provider. */
function inWords(name: string, { deadline: { signal } }: Ask, error: unknown): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof ApiError || BUGS.some((bug) => error instanceof bug)) return error
  if (error instanceof SyntaxError) return unusableAnswer(name, 'it is not JSON')
  if (error instanceof z.ZodError) return unusableAnswer(name, 'it is malformed')
  return brokenOf(name, error)
}

const BUGS = [TypeError, RangeError, ReferenceError]

function collectBytes(name: string) {
  const pieces: Buffer[] = []
  let bytes = 0
  return {
    take(piece: Buffer): undefined {
      bytes += piece.length
      if (bytes > ANSWER_BYTES_MAX) throw unfitAnswer(name, 'it is too large')
      pieces.push(piece)
    },
    isDone: () => false,
    /** trim() also removes a byte order mark. */
    text: () => (pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))?.toString().trim() ?? '',
  }
}

interface Streaming {
  readonly format: WireFormat
  readonly ask: Ask
  readonly onPiece: OnAnswerPiece
}

function followStream(name: string, { format, ask, onPiece }: Streaming) {
  const translator = translationOf(ask.dialect, format.dialect)?.stream(ask.head)
  const reader = CODECS[ask.dialect].follow()
  const events = createEventReader(EVENT_CHARS_MAX)
  let chars = 0
  let bytes = 0
  let isDone = false
  const failIfTold = (): void => {
    const { error } = reader.known()
    if (error !== undefined) throw errorInAnswer(name, error)
  }
  const takeData = (data: string): void => {
    const event = data === END_MARK ? {} : readObject(name, data).json
    isDone = format.isEnd(data, event)
    if (translator) for (const one of translator.take(event)) reader.take(one)
    else if (data !== END_MARK) reader.take(event, LINE_BREAK.test(data) ? undefined : data)
    if (isDone && !translator) reader.end()
  }
  const handOver = (): Promise<void> | undefined => {
    const { text, events: told } = reader.drain()
    chars += text.length
    if (chars > ANSWER_CHARS_MAX) throw unfitAnswer(name, 'it is too large')
    // The event that ends an answer is held back, but can contain its last text.
    return told === '' && text === '' ? undefined : onPiece({ text, events: told, model: modelOf(reader.known(), ask) })
  }
  const takeEvents = (complete: readonly ServerEvent[]): Promise<void> | undefined => {
    for (const { data } of complete) if (!isDone) takeData(data)
    const taken = handOver()
    if (taken) return taken.then(failIfTold)
    failIfTold()
    return undefined
  }
  const eventsOf = (piece: Buffer): ServerEvent[] => {
    try {
      return events.take(piece)
    } catch (error) {
      throw error instanceof RangeError ? unusableAnswer(name, 'one of its lines is too long') : error
    }
  }
  return {
    take(piece: Buffer): Promise<void> | undefined {
      bytes += piece.length
      if (bytes > STREAM_BYTES_MAX) throw unfitAnswer(name, 'it is too large')
      return takeEvents(eventsOf(piece))
    },
    isDone: () => isDone,
    end(): Answer {
      for (const { data } of events.rest()) if (!isDone) takeData(data)
      if (translator) for (const one of translator.end(isDone)) reader.take(one)
      // Nothing more arrives that would have to wait until this was taken.
      handOver()?.catch(() => {})
      failIfTold()
      return answerOf(name, reader.reading(), ask, { tail: reader.tail() })
    },
  }
}

/** No provider's events come near this; a longer one is broken or hostile. */
const EVENT_CHARS_MAX = 262_144
const END_MARK = '[DONE]'
const LINE_BREAK = /[\r\n]/

function answerOf(name: string, reading: Reading, ask: Ask, also?: Pick<Answer, 'sent' | 'tail'>): Answer {
  const { whole, texts, finish, usage, error } = reading
  if (error !== undefined) throw errorInAnswer(name, error)
  if (finish === 'filtered' && ask.wantsText) throw filteredAnswer(name)
  if (finish === undefined) throw unusableAnswer(name, 'it breaks off before its end')
  if (ask.wantsText && texts.every((text) => text === '')) throw unfitAnswer(name, 'it is empty')
  if (texts.some((text) => text.length > ANSWER_CHARS_MAX)) throw unfitAnswer(name, 'it is too large')
  return { whole, texts, usage, model: modelOf(reading, ask), tail: also?.tail, sent: also?.sent }
}

/** The model that the provider names or, if it names none, the requested one. */
function modelOf({ model }: { readonly model: string | undefined }, ask: Ask): string {
  return model?.slice(0, MODEL_CHARS_MAX) || ask.model
}
