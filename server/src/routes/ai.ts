// Text in, neutrality out: analyse a text, chat with the deployment's key, ask a provider with one's own key.

import { type Analysis, EVIDENCE_KINDS, type Evidence, type Reason } from '@equipoise/score'
import { z } from 'zod'
import type { Outcome } from '../ai/ai.ts'
import type { Brand } from '../brand.ts'
import { type App, compilePlainWriter as serializerCompiler, statusOf } from '../http/http.ts'
import { Secret } from '../secret.ts'
import { answerCall, type CallParts, callAccess, callRefuses, freeKey, type Script } from './ai-call.ts'
import {
  CONVERSATION_BYTES_MAX as bodyLimit,
  charactersOf,
  conversation,
  filterOptions,
  filterReport,
  message,
  model,
  wordRatios,
} from './conversation.ts'
import { attemptOf, reportOf } from './filter-report.ts'

export interface AiParts extends CallParts {
  readonly brand: Brand
  readonly analyze: (text: string) => Analysis
}

const TEXT_CHARACTERS_MAX = 10_000
const tags = ['Text']

export function aiRoutes(app: App, parts: AiParts): void {
  analyzeRoute(app, parts)
  chatRoute(app, parts)
  proxyRoute(app, parts)
}

function analyzeRoute(app: App, { brand, analyze }: AiParts): void {
  const summary = 'Score a text for neutrality, with the words that moved the score'
  const access = {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: { name: 'ai/analyze', units: () => 1 },
  } as const
  const schema = { tags, summary, body: z.object({ text: textOf() }), response: { 200: analysisSchema(brand) } }
  app.post('/ai/analyze', { config: { access }, schema, serializerCompiler }, async ({ body }) =>
    shownAnalysis(analyze(body.text), brand),
  )
}

function chatRoute(app: App, parts: AiParts): void {
  const { brand, ai } = parts
  const { options } = brand.field
  const body = z.object({
    messages: conversation(message),
    model: model.optional(),
    stream,
    [options]: filterOptions(),
  })
  const access = callAccess('ai/chat', parts)
  const schema = {
    tags,
    summary: "Ask the deployment's model, with its neutrality score",
    body,
    response: answers(brand),
  }
  app.post(
    '/ai/chat',
    { config: { access, refuses: callRefuses }, bodyLimit, onError: freeKey(parts), schema, serializerCompiler },
    (request, reply) => {
      const { messages, model: named, stream: streamed, [options]: filter } = request.body
      const mode = filter.filter_mode
      return answerCall(
        { request, reply, parts },
        {
          ask: (ending, listener) => ai.chat({ messages, model: named, mode, ending, listener }),
          plain: (outcome) => answerOf(outcome, brand),
          script: streamed ? scriptOf(brand) : undefined,
        },
      )
    },
  )
}

function proxyRoute(app: App, parts: AiParts): void {
  const { brand, ai } = parts
  const { options } = brand.field
  const body = z.object({
    provider: z.literal(ai.providerNames),
    user_api_key: userApiKey,
    messages: conversation(message),
    model: model.optional(),
    stream,
    [options]: filterOptions(),
  })
  const access = { ...callAccess('ai/proxy', parts), planMin: 'basic' } as const
  const summary = 'Ask a provider with your own key, which is neither stored nor logged'
  const schema = { tags, summary, body, response: answers(brand) }
  app.post(
    '/ai/proxy',
    { config: { access, refuses: callRefuses }, bodyLimit, onError: freeKey(parts), schema, serializerCompiler },
    (request, reply) => {
      const { provider, user_api_key: key, messages, model: named, stream: streamed, [options]: filter } = request.body
      const mode = filter.filter_mode
      return answerCall(
        { request, reply, parts },
        {
          ask: (ending, listener) => ai.proxy({ provider, key, messages, model: named, mode, ending, listener }),
          plain: (outcome) => answerOf(outcome, brand),
          script: streamed ? scriptOf(brand) : undefined,
        },
      )
    },
  )
}

