// Turns a chat completions request into one in Anthropic's format of messages.
import { contentText, isObject, type Json, objectOf, objectsOf, parseInner, textOf, withoutUndefined } from './json.ts'
import { cannotPass, rejectSet } from './unsupported.ts'

/** The format requires a limit; every model of the provider allows this one. */
const MAX_TOKENS = 4096

const NO_COUNTERPART = 'Anthropic’s format has no counterpart'
const REFUSED = Object.fromEntries(
  [
    'audio',
    'frequency_penalty',
    'function_call',
    'functions',
    'logit_bias',
    'logprobs',
    'metadata',
    'moderation',
    'prediction',
    'presence_penalty',
    'seed',
    'top_logprobs',
    'verbosity',
    'web_search_options',
  ].map((field) => [field, NO_COUNTERPART]),
)

export function chatToMessages(request: Json): Json {
  rejectSet(request, REFUSED)
  if (Number(request.n ?? 1) > 1) throw cannotPass('n', 'it gives one answer per request')
  const user = textOf(request.safety_identifier) ?? textOf(request.user)
  // Tools first, so that an error names the tool rather than an earlier call of it.
  const tools = toolsOf(request)
  return withoutUndefined({
    ...conversationOf(objectsOf(request.messages)),
    max_tokens: request.max_completion_tokens ?? request.max_tokens ?? MAX_TOKENS,
    temperature: request.temperature ?? undefined,
    top_p: request.top_p ?? undefined,
    top_k: request.top_k ?? undefined,
    stop_sequences: typeof request.stop === 'string' ? [request.stop] : (request.stop ?? undefined),
    metadata: user === undefined ? undefined : { user_id: user },
    service_tier: serviceTierOf(request.service_tier),
    ...tools,
    ...outputOf(request),
  })
}

function serviceTierOf(tier: unknown): string | undefined {
  if (tier === undefined || tier === null) return undefined
  if (tier === 'auto') return 'auto'
  if (tier === 'default') return 'standard_only'
  throw cannotPass('service_tier', 'only auto and default have a counterpart')
}

function outputOf({ response_format, reasoning_effort }: Json): Json {
  const format = objectOf(response_format)
  if (format.type === 'json_object') {
    throw cannotPass('response_format', 'it takes json_schema; json_object has no counterpart')
  }
  const schema = format.type === 'json_schema' ? objectOf(format.json_schema).schema : undefined
  const effort = reasoning_effort ?? undefined
  if (effort !== undefined && !['low', 'medium', 'high', 'xhigh', 'max'].includes(String(effort))) {
    throw cannotPass('reasoning_effort', 'it takes low, medium and high')
  }
  const config = withoutUndefined({ format: schema ? { type: 'json_schema', schema } : undefined, effort })
  return Object.keys(config).length > 0 ? { output_config: config } : {}
}

function toolsOf({ tools, tool_choice, parallel_tool_calls }: Json): Json {
  const list = objectsOf(tools)
  if (list.length === 0) return {}
  const choice = choiceOf(tool_choice)
  const isSerial = parallel_tool_calls === false
  return withoutUndefined({
    tools: list.map(toolOf),
    tool_choice:
      isSerial && choice?.type !== 'none' ? { type: 'auto', ...choice, disable_parallel_tool_use: true } : choice,
  })
}

function toolOf(tool: Json, index: number): Json {
  if (tool.type !== 'function') throw cannotPass(`tools.${index}.type`, 'it takes tools of type function')
  const { name, description, parameters, strict } = objectOf(tool.function)
  const input_schema = parameters ?? { type: 'object', properties: {} }
  return withoutUndefined({ name, description: description ?? undefined, input_schema, strict: strict ?? undefined })
}

function choiceOf(choice: unknown): Json | undefined {
  if (choice === undefined || choice === null) return undefined
  if (choice === 'auto' || choice === 'none') return { type: choice }
  if (choice === 'required') return { type: 'any' }
  const { type, function: named } = objectOf(choice)
  if (type === 'function') return { type: 'tool', name: objectOf(named).name }
  throw cannotPass('tool_choice', 'it takes auto, none, required or one function')
}

type Turn = { role: string; content: string | Json[] }

/**
 * System text is a separate field. If no user message follows the last answer, or there is none at all, the last system text becomes the
 * question: if a conversation ended in an answer, the model would continue that answer.
 */
