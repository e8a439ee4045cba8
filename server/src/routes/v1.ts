// OpenAI's own format, so that existing clients work by changing their base URL. Counts as /ai/chat.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Head, Message, Outcome, Sampling } from '../ai/ai.ts'
import type { Brand } from '../brand.ts'
import { type App, integer, named, refusalBody, compilePlainWriter as serializerCompiler } from '../http/http.ts'
import { answerCall, type CallParts, callAccess, callRefuses, type Frame, freeKey, type Script } from './ai-call.ts'
import {
  CONVERSATION_BYTES_MAX as bodyLimit,
  conversation,
  filterOptions,
  filterReport,
  model,
} from './conversation.ts'
import { reportOf } from './filter-report.ts'
import { createCompletion, listModels } from './reference/v1.ts'

export interface V1Parts extends CallParts {
  readonly brand: Brand
  readonly nowMs: () => number
}

const guarded = { credentials: 'required', kinds: ['jwt', 'key'], area: 'ai' } as const

export function v1Routes(app: App, parts: V1Parts): void {
  const { brand, ai, nowMs } = parts
  const { options } = brand.field
  const startedSeconds = Math.floor(nowMs() / 1000)

  const listing = { ...listModels, response: { 200: modelList } }
  app.get('/v1/models', { config: { access: guarded }, schema: listing }, async () => {
    const { id, provider } = ai.chatModel
    return {
      object: 'list' as const,
      data: [{ id, object: 'model' as const, created: startedSeconds, owned_by: provider }],
    }
  })

  const access = callAccess('ai/chat', parts)
  const body = completionBody(brand)
  const schema = {
    ...createCompletion(brand, completionChunk(brand)),
    body,
    response: { 200: completionSchema(brand) },
  }
  app.post(
    '/v1/chat/completions',
    {
      config: { access, refuses: callRefuses },
      bodyLimit,
      onError: freeKey(parts),
      schema,
      serializerCompiler,
    },
    (request, reply) => {
      const { messages, model: named, stream, [options]: filter } = request.body
      const sampling = samplingOf(request.body)
      // An answer that is given again keeps its name.
      const head = request.claim?.kept?.head ?? {
        id: `chatcmpl-${request.id}`,
        created: Math.floor(nowMs() / 1000),
      }
      return answerCall(
        { request, reply, parts },
        {
          ask: (ending, listener) =>
            ai.chat({ messages, model: named, mode: filter.filter_mode, sampling, ending, listener }),
          plain: (outcome) => completionOf(outcome, { head, brand }),
          head,
          script: stream
            ? scriptOf({ head, brand, request, hasUsage: request.body.stream_options?.include_usage ?? false })
            : undefined,
        },
      )
    },
  )
}

const listedModel = named(
  'Model',
  "A model, in OpenAI's format.",
  z.object({
    id: z.string().describe('The name to send as `model`.'),
    object: z.literal('model').describe('Always `model`.'),
    created: z.int().describe('When this deployment started, in Unix seconds.'),
    owned_by: z.string().describe('The AI provider that serves it.'),
  }),
)
const modelList = named(
  'ModelList',
  "Models, in OpenAI's format.",
  z.object({
    object: z.literal('list').describe('Always `list`.'),
    data: z.array(listedModel).describe('The models.'),
  }),
)

const CONTENT_WORDS = 'Input should be text, or a list of text parts'
const textPart = z.object({
  type: z.literal('text').describe('The kind of part.'),
  text: z.string().describe('The text.'),
})
const refusalPart = z.object({
  type: z.literal('refusal').describe('The kind of part.'),
  refusal: z.string().describe('What a model once declined with.'),
})
const content = z
  .union([z.string(), z.array(z.union([textPart, refusalPart])), z.null()], { error: CONTENT_WORDS })
  .describe('What it says: a text, or text in parts.')

/** OpenAI's clients may send text in parts, `developer` for what was `system`, and back what a model once refused with. */
const openaiMessage = z
  .object({
    role: z
      .literal(['user', 'assistant', 'system', 'developer'])
      .describe('Who wrote it. `developer` means the same as `system`.'),
    content,
    refusal: z.string().nullish().describe('What a model once declined with, if that is all it said.'),
  })
  .transform((said, context): Message => {
    const text = textOf(said.content) ?? said.refusal
    if (typeof text !== 'string') context.addIssue({ code: 'custom', path: ['content'], message: CONTENT_WORDS })
    return { role: said.role === 'developer' ? 'system' : said.role, content: text ?? '' }
  })

function textOf(said: z.output<typeof content>): string | null {
  if (said === null || typeof said === 'string') return said
  return said.map((part) => (part.type === 'text' ? part.text : part.refusal)).join('')
}

const NOT_SUPPORTED = 'Not supported here: the filter judges plain text answers'
const unsupported = z.union([z.undefined(), z.null(), z.tuple([])], { error: NOT_SUPPORTED }).optional()
const tokensMax = integer().min(1).max(1_000_000).nullish()

