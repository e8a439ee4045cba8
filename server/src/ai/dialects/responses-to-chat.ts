// Turns a request in the format of OpenAI's Responses into a chat completions request. We store no items, so all must be sent.
import { invalidField } from '../../ground/errors.ts'
import { readReferences } from './item-ids.ts'
import { contentText, isObject, type Json, objectOf, objectsOf, textOf, withoutUndefined } from './json.ts'
import { notSupported } from './unsupported.ts'

export function responsesToChat(body: Json): Json {
  const instructions = textOf(body.instructions)
  const format = formatOf(objectOf(body.text).format)
  const logprobs = body.top_logprobs || includes(body, 'message.output_text.logprobs') ? true : undefined
  return withoutUndefined({
    model: body.model ?? undefined,
    messages: [
      ...(instructions ? [{ role: 'system', content: instructions }] : []),
      ...inputMessages(body.input).messages,
    ],
    max_completion_tokens: body.max_output_tokens ?? undefined,
    temperature: body.temperature ?? undefined,
    top_p: body.top_p ?? undefined,
    logprobs,
    top_logprobs: body.top_logprobs ?? undefined,
    parallel_tool_calls: body.parallel_tool_calls ?? undefined,
    prompt_cache_key: body.prompt_cache_key ?? undefined,
    prompt_cache_options: body.prompt_cache_options ?? undefined,
    prompt_cache_retention: body.prompt_cache_retention ?? undefined,
    safety_identifier: body.safety_identifier ?? undefined,
    service_tier: body.service_tier ?? undefined,
    user: body.user ?? undefined,
    reasoning_effort: objectOf(body.reasoning).effort ?? undefined,
    verbosity: objectOf(body.text).verbosity ?? undefined,
    response_format: format,
    ...toolsOf(body),
  })
}

function includes({ include }: Json, name: string): boolean {
  return Array.isArray(include) && include.includes(name)
}

function formatOf(format: unknown): Json | undefined {
  if (!isObject(format)) return undefined
  const { type, name, description, schema, strict } = format
  if (type !== 'json_schema') return type === 'text' ? undefined : { type }
  return { type, json_schema: withoutUndefined({ name, description, schema, strict: strict ?? undefined }) }
}

function toolsOf({ tools, tool_choice }: Json): Json {
  const list = objectsOf(tools)
  const own = list.filter(isOwn)
  if (list.length === 0) return {}
  if (own.length === 0) {
    throw notSupported('tools.0.type', 'only your own functions and custom tools are supported; nothing runs here')
  }
  return withoutUndefined({ tools: own.map(toolOf), tool_choice: choiceOf(tool_choice) })
}

function isOwn({ type }: Json): boolean {
  return type === 'function' || type === 'custom'
}

/**
 * The places of tools that run at the provider, or that the other format has no word for. An agent with tools of its own works without
 * them; a request with no other tool is rejected instead.
 */
export function toolsLeftOut({ tools }: Json): string[] {
  return objectsOf(tools).flatMap((tool, index) => (isOwn(tool) ? [] : [`tools.${index}`]))
}

function choiceOf(choice: unknown): unknown {
  if (!isObject(choice)) return choice ?? undefined
  const { type, name } = choice
  if (type === 'function') return { type, function: { name } }
  if (type === 'custom') return { type, custom: { name } }
  throw notSupported('tool_choice', 'name one of your functions or custom tools')
}

function toolOf(tool: Json): Json {
  const { type, name, parameters, strict, format } = tool
  const described = { name, description: tool.description ?? undefined }
  if (type === 'function') {
    const fields = { ...described, parameters: parameters ?? undefined, strict: strict ?? undefined }
    return { type, function: withoutUndefined(fields) }
  }
  return { type, custom: withoutUndefined({ ...described, format: inputFormatOf(format) }) }
}

/** Which text a custom tool accepts: any, or what a grammar allows. */
function inputFormatOf(format: unknown): Json | undefined {
  if (!isObject(format)) return undefined
  const { type, ...grammar } = format
  return type === 'grammar' ? { type, grammar } : format
}

interface InputMessages {
  readonly messages: Json[]
  /** The index of the input item at which each message starts. */
  readonly places: number[]
}

/** The input items as messages; consecutive tool calls become one answer. */
export function inputMessages(input: unknown): InputMessages {
  if (typeof input === 'string') return { messages: [{ role: 'user', content: input }], places: [0] }
  const messages: Json[] = []
  const places: number[] = []
  const items = objectsOf(input)
  const referred = readReferences(items)
  for (const [index, given] of items.entries()) {
    const item = (given.type === 'item_reference' && referred(given)) || given
    const { type = 'message' } = item
    if (type === 'message') messages.push(messageOf(item, index))
    else if (type === 'function_call' || type === 'custom_tool_call') addCall(messages, callOf(item, index))
    else if (type === 'function_call_output' || type === 'custom_tool_call_output') messages.push(resultOf(item, index))
    // Reasoning is dropped: chat completions have no field for it.
    else if (type !== 'reasoning') throw notSupported(`input.${index}.type`, whyNot(String(type)))
    if (messages.length > places.length) places.push(index)
  }
  return { messages, places }
}

function whyNot(type: string): string {
  return type === 'item_reference'
    ? 'nothing is stored, so send the item itself (store: false in your client)'
    : 'send messages, reasoning, and calls of functions and custom tools with their outputs'
}

function callOf({ type, call_id: id, name, arguments: written, input }: Json, index: number): Json {
  if (type === 'function_call') return { id, type: 'function', function: { name, arguments: written } }
  for (const [field, value] of Object.entries({ name, input })) {
    if (typeof value !== 'string') throw invalidField(['body', 'input', index, field], 'Input should be text')
  }
  return { id, type: 'custom', custom: { name, input } }
}

function addCall(messages: Json[], call: Json): void {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') messages.push({ role: 'assistant', content: null, tool_calls: [call] })
  else messages[messages.length - 1] = { ...last, tool_calls: [...objectsOf(last.tool_calls), call] }
}

function resultOf({ call_id, output }: Json, index: number): Json {
  const parts = objectsOf(output)
  if ((typeof output !== 'string' && !Array.isArray(output)) || parts.some(({ type }) => type !== 'input_text')) {
    throw notSupported(`input.${index}.output`, 'results of tools are text')
  }
  const content = typeof output === 'string' ? output : parts.map(({ text }) => textOf(text) ?? '').join('')
  return { role: 'tool', tool_call_id: call_id, content }
}

function messageOf({ role, content }: Json, index: number): Json {
  if (!Array.isArray(content)) return { role, content }
  const parts = objectsOf(content).map((part, at) => partOf(part, `input.${index}.content.${at}`))
  // Servers of this format expect an assistant's content as text.
  return { role, content: role === 'user' ? parts : contentText(parts) }
}

function partOf(part: Json, at: string): Json {
  const { type, text, refusal, image_url, detail, file_data, filename } = part
  if (type === 'input_text' || type === 'output_text') return { type: 'text', text }
  if (type === 'refusal') return { type: 'text', text: refusal }
  if (type === 'input_image' && image_url) {
    return { type: 'image_url', image_url: withoutUndefined({ url: image_url, detail: detail ?? undefined }) }
  }
  if (type === 'input_file' && file_data) {
    return { type: 'file', file: withoutUndefined({ file_data, filename: filename ?? undefined }) }
  }
  throw notSupported(at, 'send text, images and files themselves; files are not stored')
}