function conversationOf(messages: readonly Json[]): Json {
  const system = messages.filter(isSystem).map(({ content }) => contentText(content))
  const turns: Turn[] = []
  for (const [index, message] of messages.entries()) {
    if (!isSystem(message)) addTurn(turns, turnOf(message, index))
  }
  if (turns.at(-1)?.role !== 'user') turns.push({ role: 'user', content: system.pop() ?? '' })
  return system.length > 0 ? { system: system.join('\n\n'), messages: turns } : { messages: turns }
}

function isSystem({ role }: Json): boolean {
  return role === 'system' || role === 'developer'
}

/** The results of all tool calls of one answer must be in one message. */
function addTurn(turns: Turn[], turn: Turn): void {
  const last = turns.at(-1)
  const isResult = Array.isArray(turn.content) && turn.content[0]?.type === 'tool_result'
  if (last && isResult && Array.isArray(last.content) && last.content[0]?.type === 'tool_result') {
    last.content.push(...(turn.content as Json[]))
  } else turns.push(turn)
}

function turnOf(message: Json, index: number): Turn {
  const { role, content } = message
  if (role === 'tool') {
    return {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: contentText(content) }],
    }
  }
  if (role === 'assistant') return { role: 'assistant', content: assistantContent(message, index) }
  if (role !== 'user')
    throw cannotPass(`messages.${index}.role`, 'it takes system, developer, user, assistant and tool')
  const said = Array.isArray(content)
    ? objectsOf(content).map((part, at) => blockOf(part, `messages.${index}.content.${at}`))
    : (textOf(content) ?? '')
  return { role: 'user', content: said }
}

function assistantContent(message: Json, index: number): string | Json[] {
  if (message.audio) throw cannotPass(`messages.${index}.audio`, NO_COUNTERPART)
  const rejected = objectsOf(message.content)
    .map(({ refusal }) => textOf(refusal) ?? '')
    .join('')
  const text = contentText(message.content) + rejected || (textOf(message.refusal) ?? '')
  const calls = objectsOf(message.tool_calls)
  if (calls.length === 0) return text
  const said = text === '' ? [] : [{ type: 'text', text }]
  return [...said, ...calls.map((call, at) => toolUseOf(call, `messages.${index}.tool_calls.${at}`))]
}

function toolUseOf(call: Json, at: string): Json {
  if (call.type !== undefined && call.type !== 'function') throw cannotPass(`${at}.type`, 'it takes calls of functions')
  const { name, arguments: written } = objectOf(call.function)
  return { type: 'tool_use', id: call.id, name, input: argumentsOf(written, at) }
}

function argumentsOf(written: unknown, at: string): unknown {
  const text = (textOf(written) ?? '').trim()
  try {
    const input: unknown = text === '' ? {} : parseInner(text)
    if (isObject(input)) return input
  } catch {
    // Rejected below.
  }
  throw cannotPass(`${at}.function.arguments`, 'it takes arguments that are a JSON object')
}

const DATA_URL = /^data:([\w.+/-]+);base64,/

function blockOf(part: Json, at: string): Json {
  if (part.type === 'text') return { type: 'text', text: part.text }
  if (part.type === 'image_url') {
    const url = textOf(objectOf(part.image_url).url) ?? ''
    const [head, media_type] = DATA_URL.exec(url) ?? []
    if (head === undefined) return { type: 'image', source: { type: 'url', url } }
    return { type: 'image', source: { type: 'base64', media_type, data: url.slice(head.length) } }
  }
  if (part.type === 'file') return documentOf(objectOf(part.file), at)
  throw cannotPass(`${at}.type`, 'it takes text, images and PDF files')
}

function documentOf({ file_data, filename }: Json, at: string): Json {
  const data = textOf(file_data) ?? ''
  const [head, media_type] = DATA_URL.exec(data) ?? []
  if (head === undefined || media_type !== 'application/pdf') {
    throw cannotPass(
      `${at}.file`,
      'it takes PDF files as file_data; file ids are known only to the provider that issued them',
    )
  }
  const source = { type: 'base64', media_type, data: data.slice(head.length) }
  return withoutUndefined({ type: 'document', source, title: textOf(filename) })
}