function completionBody({ field }: Brand) {
  const body = z.object({
    messages: conversation(openaiMessage),
    model: model.optional(),
    stream: z.boolean().nullish().describe('Whether to answer with server-sent events.'),
    stream_options: z
      .object({ include_usage: z.boolean().nullish().describe('Whether to send the token counts at the end.') })
      .nullish()
      .describe('Options of a stream.'),
    temperature: z.number().min(0).max(2).nullish().describe('Sampling temperature, passed on to the model.'),
    top_p: z.number().min(0).max(1).nullish().describe('Nucleus sampling, passed on to the model.'),
    max_tokens: tokensMax.describe('The most tokens the answer can have.'),
    max_completion_tokens: tokensMax.describe('The most tokens the answer can have, reasoning included.'),
    stop: z
      .union([z.string(), z.array(z.string()).max(4)], { error: 'Input should be text, or a list of texts' })
      .nullish()
      .describe('Texts that end the answer, passed on to the model.'),
    n: z
      .literal(1, { error: 'Input should be 1: one answer a call' })
      .nullish()
      .describe('How many answers: always 1.'),
    tools: unsupported.describe('Not supported: the filter scores plain text.'),
    functions: unsupported.describe('Not supported: the filter scores plain text.'),
    [field.options]: filterOptions(),
  })
  return named('CompletionRequest', "OpenAI's chat completion request, with filter options.", body)
}

function samplingOf(body: z.output<ReturnType<typeof completionBody>>): Sampling {
  const { temperature, top_p, max_tokens, max_completion_tokens, stop } = body
  return {
    temperature: temperature ?? undefined,
    topP: top_p ?? undefined,
    maxTokens: max_tokens ?? undefined,
    maxCompletionTokens: max_completion_tokens ?? undefined,
    stop: typeof stop === 'string' ? [stop] : (stop ?? undefined),
  }
}

const tokenCounts = named(
  'CompletionUsage',
  "Tokens used by all attempts together, in OpenAI's format.",
  z.object({
    prompt_tokens: z.int().describe('Tokens sent to the model.'),
    completion_tokens: z.int().describe('Tokens the model wrote.'),
    total_tokens: z.int().describe('Both together.'),
  }),
)
const finishReason = z
  .literal(['stop', 'length'])
  .describe('`stop` if the answer is complete, `length` if it reached a token limit.')
const head = {
  id: z.string().describe('Identifies this answer.'),
  created: z.int().describe('When it was created, in Unix seconds.'),
  model: z.string().describe('The model that answered.'),
}
const index = z.int().describe('Always 0.')
const logprobs = z.null().describe('Always null.')

function completionSchema(brand: Brand) {
  const answer = z.object({
    role: z.literal('assistant').describe('Always `assistant`.'),
    content: z.string().describe('The answer.'),
    refusal: z.null().describe('Always null.'),
  })
  const choice = z.object({ index, message: answer.describe('The answer.'), finish_reason: finishReason, logprobs })
  const completion = z.object({
    ...head,
    object: z.literal('chat.completion').describe('Always `chat.completion`.'),
    choices: z.array(choice).describe('The answer, as a list of one.'),
    usage: tokenCounts.optional(),
    [brand.field.filter]: filterReport(brand),
  })
  return named('Completion', "OpenAI's chat completion, with a filter report.", completion)
}

/** What `scriptOf` sends, for the API document. */
function completionChunk(brand: Brand): z.ZodType {
  const delta = z.object({
    role: z.literal('assistant').optional().describe('In the first chunk only.'),
    content: z.string().optional().describe('The next piece of the answer.'),
  })
  const choice = z.object({
    index,
    delta: delta.describe('What is new.'),
    finish_reason: finishReason.nullable(),
    logprobs,
  })
  const chunk = z.object({
    ...head,
    object: z.literal('chat.completion.chunk').describe('Always `chat.completion.chunk`.'),
    choices: z.array(choice).describe('One entry, or none in the chunk with the token counts.'),
    usage: tokenCounts.nullish(),
    [brand.field.filter]: filterReport(brand).optional(),
  })
  const description = 'The data of one server-sent event. The stream ends with `data: [DONE]`.'
  return named('CompletionChunk', description, chunk)
}

function completionOf(outcome: Outcome, { head, brand }: { head: Head; brand: Brand }) {
  const { text, finish, model: used } = outcome
  const message = { role: 'assistant', content: text, refusal: null }
  return {
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: used,
    choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
    ...countsOf(outcome),
    [brand.field.filter]: reportOf(outcome, brand),
  } as z.input<ReturnType<typeof completionSchema>>
}

/** OpenAI's format has no way to say "unknown" but to leave the counts out. */
function countsOf({ usage: { inputTokens, outputTokens } }: Outcome) {
  if (inputTokens === null || outputTokens === null) return {}
  const total_tokens = inputTokens + outputTokens
  return { usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens, total_tokens } }
}

interface Scene {
  readonly head: Head
  readonly brand: Brand
  readonly request: FastifyRequest
  readonly hasUsage: boolean
}

/** Chunks; the filter's report rides on the one that ends the answer. Where tokens are asked for, `usage` is null until they are known. */
function scriptOf({ head, brand, request, hasUsage }: Scene): Script {
  const unknown = hasUsage ? { usage: null } : {}
  const chunk = (used: string, rest: object): Frame => ({
    data: JSON.stringify({ ...head, object: 'chat.completion.chunk', model: used, ...unknown, ...rest }),
  })
  const choice = (delta: object, finish_reason: string | null) => [{ index: 0, delta, finish_reason, logprobs: null }]
  let isFirst = true
  return {
    delta(text, used) {
      const delta = isFirst ? { role: 'assistant', content: text } : { content: text }
      isFirst = false
      return chunk(used, { choices: choice(delta, null) })
    },
    attempt: () => undefined,
    result: (outcome) => [
      chunk(outcome.model, { choices: choice({}, outcome.finish), [brand.field.filter]: reportOf(outcome, brand) }),
      ...(hasUsage ? [chunk(outcome.model, { choices: [], ...countsOf(outcome) })] : []),
      { data: '[DONE]' },
    ],
    error: (refusal) => ({ data: JSON.stringify(refusalBody(refusal, request)) }),
  }
}
