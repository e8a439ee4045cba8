// Everything about talking to AI vendors: the closed list of configured providers, one wire format a file.
import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import type { Answer, Ask, OnDelta, Provider, ProviderSetting } from '../provider.ts'
import { ANTHROPIC } from './anthropic.ts'
import type { OnPiece } from './dispatch.ts'
import { readEventLines } from './event-lines.ts'
import { createExchange, type ExchangeOptions } from './exchange.ts'
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
  const post = (ask: Ask, streamed: boolean, { take: onPiece, isDone }: Taker) => {
    const body = JSON.stringify(format.body(ask, streamed))
    return exchange.post({ path: format.path, headers: format.headers(ask.key), body, streamed, onPiece, isDone }, ask)
  }
  return {
    name,
    defaultModel: setting.model,
    close: exchange.close,
    async complete(ask) {
      try {
        const body = collectBytes(name)
        await post(ask, false, body)
        const reading = format.readAnswer(JSON.parse(body.text()))
        return answerOf(name, reading, { ask, text: reading.text })
      } catch (error) {
        throw inWords(name, ask, error)
      }
    },
    async stream(ask, onDelta) {
      try {
        const stream = followStream(name, { format, ask, onDelta })
        await post(ask, true, stream)
        return stream.end()
      } catch (error) {
        throw inWords(name, ask, error)
      }
    },
  }
}

interface Taker {
  readonly take: OnPiece
  readonly isDone: () => boolean
}

/**
 * What breaks while an answer is read: the deadline's own words first, then ours, then the network's. A bug of our own stays one: the
 * provider is not blamed for it.
 */
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
      if (bytes > ANSWER_BYTES_MAX) throw unusableAnswer(name, 'it is too large')
      pieces.push(piece)
    },
    isDone: () => false,
    /** Without a byte order mark, which counts as white space. */
    text: () => (pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))?.toString().trim() ?? '',
  }
}

interface Streaming {
  readonly format: WireFormat
  readonly ask: Ask
  readonly onDelta: OnDelta
}

function followStream(name: string, { format, ask, onDelta }: Streaming) {
  const reader = format.readStream()
  const lines = readEventLines()
  let text = ''
  let bytes = 0
  const failIfTold = (): void => {
    const { error } = reader.reading()
    if (error !== undefined) throw errorInAnswer(name, error, ask.key)
  }
  const takeEvents = (events: readonly string[]): Promise<void> | undefined => {
    let piece = ''
    for (const data of events) if (!reader.isDone()) piece += reader.take(data)
    text += piece
    if (text.length > ANSWER_CHARS_MAX) throw unusableAnswer(name, 'it is too large')
    const taken = piece === '' ? undefined : onDelta(piece, modelOf(reader.reading(), ask))
    if (taken) return taken.then(failIfTold)
    failIfTold()
    return undefined
  }
  const linesOf = (piece: Buffer): string[] => {
    try {
      return lines.take(piece)
    } catch (error) {
      throw error instanceof RangeError ? unusableAnswer(name, 'one of its lines is too long') : error
    }
  }
  return {
    take(piece: Buffer): Promise<void> | undefined {
      bytes += piece.length
      if (bytes > STREAM_BYTES_MAX) throw unusableAnswer(name, 'it is too large')
      return takeEvents(linesOf(piece))
    },
    isDone: reader.isDone,
    end(): Answer {
      // Nothing more comes that would have to wait until this was taken.
      takeEvents(lines.rest())?.catch(() => {})
      return answerOf(name, reader.reading(), { ask, text })
    },
  }
}

function answerOf(name: string, reading: Reading, { ask, text }: { ask: Ask; text: string }): Answer {
  const { finish, usage, error } = reading
  if (error !== undefined) throw errorInAnswer(name, error, ask.key)
  if (finish === 'filtered') throw filteredAnswer(name)
  if (finish === undefined) throw unusableAnswer(name, 'it breaks off before its end')
  if (text === '') throw unusableAnswer(name, 'it is empty')
  if (text.length > ANSWER_CHARS_MAX) throw unusableAnswer(name, 'it is too large')
  return { text, usage, finish, model: modelOf(reading, ask) }
}

/** As the provider names it; one that does not used the one it was asked for. */
function modelOf({ model }: Reading, ask: Ask): string {
  return model?.slice(0, MODEL_CHARS_MAX) || ask.model
}
