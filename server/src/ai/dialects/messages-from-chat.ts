// Turns chat completions into answers in Anthropic's format of messages.
import { otherFormat, type StreamTranslator } from './dialect.ts'
import { idWith } from './item-ids.ts'
import {
  contentText,
  countOf,
  isObject,
  type Json,
  objectOf,
  objectsOf,
  parseInner,
  textOf,
  withoutUndefined,
} from './json.ts'

const STOP: ReadonlyMap<unknown, string> = new Map([
  ['stop', 'end_turn'],
  ['length', 'max_tokens'],
  ['tool_calls', 'tool_use'],
  ['function_call', 'tool_use'],
  ['content_filter', 'refusal'],
])

export function messagesAnswerOf(answer: Json): Json {
  if (answer.error) return { error: answer.error }
  const [choice] = objectsOf(answer.choices)
  if (!choice || !isObject(choice.message)) throw otherFormat()
  const { message, finish_reason } = choice
  const said = objectOf(message)
  const refusal = textOf(said.refusal)
  const text = contentText(said.content) || (refusal ?? '')
  const thinking = reasoningOf(said)
  return {
    ...headOf(answer, {}),
    content: [
      ...(thinking === '' ? [] : [{ type: 'thinking', thinking, signature: '' }]),
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...objectsOf(said.tool_calls).map(toolUseOf),
    ],
    stop_reason: refusal ? 'refusal' : (STOP.get(finish_reason) ?? 'end_turn'),
    stop_sequence: null,
    usage: countsOf(answer.usage),
  }
}

function headOf({ id, model }: Json, given: Json): Json {
  return { ...given, ...withoutUndefined({ id: idWith('msg_', id), type: 'message', role: 'assistant', model }) }
}

/** Models put their reasoning into one of two fields. */
function reasoningOf({ reasoning_content, reasoning }: Json): string {
  return textOf(reasoning_content) ?? textOf(reasoning) ?? ''
}

function toolUseOf({ id, function: called }: Json): Json {
  const { name, arguments: written } = objectOf(called)
  return { type: 'tool_use', id, name, input: inputOf(written) }
}

/** This format cannot express arguments that are not JSON. */
function inputOf(written: unknown): unknown {
  const text = (textOf(written) ?? '').trim()
  try {
    return text === '' ? {} : parseInner(text)
  } catch {
    throw otherFormat()
  }
}

/** Anthropic's format always has these fields; they are null if the provider does not count. */
function countsOf(given: unknown): Json {
  const usage = objectOf(given)
  const cached = countOf(objectOf(usage.prompt_tokens_details).cached_tokens)
  const input = countOf(usage.prompt_tokens)
  return {
    input_tokens: input === null ? null : input - Math.min(input, cached ?? 0),
    output_tokens: countOf(usage.completion_tokens),
    ...(cached === null ? {} : { cache_read_input_tokens: cached }),
  }
}

interface Told {
  isBegun: boolean
  /** The number of blocks so far, and the open one: text, thinking, or a tool call by its number. */
  blocks: number
  open: { readonly kind: 'text' | 'thinking' | number; readonly index: number } | undefined
  stopReason: string | undefined
  usage: unknown
}

export function messageEvents(head: Json): StreamTranslator {
  const told: Told = { isBegun: false, blocks: 0, open: undefined, stopReason: undefined, usage: undefined }
  return {
    take(chunk) {
      if (chunk.error) return [{ type: 'error', error: chunk.error }]
      if (chunk.choices !== undefined && !Array.isArray(chunk.choices)) throw otherFormat()
      if (isObject(chunk.usage)) told.usage = chunk.usage
      const [choice] = objectsOf(chunk.choices)
      const events = [...begin(told, headOf(chunk, head)), ...(choice ? saidEvents(told, objectOf(choice.delta)) : [])]
      const finish = textOf(choice?.finish_reason)
      if (finish !== undefined) told.stopReason ??= STOP.get(finish) ?? 'end_turn'
      return events
    },
    end(isEnded) {
      const { usage, open, stopReason } = told
      // Some servers end a text with the end mark alone; a tool call that ends this way may lack its last arguments.
      const stop_reason = stopReason ?? (isEnded && open?.kind === 'text' ? 'end_turn' : undefined)
      // Without a reason the answer was cut off, so no event says that it is complete.
      if (stop_reason === undefined) return []
      const ending = { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: countsOf(usage) }
      return [...close(told), ending, { type: 'message_stop' }]
    },
  }
}

const NO_COUNTS = { input_tokens: 0, output_tokens: 0 }

function withoutNull(counts: Json): Json {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== null))
}

function begin(told: Told, head: Json): Json[] {
  if (told.isBegun) return []
  told.isBegun = true
  // Most servers of the other format send counts at the end; clients expect numbers from the start.
  const usage = isObject(told.usage) ? { ...NO_COUNTS, ...withoutNull(countsOf(told.usage)) } : NO_COUNTS
  const message = { ...head, content: [], stop_reason: null, stop_sequence: null, usage }
  return [{ type: 'message_start', message }]
}

function saidEvents(told: Told, said: Json): Json[] {
  const thinking = reasoningOf(said)
  const refusal = textOf(said.refusal) ?? ''
  if (refusal !== '') told.stopReason = 'refusal'
  const text = contentText(said.content) + refusal
  return [
    ...(thinking === '' ? [] : thinkingEvents(told, thinking)),
    ...(text === '' ? [] : textEvents(told, text)),
    ...objectsOf(said.tool_calls).flatMap((call) => callEvents(told, call)),
  ]
}

function textEvents(told: Told, text: string): Json[] {
  const begun = told.open?.kind === 'text' ? [] : start(told, 'text', { type: 'text', text: '' })
  return [...begun, delta(told, { type: 'text_delta', text })]
}

function thinkingEvents(told: Told, thinking: string): Json[] {
  const block = { type: 'thinking', thinking: '', signature: '' }
  const begun = told.open?.kind === 'thinking' ? [] : start(told, 'thinking', block)
  return [...begun, delta(told, { type: 'thinking_delta', thinking })]
}

function callEvents(told: Told, { index, id, function: called }: Json): Json[] {
  const kind = countOf(index) ?? 0
  const { name, arguments: written } = objectOf(called)
  const isNew = told.open?.kind !== kind
  if (isNew && typeof id !== 'string') throw otherFormat()
  const begun = isNew ? start(told, kind, { type: 'tool_use', id, name, input: {} }) : []
  const partial_json = textOf(written) ?? ''
  return partial_json === '' ? begun : [...begun, delta(told, { type: 'input_json_delta', partial_json })]
}

function start(told: Told, kind: 'text' | 'thinking' | number, content_block: Json): Json[] {
  const closed = close(told)
  const index = told.blocks++
  told.open = { kind, index }
  return [...closed, { type: 'content_block_start', index, content_block }]
}

function delta({ open }: Told, said: Json): Json {
  return { type: 'content_block_delta', index: open?.index, delta: said }
}

function close(told: Told): Json[] {
  const { open } = told
  told.open = undefined
  return open ? [{ type: 'content_block_stop', index: open.index }] : []
}
