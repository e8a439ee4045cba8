// Answers in Anthropic's format of messages: content in blocks, typed stream events.
import type { TokenUsage } from '../provider.ts'
import {
  type DialectCodec,
  type Following,
  otherFormat,
  type Reading,
  readerOf,
  type StreamReader,
  startFollowing,
} from './dialect.ts'
import {
  contentText,
  countOf,
  errorWordsOf,
  isObject,
  type Json,
  objectOf,
  objectsOf,
  parseInner,
  textOf,
} from './json.ts'

export const MESSAGES: DialectCodec = {
  read(answer) {
    const { content } = answer
    if (content !== undefined && content !== null && !Array.isArray(content)) throw otherFormat()
    return readingOf(answer, { isEnded: Array.isArray(content), error: errorWordsOf(answer.error) })
  },
  follow: followMessages,
  stream(whole) {
    const { content, stop_reason, stop_sequence = null, usage, ...head } = whole
    const begun = { ...head, content: [], stop_reason: null, stop_sequence: null, usage }
    const blocks = objectsOf(content).flatMap((block, index) => blockEvents(block, index))
    return {
      events: [{ type: 'message_start', message: begun }, ...blocks].map(frame).join(''),
      tail: [
        { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage: usage ?? {} },
        { type: 'message_stop' },
      ],
    }
  },
  frame,
}

function frame(event: Json): string {
  return named(event, JSON.stringify(event))
}

const EVENT_NAME = /^\w{1,64}$/

/** Adds the event's name if it is a valid one. */
function named({ type }: Json, data: string): string {
  return typeof type === 'string' && EVENT_NAME.test(type) ? `event: ${type}\ndata: ${data}\n\n` : `data: ${data}\n\n`
}

interface Ending {
  readonly isEnded: boolean
  readonly error: string | undefined
}

function readingOf(whole: Json, { isEnded, error }: Ending): Reading {
  const { stop_reason } = whole
  const isComplete = isEnded || typeof stop_reason === 'string'
  return {
    whole,
    texts: [contentText(whole.content)],
    model: textOf(whole.model),
    usage: usageOf(whole.usage),
    finish: isComplete ? (stop_reason === 'refusal' ? 'filtered' : 'complete') : undefined,
    error,
  }
}

function usageOf(given: unknown): TokenUsage {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = objectOf(given)
  const fresh = countOf(input_tokens)
  // Anthropic counts tokens read from and written to the cache separately.
  const [cacheRead, cacheWritten] = [countOf(cache_read_input_tokens) ?? 0, countOf(cache_creation_input_tokens) ?? 0]
  const inputTokens = fresh === null ? null : fresh + cacheRead + cacheWritten
  const counts = { inputTokens, outputTokens: countOf(output_tokens) }
  return cacheRead + cacheWritten > 0 ? { ...counts, cacheRead, cacheWritten } : counts
}

function blockEvents(block: Json, index: number): Json[] {
  const event = (delta: Json): Json => ({ type: 'content_block_delta', index, delta })
  const start = (content_block: Json): Json => ({ type: 'content_block_start', index, content_block })
  const stop = { type: 'content_block_stop', index }
  if (block.type === 'text') {
    return [start({ ...block, text: '' }), event({ type: 'text_delta', text: block.text }), stop]
  }
  if (block.type === 'tool_use') {
    const partial_json = JSON.stringify(block.input ?? {})
    return [start({ ...block, input: {} }), event({ type: 'input_json_delta', partial_json }), stop]
  }
  if (block.type === 'thinking') {
    const { thinking, signature } = block
    const signed = textOf(signature) ? [event({ type: 'signature_delta', signature })] : []
    const begun = start({ type: 'thinking', thinking: '', signature: '' })
    return [begun, event({ type: 'thinking_delta', thinking }), ...signed, stop]
  }
  return [start(block), stop]
}

interface Heard extends Following {
  message: Record<string, unknown>
  readonly blocks: Map<number, Record<string, unknown>>
  readonly inputs: Map<number, string>
}

function followMessages(): StreamReader {
  const heard: Heard = { ...startFollowing(), message: {}, blocks: new Map(), inputs: new Map() }
  return {
    ...readerOf(heard),
    take: (event, raw) => takeEvent(heard, event, raw),
    reading() {
      const content = [...heard.blocks.entries()].sort(([a], [b]) => a - b).map(([, block]) => block)
      const { isEnded, error } = heard
      return readingOf({ ...heard.message, content }, { isEnded: isEnded && content.length > 0, error })
    },
    known: () => ({ model: textOf(heard.message.model), error: heard.error }),
  }
}

function takeEvent(heard: Heard, event: Json, raw: string | undefined): void {
  heard.error ??= errorWordsOf(event.error)
  if (heard.error !== undefined) return
  const { type } = event
  heard.hasSubstance ||= type === 'content_block_delta' || objectOf(event.content_block).type === 'tool_use'
  if (type === 'message_start') {
    if (event.message !== undefined && !isObject(event.message)) throw otherFormat()
    heard.message = { ...objectOf(event.message) }
  }
  if (type === 'content_block_start') heard.blocks.set(indexOf(event), { ...objectOf(event.content_block) })
  if (type === 'content_block_delta') heard.text += takeDelta(heard, event)
  if (type === 'content_block_stop') closeInput(heard, indexOf(event))
  if (type === 'message_delta') {
    const known = objectOf(heard.message.usage)
    Object.assign(heard.message, event.delta, { usage: { ...known, ...withoutNull(objectOf(event.usage)) } })
  }
  if (type === 'message_stop') heard.isEnded = true
  if (type === 'message_delta' || type === 'message_stop') heard.tail.push(event)
  else if (type !== 'ping') heard.events += named(event, raw ?? JSON.stringify(event))
}

function indexOf({ index }: Json): number {
  return countOf(index) ?? 0
}

function withoutNull(usage: Json): Json {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null))
}

/** Adds a delta to its block, and returns its text. */
function takeDelta({ blocks, inputs }: Heard, event: Json): string {
  const index = indexOf(event)
  const { type, text, thinking, signature, partial_json, citation } = objectOf(event.delta)
  const block = blocks.get(index) ?? { type: 'text', text: '' }
  blocks.set(index, block)
  if (type === 'input_json_delta') inputs.set(index, (inputs.get(index) ?? '') + (textOf(partial_json) ?? ''))
  if (type === 'thinking_delta') block.thinking = (textOf(block.thinking) ?? '') + (textOf(thinking) ?? '')
  if (type === 'signature_delta') block.signature = signature
  if (type === 'citations_delta') block.citations = [...objectsOf(block.citations), citation]
  const said = type === 'text_delta' || type === undefined ? (textOf(text) ?? '') : ''
  if (said !== '') block.text = (textOf(block.text) ?? '') + said
  return said
}

/** The arguments of a tool call arrive as pieces of JSON. */
function closeInput({ blocks, inputs }: Heard, index: number): void {
  const text = inputs.get(index)
  const block = blocks.get(index)
  if (!text || !block) return
  try {
    block.input = parseInner(text)
  } catch {
    throw otherFormat()
  }
}
