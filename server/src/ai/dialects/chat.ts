// Answers in OpenAI's format of chat completions, which Groq, Mistral, Ollama, vLLM and many others use too.
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
import { contentText, countOf, errorWordsOf, isObject, type Json, objectOf, objectsOf, textOf } from './json.ts'

export const CHAT: DialectCodec = {
  read(answer) {
    const choices = choicesOf(answer)
    return {
      whole: answer,
      texts: choices.map(({ message }) => spokenText(objectOf(message))),
      model: textOf(answer.model),
      usage: usageOf(answer.usage),
      finish:
        choices.length === 0 ? undefined : finishOf(choices.map((choice) => ({ finish_reason: 'stop', ...choice }))),
      error: errorWordsOf(answer.error),
    }
  },
  follow: followChat,
  stream(whole) {
    const { choices: _choices, usage: _usage, ...head } = whole
    const chunk = (choice: Json): Json => ({ ...head, object: 'chat.completion.chunk', choices: [choice] })
    const choices = choicesOf(whole)
    return {
      events: choices.map((choice) => frame(chunk(firstDelta(choice)))).join(''),
      tail: choices.map(({ index = 0, finish_reason }) => chunk({ index, delta: {}, finish_reason })),
    }
  },
  frame,
}

function frame(event: Json): string {
  return `data: ${JSON.stringify(event)}\n\n`
}

/** The assistant's text or, if it refused to answer, its refusal. */
function spokenText({ content, refusal }: Json): string {
  return contentText(content) || (textOf(refusal) ?? '')
}

function choicesOf({ choices }: Json): Json[] {
  if (choices !== undefined && choices !== null && !Array.isArray(choices)) throw otherFormat()
  if (choices?.some(isBroken)) throw otherFormat()
  const list = objectsOf(choices)
  if (list.some(({ message, delta }) => isBroken(message) || isBroken(delta))) throw otherFormat()
  return list
}

function isBroken(said: unknown): boolean {
  return said !== undefined && said !== null && !isObject(said)
}

function finishOf(choices: readonly Json[]): Reading['finish'] {
  if (choices.some(({ finish_reason, message }) => finish_reason === 'content_filter' || isRefusal(message))) {
    return 'filtered'
  }
  return choices.every(({ finish_reason }) => typeof finish_reason === 'string' || finish_reason === null)
    ? 'complete'
    : undefined
}

function isRefusal(message: unknown): boolean {
  return Boolean(textOf(objectOf(message).refusal))
}

function usageOf(given: unknown): TokenUsage {
  const usage = objectOf(given)
  const cacheRead = countOf(objectOf(usage.prompt_tokens_details).cached_tokens) ?? 0
  const counts = { inputTokens: countOf(usage.prompt_tokens), outputTokens: countOf(usage.completion_tokens) }
  return cacheRead > 0 ? { ...counts, cacheRead } : counts
}

/** A whole choice as one delta; tool calls get the index that streams use. */
function firstDelta({ index = 0, message, finish_reason: _later, ...rest }: Json): Json {
  const said = objectOf(message)
  const calls = objectsOf(said.tool_calls)
  const delta = calls.length > 0 ? { ...said, tool_calls: calls.map((call, at) => ({ index: at, ...call })) } : said
  return { index, delta, ...rest, finish_reason: null }
}

interface Choice {
  readonly message: Record<string, unknown>
  readonly rest: Record<string, unknown>
  finish: string | undefined
}

interface Heard extends Following {
  head: Json
  readonly choices: Map<number, Choice>
  usage: unknown
}

function followChat(): StreamReader {
  const heard: Heard = { ...startFollowing(), head: {}, choices: new Map(), usage: undefined }
  return {
    ...readerOf(heard),
    take: (chunk, raw) => takeChunk(heard, chunk, raw),
    reading: () => readingOf(heard),
    known: () => ({ model: textOf(heard.head.model), error: heard.error }),
  }
}

