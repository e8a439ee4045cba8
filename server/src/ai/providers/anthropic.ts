// Anthropic's messages: system text apart from the conversation, a token limit that must be given, typed stream events.
import { z } from 'zod'
import type { Ask, Message } from '../provider.ts'
import {
  countOf,
  errorWordsOf,
  type Reading,
  type StreamReader,
  textOf,
  textOfParts,
  type WireFormat,
} from './wire-format.ts'

const USAGE = z.object({ input_tokens: z.unknown().optional(), output_tokens: z.unknown().optional() }).nullish()
const DELTA = z.object({ text: z.unknown().optional(), stop_reason: z.unknown().optional() }).nullish()

/** As little as we rely on. */
const REPLY = z.object({
  model: z.unknown().optional(),
  content: z.array(z.unknown()).nullish(),
  stop_reason: z.unknown().optional(),
  usage: USAGE.catch(null),
  error: z.unknown().optional(),
})
const STREAM_EVENT = z.object({
  type: z.unknown().optional(),
  message: REPLY.nullish(),
  delta: DELTA,
  usage: USAGE.catch(null),
  error: z.unknown().optional(),
})
type Usage = z.infer<typeof USAGE>
type StreamEvent = z.infer<typeof STREAM_EVENT>

const API_VERSION = '2023-06-01'
/** The format demands a limit; this one is within what every model of the vendor allows. */
const MAX_TOKENS = 4096

const FINISH: ReadonlyMap<string, Reading['finish']> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'filtered'],
])

export const ANTHROPIC: WireFormat = {
  path: '/messages',

  headers: (key) => ['x-api-key', key.reveal(), 'anthropic-version', API_VERSION],

  body: ({ model, messages, sampling }: Ask, streamed) => ({
    model,
    ...conversationOf(messages),
    max_tokens: sampling.maxCompletionTokens ?? sampling.maxTokens ?? MAX_TOKENS,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    stop_sequences: sampling.stop,
    ...(streamed ? { stream: true } : {}),
  }),

  readAnswer(json) {
    const reply = REPLY.parse(json ?? {})
    return {
      text: textOfParts(reply.content ?? []),
      model: textOf(reply.model),
      usage: usageOf(reply.usage),
      finish: finishOf(reply.stop_reason) ?? (reply.content ? 'stop' : undefined),
      error: errorWordsOf(reply.error),
    }
  },

  readStream(): StreamReader {
    let reading: Reading = { text: '', model: undefined, usage: usageOf(null), finish: undefined }
    let isDone = false
    return {
      take(data) {
        const event = STREAM_EVENT.parse(JSON.parse(data) ?? {})
        isDone ||= event.type === 'message_stop'
        reading = readEvent(event, reading)
        return event.type === 'content_block_delta' ? (textOf(event.delta?.text) ?? '') : ''
      },
      reading: () => reading,
      isDone: () => isDone,
    }
  },
}

/**
 * Where nobody asks after the last answer, or at all, the last piece of system text is the question: a conversation that ended
 * in an answer would have the model go on with it.
 */
function conversationOf(messages: readonly Message[]): { system?: string; messages: Message[] } {
  const said = messages.filter(({ role }) => role !== 'system').map(({ role, content }) => ({ role, content }))
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  if (said.at(-1)?.role !== 'user') said.push({ role: 'user', content: system.pop() ?? '' })
  return system.length > 0 ? { system: system.join('\n\n'), messages: said } : { messages: said }
}

/** Input tokens come with the first event, output tokens with a later one that may repeat the input. */
function readEvent(event: StreamEvent, known: Reading): Reading {
  const counted = usageOf(event.usage ?? event.message?.usage)
  const ended = event.type === 'message_stop' ? 'stop' : undefined
  return {
    text: '',
    model: textOf(event.message?.model) ?? known.model,
    usage: {
      inputTokens: counted.inputTokens ?? known.usage.inputTokens,
      outputTokens: counted.outputTokens ?? known.usage.outputTokens,
    },
    finish: finishOf(event.delta?.stop_reason) ?? known.finish ?? ended,
    error: errorWordsOf(event.error) ?? known.error,
  }
}

function finishOf(reason: unknown): Reading['finish'] {
  const word = textOf(reason)
  return word === undefined ? undefined : (FINISH.get(word) ?? 'stop')
}

function usageOf(usage: Usage): Reading['usage'] {
  return { inputTokens: countOf(usage?.input_tokens), outputTokens: countOf(usage?.output_tokens) }
}
