// OpenAI's own format, so that existing clients work by changing their base URL. Counts as /ai/chat.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Head, Message, Outcome, Sampling } from '../ai/ai.ts'
import type { Brand } from '../brand.ts'
import { type App, integer, refusalBody, compilePlainWriter as serializerCompiler } from '../http/http.ts'
import { answerCall, type CallParts, callAccess, callRefuses, type Frame, freeKey, type Script } from './ai-call.ts'
import {
  CONVERSATION_BYTES_MAX as bodyLimit,
  conversation,
  filterOptions,
  filterReport,
  model,
} from './conversation.ts'
import { reportOf } from './filter-report.ts'

export interface V1Parts extends CallParts {
  readonly brand: Brand
  readonly nowMs: () => number
}

const tags = ['OpenAI-compatible']
const guarded = { credentials: 'required', kinds: ['jwt', 'key'], area: 'ai' } as const

export function v1Routes(app: App, parts: V1Parts): void {
  const { brand, ai, nowMs } = parts
  const { options } = brand.field
  const startedSeconds = Math.floor(nowMs() / 1000)

  const listing = { tags, summary: 'The model that chat uses unless told otherwise', response: { 200: modelList } }
  app.get('/v1/models', { config: { access: guarded }, schema: listing }, async () => {
    const { id, provider } = ai.chatModel
    return {
      object: 'list' as const,
      data: [{ id, object: 'model' as const, created: startedSeconds, owned_by: provider }],
    }
  })

  const access = callAccess('ai/chat', parts)
  const summary = "OpenAI's chat completions, filtered"
  const schema = { tags, summary, body: completionBody(brand), response: { 200: completionSchema(brand) } }
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

const modelList = z.object({
  object: z.literal('list'),
  data: z.array(z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })),
})

const CONTENT_WORDS = 'Input should be text, or a list of text parts'
const textPart = z.object({ type: z.literal('text'), text: z.string() })
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() })
const content = z.union([z.string(), z.array(z.union([textPart, refusalPart])), z.null()], { error: CONTENT_WORDS })

/** OpenAI's clients may send text in parts, `developer` for what was `system`, and back what a model once refused with. */
const openaiMessage = z
  .object({
    role: z.literal(['user', 'assistant', 'system', 'developer']),
    content,
    refusal: z.string().nullish(),
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
  return z.object({
    messages: conversation(openaiMessage),
    model: model.optional(),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    max_tokens: tokensMax,
    max_completion_tokens: tokensMax,
    stop: z
      .union([z.string(), z.array(z.string()).max(4)], { error: 'Input should be text, or a list of texts' })
      .nullish(),
    n: z.literal(1, { error: 'Input should be 1: one answer a call' }).nullish(),
    tools: unsupported,
    functions: unsupported,
    [field.options]: filterOptions(),
  })
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

const tokenCounts = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })

function completionSchema(brand: Brand) {
  const answer = z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() })
  return z.object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({ index: z.int(), message: answer, finish_reason: z.literal(['stop', 'length']), logprobs: z.null() }),
    ),
    usage: tokenCounts.optional(),
    [brand.field.filter]: filterReport(brand),
  })
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
