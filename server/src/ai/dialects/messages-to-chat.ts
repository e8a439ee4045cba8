// Turns a request in Anthropic's format of messages into a chat completions request.
import { contentText, type Json, objectOf, objectsOf, textOf, withoutUndefined } from './json.ts'
import { cannotPass, rejectSet } from './unsupported.ts'

const NO_COUNTERPART = 'OpenAI’s format has no counterpart'
const REFUSED = Object.fromEntries(
  ['container', 'inference_geo', 'mcp_servers', 'top_k', 'user_profile_id', 'workspace_id'].map((field) => [
    field,
    NO_COUNTERPART,
  ]),
)

export function messagesToChat(request: Json): Json {
  rejectSet(request, REFUSED)
  const { thinking, service_tier } = request
  // With `adaptive` the model decides how much it thinks, as models of the other format do.
  if (thinking && !['adaptive', 'disabled'].includes(String(objectOf(thinking).type))) {
    throw cannotPass('thinking', 'use output_config.effort, which is passed on as reasoning_effort')
  }
  const system = contentText(request.system)
  return withoutUndefined({
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...objectsOf(request.messages).flatMap(turnsOf),
    ],
    max_tokens: request.max_tokens,
    temperature: request.temperature ?? undefined,
    top_p: request.top_p ?? undefined,
    stop: request.stop_sequences ?? undefined,
    user: textOf(objectOf(request.metadata).user_id),
    service_tier: serviceTierOf(service_tier),
    ...toolsOf(request),
    ...outputOf(objectOf(request.output_config)),
  })
}

function serviceTierOf(tier: unknown): string | undefined {
  if (tier === undefined || tier === null) return undefined
  return tier === 'standard_only' ? 'default' : String(tier)
}

function outputOf({ format, effort }: Json): Json {
  const { type, schema } = objectOf(format)
  const json_schema = { name: 'answer', schema, strict: true }
  return withoutUndefined({
    response_format: type === 'json_schema' ? { type: 'json_schema', json_schema } : undefined,
    reasoning_effort: effort ?? undefined,
  })
}

function toolsOf({ tools, tool_choice }: Json): Json {
  const list = objectsOf(tools)
  if (list.length === 0) return {}
  const { type, name, disable_parallel_tool_use } = objectOf(tool_choice)
  const choices: Readonly<Record<string, unknown>> = {
    auto: 'auto',
    none: 'none',
    any: 'required',
    tool: { type: 'function', function: { name } },
  }
  return withoutUndefined({
    tools: list.map((tool) => ({
      type: 'function',
      function: withoutUndefined({
        name: tool.name,
        description: tool.description,
        parameters: tool.input_schema,
        strict: tool.strict,
      }),
    })),
    tool_choice: choices[String(type)],
    parallel_tool_calls: disable_parallel_tool_use === true ? false : undefined,
  })
}

function turnsOf({ role, content }: Json, index: number): Json[] {
  if (!Array.isArray(content)) return [{ role, content }]
  const blocks = objectsOf(content)
  if (role === 'system') return [{ role, content: contentText(blocks) }]
  const at = (block: Json) => `messages.${index}.content.${blocks.indexOf(block)}`
  if (role === 'assistant') return [assistantTurn(blocks, at)]
  const results = blocks.filter(({ type }) => type === 'tool_result').map((block) => resultTurn(block, at(block)))
  const parts = blocks.filter(({ type }) => type !== 'tool_result').map((block) => partOf(block, at(block)))
  return parts.length > 0 ? [...results, { role: 'user', content: parts }] : results
}

/** Thinking is dropped: OpenAI's format has no field for it. */
function assistantTurn(blocks: readonly Json[], at: (block: Json) => string): Json {
  const other = blocks.find(({ type }) => !['text', 'tool_use', 'thinking', 'redacted_thinking'].includes(String(type)))
  if (other) throw cannotPass(`${at(other)}.type`, 'answers are text, tool_use and thinking')
  const text = contentText(blocks)
  const calls = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input ?? {}) },
    }))
  return { role: 'assistant', content: text === '' ? null : text, ...(calls.length > 0 ? { tool_calls: calls } : {}) }
}

function resultTurn({ tool_use_id, content, is_error }: Json, at: string): Json {
  if (objectsOf(content).some(({ type }) => type !== 'text')) {
    throw cannotPass(`${at}.content`, 'results of tools are text')
  }
  const text = contentText(content)
  return { role: 'tool', tool_call_id: tool_use_id, content: is_error === true ? `Error: ${text}` : text }
}

function partOf(block: Json, at: string): Json {
  const { type, media_type, data, url } = objectOf(block.source)
  if (block.type === 'text') return { type: 'text', text: block.text }
  if (block.type === 'image' && type === 'base64') {
    return { type: 'image_url', image_url: { url: `data:${media_type};base64,${data}` } }
  }
  if (block.type === 'image' && type === 'url') return { type: 'image_url', image_url: { url } }
  if (block.type === 'document' && type === 'text') return { type: 'text', text: data }
  if (block.type === 'document' && type === 'base64') {
    const filename = textOf(block.title) ?? 'document.pdf'
    return { type: 'file', file: { filename, file_data: `data:${media_type};base64,${data}` } }
  }
  throw cannotPass(`${at}.type`, 'questions are text, images, documents and results of tools')
}
