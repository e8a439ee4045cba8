// OpenAI's chat completions, so that existing clients work by changing their base URL. Charged like /ai/chat.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type FilteredAnswer, type Json, objectOf, type Script } from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { type App, errorBody, named } from '../../http/http.ts'
import { chatFieldNames, chatRequest } from './chat-request.ts'
import { filterReport, mediaBytesMax } from './conversation.ts'
import { attemptComment, reportOf, withReport } from './filter-report.ts'
import { askModel, type ModelParts, modelRoute, termsOf, withoutOptions } from './model-route.ts'
import { fieldSorter, headersOf } from './unknown-fields.ts'
import { createCompletion } from './v1-reference.ts'

export function v1Routes(app: App, parts: ModelParts): void {
  const { brand } = parts
  const schema = {
    ...createCompletion(brand, completionChunk(brand)),
    body: chatRequest(parts),
    response: { 200: completionSchema(brand) },
  }
  const bodyLimit = mediaBytesMax(parts.conversation)
  const route = modelRoute(parts, 'ai/chat', { ownKey: true })
  const sortFields = fieldSorter(chatFieldNames(parts))
  app.post('/v1/chat/completions', { ...route, bodyLimit, schema }, (request, reply) => {
    const { body } = request
    const terms = termsOf(request, parts, true)
    const hasUsage = objectOf(body.stream_options).include_usage === true
    return askModel(
      { request, reply, parts },
      terms,
      {
        dialect: 'chat',
        ...sortFields(withoutOptions(body, brand)),
        headers: headersOf(request, 'chat'),
        wantsText: false,
      },
      {
        plain: (outcome) => withReport<z.input<ReturnType<typeof completionSchema>>>(outcome, brand),
        script: body.stream ? scriptOf({ brand, request, hasUsage, mode: terms.mode }) : undefined,
      },
    )
  })
}

interface Scene {
  readonly brand: Brand
  readonly request: FastifyRequest
  readonly hasUsage: boolean
  readonly mode: FilteredAnswer['mode']
}

/** The provider's own chunks; the last one gets the filter report. */
function scriptOf({ brand, request, hasUsage, mode }: Scene): Script {
  const frame = (chunk: Json) => `data: ${JSON.stringify(chunk)}\n\n`
  return {
    piece: ({ events }) => events,
    attempt: (attempt) => (mode === 'analyze' ? '' : attemptComment(attempt)),
    result(outcome) {
      const { choices: _choices, usage, object: _object, [brand.field.filter]: _none, ...head } = outcome.whole
      const chunk = { ...head, object: 'chat.completion.chunk' }
      const tail = outcome.tail.length > 0 ? outcome.tail : [{ ...chunk, choices: [] }]
      const last = { ...tail.at(-1), [brand.field.filter]: reportOf(outcome, brand) }
      const counts = hasUsage && usage !== undefined ? frame({ ...chunk, choices: [], usage }) : ''
      return [...tail.slice(0, -1), last].map(frame).join('') + counts + DONE
    },
    error: (error) => frame(errorBody(error, request)),
  }
}

const DONE = 'data: [DONE]\n\n'

const tokenCounts = named(
  'CompletionUsage',
  "Tokens used by all attempts together, in OpenAI's format.",
  z.looseObject({
    prompt_tokens: z.int().describe('Tokens sent to the model.'),
    completion_tokens: z.int().describe('Tokens the model wrote.'),
    total_tokens: z.int().describe('Both together.'),
  }),
)
const finishReason = z
  .string()
  .nullable()
  .describe(
    '`stop` if the answer is complete, `length` if it reached a token limit, `tool_calls` if the model calls tools, `content_filter` if the provider withheld some of it.',
  )
const head = {
  id: z.string().describe('Identifies this answer.'),
  created: z.int().describe('When it was created, in Unix seconds.'),
  model: z.string().describe('The model that answered.'),
}
const index = z.int().describe('Which choice.')
const toolCalls = z.array(z.looseObject({})).optional().describe('The tools that the model calls.')
const logprobs = z.unknown().optional().describe('The log probabilities of tokens, if you asked for them.')

function completionSchema(brand: Brand) {
  const answer = z.looseObject({
    role: z.literal('assistant').describe('Always `assistant`.'),
    content: z.string().nullable().optional().describe('The answer. Null if the model only calls tools.'),
    refusal: z.string().nullable().optional().describe('What the model declined with.'),
    tool_calls: toolCalls,
  })
  const choice = z.looseObject({
    index,
    message: answer.describe('The answer.'),
    finish_reason: finishReason,
    logprobs,
  })
  const completion = z.looseObject({
    ...head,
    object: z.literal('chat.completion').describe('Always `chat.completion`.'),
    choices: z.array(choice).describe('The answers, the most neutral one first.'),
    usage: tokenCounts.optional(),
    [brand.field.filter]: filterReport(brand),
  })
  return named(
    'Completion',
    "OpenAI's chat completion with every field that the provider sent, and a filter report.",
    completion,
  )
}

/** The chunks of `scriptOf`, for the API document. */
function completionChunk(brand: Brand): z.ZodType {
  const delta = z.looseObject({
    role: z.literal('assistant').optional().describe('Only in the first piece.'),
    content: z.string().nullable().optional().describe('The next piece of the answer.'),
    tool_calls: toolCalls,
  })
  const choice = z.looseObject({
    index,
    delta: delta.describe('What this piece adds.'),
    finish_reason: finishReason.optional(),
    logprobs,
  })
  const chunk = z.looseObject({
    ...head,
    object: z.literal('chat.completion.chunk').describe('Always `chat.completion.chunk`.'),
    choices: z.array(choice).describe('One piece of the answer. Empty in the last chunk, which has the usage.'),
    usage: tokenCounts.nullable().optional(),
    [brand.field.filter]: filterReport(brand).optional(),
  })
  return named('CompletionChunk', 'One server-sent event; the last one is `[DONE]`.', chunk)
}
