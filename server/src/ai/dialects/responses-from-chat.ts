// Turns chat completions into answers in the format of OpenAI's Responses.
import { carrying, nameOf } from './item-ids.ts'
import { contentText, countOf, isObject, type Json, objectOf, objectsOf, textOf } from './json.ts'

/** Fields of the request that a response repeats. */
const ECHOED: Json = {
  instructions: null,
  max_output_tokens: null,
  metadata: {},
  parallel_tool_calls: true,
  reasoning: { effort: null, summary: null },
  temperature: 1,
  text: { format: { type: 'text' } },
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
  truncation: 'disabled',
  user: null,
}

/** With `carriesText`, the id of a message contains its text, for clients that refer to earlier messages by id. */
export function responseOf(whole: Json, body: Json, { carriesText = false } = {}): Json {
  const [choice = {}] = objectsOf(whole.choices)
  const { finish_reason } = choice
  const why = INCOMPLETE.get(finish_reason)
  return {
    ...beginningOf(whole, body),
    status: why ? 'incomplete' : 'completed',
    incomplete_details: why ? { reason: why } : null,
    output: outputOf(whole, choice, carriesText),
    usage: countsOf(whole.usage),
  }
}

/** A response without its output. */
export function beginningOf({ id, created, model }: Json, body: Json): Json {
  const echoed = Object.entries(ECHOED).map(([name, otherwise]) => [name, body[name] ?? otherwise])
  return {
    id: `resp_${nameOf(id)}`,
    object: 'response',
    created_at: created,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    model,
    previous_response_id: null,
    store: false,
    background: false,
    ...Object.fromEntries(echoed),
    output: [],
    usage: null,
  }
}

const INCOMPLETE: ReadonlyMap<unknown, string> = new Map([
  ['length', 'max_output_tokens'],
  ['content_filter', 'content_filter'],
])

function outputOf({ id }: Json, { message, logprobs }: Json, carriesText: boolean): Json[] {
  const said = objectOf(message)
  const name = nameOf(id)
  const thought = textOf(said.reasoning_content) ?? textOf(said.reasoning) ?? ''
  const text = contentText(said.content)
  const refusal = textOf(said.refusal) ?? ''
  const content = [
    ...(text === '' ? [] : [textPart(text, objectsOf(objectOf(logprobs).content))]),
    ...(refusal === '' ? [] : [{ type: 'refusal', refusal }]),
  ]
  const calls = objectsOf(said.tool_calls)
  const messageId = carriesText ? carrying(`msg_${name}`, text + refusal) : `msg_${name}`
  return [
    ...(thought === '' ? [] : [reasoningItem(`rs_${name}`, thought)]),
    ...(content.length > 0 || calls.length === 0 ? [messageItem(messageId, content)] : []),
    ...calls.map((call, index) => callItem(callId(name, index, call), call)),
  ]
}

export function textPart(text: string, logprobs: readonly Json[] = []): Json {
  return { type: 'output_text', text, annotations: [], logprobs }
}

export function messageItem(id: string, content: readonly Json[], status = 'completed'): Json {
  return { id, type: 'message', role: 'assistant', status, content }
}

export function reasoningItem(id: string, text: string): Json {
  return { id, type: 'reasoning', summary: text === '' ? [] : [{ type: 'summary_text', text }] }
}

export function isCustom(call: Json): boolean {
  return isObject(call.custom)
}

export function callId(name: string, index: number, call: Json): string {
  return `${isCustom(call) ? 'ctc' : 'fc'}_${name}_${index}`
}

/** A call of a function or, with its input as plain text, of a custom tool. */
export function callItem(id: string, call: Json, status = 'completed'): Json {
  if (isCustom(call)) {
    const { name, input } = objectOf(call.custom)
    return { id, type: 'custom_tool_call', call_id: call.id, name, input: input ?? '', status }
  }
  const { name, arguments: written } = objectOf(call.function)
  return { id, type: 'function_call', call_id: call.id, name, arguments: written ?? '', status }
}

function countsOf(given: unknown): Json | null {
  if (!isObject(given)) return null
  const { prompt_tokens, completion_tokens, prompt_tokens_details, completion_tokens_details } = given
  const [input_tokens, output_tokens] = [countOf(prompt_tokens), countOf(completion_tokens)]
  if (input_tokens === null || output_tokens === null) return null
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: countOf(objectOf(prompt_tokens_details).cached_tokens) ?? 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: countOf(objectOf(completion_tokens_details).reasoning_tokens) ?? 0 },
    total_tokens: input_tokens + output_tokens,
  }
}
