// The body of /v1/responses. Every field of OpenAI's current format is used or rejected by name, and
// others are left out; nothing is stored.
import { z } from 'zod'
import { inputMessages, type Json, objectsOf, responsesToChat } from '../../ai/ai.ts'
import { ApiError } from '../../ground/errors.ts'
import { named, takesItems } from '../../http/http.ts'
import { chatMessages } from './chat-request.ts'
import { filterOptions, INPUT_ITEMS, model, type RequestShape } from './conversation.ts'
import { passedOn, rejected } from './passed-on.ts'

/** Items per message: tool calls and reasoning are separate items. */
const ITEMS_PER_MESSAGE = 2

const NOT_STORED = 'nothing is stored, so send the whole conversation as input'
const INCLUDED = ['message.output_text.logprobs', 'reasoning.encrypted_content'] as const

function responsesFields({ brand: { field }, conversation }: RequestShape) {
  const itemsMax = ITEMS_PER_MESSAGE * conversation.messagesMax
  const given = z.unknown().optional()
  return {
    type: z.literal('response.create').nullish().describe('The kind of message; only on a WebSocket.'),
    generate: z.boolean().nullish().describe('`false`: asks nothing; only in a stream.'),
    input: z
      .union([z.string().min(1), z.array(z.unknown()).min(1).max(itemsMax).refine(areObjects)], {
        error: 'Input should be text, or a list of items',
      })
      .describe('The conversation: text, or a list of messages, function calls and their outputs.'),
    model: model.nullish(),
    instructions: z.string().nullish().describe('Instructions for the whole conversation.'),
    stream: z.boolean().nullish().describe('Whether to answer with server-sent events.'),
    stream_options: given.describe('Options of a stream.'),
    temperature: z.number().min(0).max(2).nullish().describe('Sampling temperature, passed on to the model.'),
    top_p: z.number().min(0).max(1).nullish().describe('Nucleus sampling, passed on to the model.'),
    max_output_tokens: z.int().min(1).max(1_000_000).nullish().describe('The most tokens the answer can have.'),
    tools: z
      .array(z.looseObject({ type: z.string().describe('The kind of tool.') }))
      .max(128)
      .nullish()
      .describe('Functions that the model can call.'),
    tool_choice: given.describe('Which function the model calls.'),
    parallel_tool_calls: z.boolean().nullish().describe('Whether an answer can contain several tool calls.'),
    text: z
      .looseObject({
        format: z
          .looseObject({ type: z.string().describe('The format of the answer.') })
          .nullish()
          .describe('The format.'),
      })
      .nullish()
      .describe('The format of the answer.'),
    reasoning: z
      .looseObject({ effort: z.string().nullish().describe('How much effort the model makes.') })
      .nullish()
      .describe('How much the model thinks before it answers.'),
    top_logprobs: z.int().min(0).max(20).nullish().describe('How many alternatives of each token.'),
    include: z
      .array(z.literal(INCLUDED, { error: `Not supported here: only ${INCLUDED.join(' and ')}` }))
      .max(INCLUDED.length)
      .nullish()
      .describe('Further parts of the answer.'),
    metadata: z.record(z.string(), z.unknown()).nullish().describe('Your own metadata, returned with the answer.'),
    user: z.string().max(512).nullish().describe('Your own identifier for the end user.'),
    safety_identifier: z.string().max(512).nullish().describe('Your own identifier for the end user.'),
    prompt_cache_key: z.string().max(512).nullish().describe('Groups requests that start with the same text.'),
    prompt_cache_options: given.describe('How the provider caches prompts.'),
    prompt_cache_retention: given.describe('How long the provider keeps cached prompts.'),
    service_tier: z.literal(['auto', 'default', 'flex']).nullish().describe('`auto`, `default` or `flex`.'),
    truncation: z.literal(['disabled']).nullish().describe('`disabled`: the whole conversation is passed on.'),
    store: never(true, 'nothing is stored; send store: false').describe('`false`: nothing is stored.'),
    background: never(true, 'answers come at once').describe('`false`: answers come at once.'),
    previous_response_id: rejected(NOT_STORED),
    conversation: rejected(NOT_STORED),
    prompt: rejected('templates are not stored; send instructions and input'),
    context_management: rejected('the conversation is passed on unchanged'),
    max_tool_calls: rejected('only your own functions are supported'),
    moderation: rejected('use POST /v1/moderations'),
    [field.options]: filterOptions(),
  }
}

function areObjects(items: readonly unknown[]): boolean {
  return objectsOf(items).length === items.length
}

function never(value: unknown, why: string) {
  return z
    .unknown()
    .refine((given) => given !== value, { error: `Not supported here: ${why}` })
    .optional()
}

/** The names of all known fields of OpenAI's format, used or rejected. */
export function responsesFieldNames(shape: RequestShape): string[] {
  return Object.keys(responsesFields(shape))
}

export function responsesRequest(shape: RequestShape) {
  const messages = chatMessages(shape.conversation)
  const schema = z.looseObject(responsesFields(shape)).superRefine((body, context) => {
    const issues = issuesOf(() => {
      responsesToChat(body as Json)
      const converted = inputMessages(body.input)
      const { issues = [] } = messages.safeParse(converted.messages).error ?? {}
      return issues.map(({ path, message }) => ({ path: inputPath(path, converted.places), message }))
    })
    for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [...path], message })
  })
  const words = "A request in the format of OpenAI's Responses, with filter options."
  return takesItems(named('ResponsesRequest', words, passedOn(schema)), INPUT_ITEMS)
}

interface FieldProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The path of a message's field in the input. */
function inputPath([at, ...rest]: readonly PropertyKey[], places: readonly number[]): PropertyKey[] {
  if (typeof at !== 'number') return ['input']
  const isOurs = (name: PropertyKey, index: number) =>
    (name === 'url' && rest[index - 1] === 'image_url') || (name === 'file' && rest[index + 1] === 'file_data')
  const named = rest.filter((name, index) => !isOurs(name, index))
  return ['input', places[at] ?? at, ...named.map((name) => (name === 'tool_call_id' ? 'call_id' : name))]
}

/** The errors of the messages made from the input; the conversion itself reports what it cannot convert. */
function issuesOf(check: () => readonly FieldProblem[]): FieldProblem[] {
  try {
    return [...check()]
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.fields ?? []).map(({ loc, msg }) => ({ path: loc.slice(1), message: msg }))
  }
}
