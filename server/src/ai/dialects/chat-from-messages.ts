// Turns answers in Anthropic's format of messages into chat completions.
import { otherFormat, type StreamTranslator } from './dialect.ts'
import { idWith } from './item-ids.ts'
import { contentText, isObject, type Json, objectOf, objectsOf, textOf, withoutUndefined } from './json.ts'

const FINISH: ReadonlyMap<unknown, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
])

export function chatAnswerOf(answer: Json): Json {
  const { id, model, content, stop_reason, usage, error } = answer
  if (error) return { error }
  if (!Array.isArray(content)) throw otherFormat()
  const blocks = objectsOf(content)
  const text = contentText(blocks)
  const thinking = thinkingOf(blocks)
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(callOf)
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(thinking === '' ? {} : { reasoning_content: thinking }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  }
  const finish_reason = FINISH.get(stop_reason) ?? 'stop'
  return withoutUndefined({
    id: idWith('chatcmpl-', id),
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    ...countsOf(usage),
  })
}

function thinkingOf(blocks: readonly Json[]): string {
  return blocks.map(({ type, thinking }) => (type === 'thinking' ? (textOf(thinking) ?? '') : '')).join('')
}

function callOf({ id, name, input }: Json): Json {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input ?? {}) } }
}

/** Anthropic counts cached tokens separately, OpenAI as part of the prompt. */
function countsOf(usage: unknown): Json {
  if (!isObject(usage)) return {}
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } = usage
  if (typeof input_tokens !== 'number' || typeof output_tokens !== 'number') return {}
  const cached = Number(cache_read_input_tokens ?? 0)
  const prompt_tokens = input_tokens + cached + Number(cache_creation_input_tokens ?? 0)
  return {
    usage: {
      prompt_tokens,
      completion_tokens: output_tokens,
      total_tokens: prompt_tokens + output_tokens,
      ...(cached > 0 ? { prompt_tokens_details: { cached_tokens: cached } } : {}),
    },
  }
}

export function chatChunks(given: Json): StreamTranslator {
  let head: Json = given
  let usage: Json = {}
  let calls = 0
  let isFinished = false
  const callAt = new Map<unknown, number>()
  const chunk = (rest: Json): Json => ({ ...head, object: 'chat.completion.chunk', ...rest })
  const say = (delta: Json, finish_reason: string | null = null): Json[] => [
    chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason }] }),
  ]
  const deltaOf = ({ index, delta }: Json): Json[] => {
    const { type, text, thinking, partial_json } = objectOf(delta)
    if (type === 'thinking_delta') return say({ reasoning_content: thinking })
    if (type === 'input_json_delta') {
      return say({ tool_calls: [{ index: callAt.get(index) ?? 0, function: { arguments: partial_json } }] })
    }
    return typeof text === 'string' ? say({ content: text }) : []
  }
  const startOf = ({ index, content_block }: Json): Json[] => {
    const { type, id, name } = objectOf(content_block)
    if (type !== 'tool_use') return []
    callAt.set(index, calls)
    return say({ tool_calls: [{ index: calls++, id, type: 'function', function: { name, arguments: '' } }] })
  }
  return {
    take(event) {
      if (event.error) return [{ error: event.error }]
      const { message } = event
      if (event.type === 'message_start') {
        if (message !== undefined && !isObject(message)) throw otherFormat()
        const { id, model, usage: first } = objectOf(message)
        head = { ...given, ...withoutUndefined({ id: idWith('chatcmpl-', id), model }) }
        usage = objectOf(first)
        return say({ role: 'assistant', content: '' })
      }
      if (event.type === 'content_block_start') return startOf(event)
      if (event.type === 'content_block_delta') return deltaOf(event)
      if (event.type !== 'message_delta') return []
      usage = { ...usage, ...objectOf(event.usage) }
      const { stop_reason } = objectOf(event.delta)
      isFinished ||= typeof stop_reason === 'string'
      return typeof stop_reason === 'string' ? say({}, FINISH.get(stop_reason) ?? 'stop') : []
    },
    end(isEnded) {
      const counts = countsOf(usage)
      const finish = isEnded && !isFinished && calls === 0 ? say({}, 'stop') : []
      return counts.usage === undefined ? finish : [...finish, chunk({ choices: [], ...counts })]
    },
  }
}