function takeChunk(heard: Heard, chunk: Json, raw: string | undefined): void {
  heard.error ??= errorWordsOf(chunk.error)
  if (heard.error !== undefined) return
  const choices = choicesOf(chunk)
  let isLast = false
  for (const choice of choices) {
    heard.text += takeChoice(heard, choice)
    isLast ||= typeof choice.finish_reason === 'string'
  }
  if (isObject(chunk.usage)) heard.usage = chunk.usage
  if (heard.head.id === undefined || isLast) heard.head = { ...heard.head, ...headOf(chunk) }
  const isUsageAlone = choices.length === 0 && isObject(chunk.usage)
  if (isUsageAlone) return
  if (isLast) heard.tail.push(chunk)
  else heard.events += raw === undefined ? frame(chunk) : `data: ${raw}\n\n`
}

function headOf({ choices: _choices, usage: _usage, object: _object, ...head }: Json): Json {
  return head
}

/** Adds a delta to its choice, and returns its text. */
function takeChoice(heard: Heard, { index, delta, finish_reason, ...rest }: Json): string {
  const { choices } = heard
  const at = countOf(index) ?? 0
  const choice = choices.get(at) ?? { message: {}, rest: {}, finish: undefined }
  choices.set(at, choice)
  if (isObject(delta)) {
    heard.hasSubstance ||= Object.entries(delta).some(([name, value]) => name !== 'role' && Boolean(value))
    addDelta(choice.message, delta)
  }
  addDelta(choice.rest, rest)
  choice.finish = textOf(finish_reason) ?? choice.finish
  return contentText(objectOf(delta).content)
}

/** These fields arrive once and whole; some servers repeat them in every chunk. */
const NOT_APPENDED: ReadonlySet<string> = new Set(['role', 'id', 'type', 'name', 'format', 'signature'])

/** Text is appended, lists are merged by index, anything else is replaced. */
function addDelta(known: Record<string, unknown>, delta: Json): void {
  for (const [name, value] of Object.entries(delta)) {
    const before = known[name]
    if (value === null || value === undefined) known[name] ??= value
    else if (Array.isArray(value)) known[name] = addParts(Array.isArray(before) ? before : [], value)
    else if (isObject(value)) {
      const inner = { ...objectOf(before) }
      addDelta(inner, value)
      known[name] = inner
    } else if (typeof value === 'string' && typeof before === 'string' && !NOT_APPENDED.has(name)) {
      known[name] = before + value
    } else known[name] = value
  }
}

function addParts(known: readonly unknown[], parts: readonly unknown[]): unknown[] {
  const list = [...known]
  for (const part of parts) {
    const at = isObject(part) ? countOf(part.index) : null
    if (!isObject(part) || at === null || at > PARTS_MAX) list.push(part)
    else {
      const { index: _index, ...rest } = part
      const inner = { ...objectOf(list[at]) }
      addDelta(inner, rest)
      list[at] = inner
    }
  }
  return list
}

const PARTS_MAX = 1_024

function readingOf(heard: Heard): Reading {
  const choices = [...heard.choices.entries()]
    .sort(([a], [b]) => a - b)
    .map(([index, { message, rest, finish }]) => ({ index, message, ...rest, finish_reason: finish }))
  const isAllFinished = choices.length > 0 && choices.every(({ finish_reason }) => finish_reason !== undefined)
  // Some servers end a text with the end mark alone; a tool call that ends this way may lack its last arguments.
  const isTextAlone = choices.length > 0 && choices.every(({ message }) => message.tool_calls === undefined)
  const isComplete = isAllFinished || (heard.isEnded && isTextAlone)
  const ended = choices.map((choice) => ({ ...choice, finish_reason: choice.finish_reason ?? 'stop' }))
  return {
    whole: {
      ...heard.head,
      object: 'chat.completion',
      choices: ended,
      ...(heard.usage === undefined ? {} : { usage: heard.usage }),
    },
    texts: ended.map(({ message }) => spokenText(message)),
    model: textOf(heard.head.model),
    usage: usageOf(heard.usage),
    finish: isComplete ? finishOf(ended) : undefined,
    error: heard.error,
  }
}