const stream = z.boolean().default(false)

/** A text to analyse, counted in Unicode code points. */
export function textOf(charactersMax = TEXT_CHARACTERS_MAX) {
  return z
    .string()
    .min(1)
    .refine((value) => charactersOf(value) <= charactersMax, {
      error: `String should have at most ${charactersMax} characters`,
      params: { type: 'string_too_long' },
    })
    .meta({ maxLength: charactersMax })
}

/** Printable ASCII only, since it becomes a header; wrapped at once, so that nothing can print it. */
const userApiKey = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x21-\x7e]+$/, 'Input should be printable ASCII without spaces')
  .transform((value) => new Secret(value))

const evidence = z.array(
  z.object({
    start: z.int(),
    end: z.int(),
    text: z.string(),
    kind: z.literal(EVIDENCE_KINDS),
    direction: z.literal(['positive', 'negative', 'neutral'] satisfies Evidence['direction'][]),
    weight: z.number(),
    suggestion: z.string().optional(),
  }),
)
const reason = z.literal(['insufficient_text', 'unsupported_language'] satisfies Reason[])

export function shownAnalysis(analysis: Analysis, { field }: Brand) {
  return {
    ain_score: analysis.ainScore,
    bias_direction: analysis.biasDirection,
    [field.certified]: analysis.certified,
    band: analysis.band,
    word_ratios: analysis.wordRatios,
    word_count: analysis.wordCount,
    sentences: analysis.sentences.map(({ start, end, ainScore }) => ({ start, end, ain_score: ainScore })),
    evidence: [...analysis.evidence] satisfies z.input<typeof evidence>,
    language: analysis.language,
    confidence: analysis.confidence,
    ...(analysis.reason === undefined ? {} : { reason: analysis.reason satisfies z.input<typeof reason> }),
    model_version: analysis.modelVersion,
  } as z.input<ReturnType<typeof analysisSchema>>
}

export function analysisSchema({ field }: Brand) {
  return z.object({
    ain_score: z.number(),
    bias_direction: z.literal(['neutral', 'positive_leaning', 'negative_leaning', 'mixed']),
    [field.certified]: z.boolean(),
    band: z.literal(['biased', 'moderate', 'neutral']),
    word_ratios: wordRatios,
    word_count: z.int(),
    sentences: z.array(z.object({ start: z.int(), end: z.int(), ain_score: z.number() })),
    evidence,
    language: z.string(),
    confidence: z.number(),
    reason: reason.optional(),
    model_version: z.string(),
  })
}

function answers(brand: Brand) {
  const tokens = z.object({ input_tokens: z.int().nullable(), output_tokens: z.int().nullable() })
  const answer = z.object({
    response: z.string(),
    ain_score: z.number().nullable(),
    model: z.string(),
    [brand.field.filter]: filterReport(brand),
    usage: tokens,
  })
  return { 200: answer }
}

function answerOf(outcome: Outcome, brand: Brand) {
  return {
    response: outcome.text,
    ain_score: outcome.judgement?.ainScore ?? null,
    model: outcome.model,
    [brand.field.filter]: reportOf(outcome, brand),
    usage: { input_tokens: outcome.usage.inputTokens, output_tokens: outcome.usage.outputTokens },
  } as z.input<ReturnType<typeof answers>[200]>
}

/** Events `delta`, `attempt`, `result` (the answer as it is without streaming) and `error`. */
function scriptOf(brand: Brand): Script {
  return {
    delta: (piece) => ({ event: 'delta', data: JSON.stringify({ text: piece }) }),
    attempt: (attempt) => ({ event: 'attempt', data: JSON.stringify(attemptOf(attempt)) }),
    result: (outcome) => [{ event: 'result', data: JSON.stringify(answerOf(outcome, brand)) }],
    error: ({ kind, message: detail }) => ({
      event: 'error',
      data: JSON.stringify({ status: statusOf(kind), detail }),
    }),
  }
}
