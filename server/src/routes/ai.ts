// Text in, neutrality out: analyse a text, chat with the deployment's key, ask a provider with one's own key.

import { type Analysis, EVIDENCE_KINDS, type Evidence, type Objection, type Reason } from '@equipoise/score'
import { z } from 'zod'
import type { Message, Outcome, Script } from '../ai/ai.ts'
import type { Brand } from '../brand.ts'
import { type App, callerGone, named, compilePlainWriter as serializerCompiler, statusOf } from '../http/http.ts'
import type { Analyze } from '../scorer/scorer.ts'
import { Secret } from '../secret.ts'
import {
  attempt,
  biasDirection,
  CONVERSATION_BYTES_MAX as bodyLimit,
  charactersOf,
  conversation,
  filterOptions,
  filterReport,
  message,
  model,
  tier,
  tokenUse,
  wordRatios,
} from './bodies/conversation.ts'
import { attemptOf, reportOf } from './bodies/filter-report.ts'
import { askModel, type ModelParts, makeCall, modelRoute, termsOf } from './model-route.ts'
import { analyzeText, createChat, createProxiedChat } from './reference/ai.ts'

export interface AiParts extends ModelParts {
  readonly analyze: Analyze
}

const TEXT_CHARACTERS_MAX = 10_000

export function aiRoutes(app: App, parts: AiParts): void {
  analyzeRoute(app, parts)
  chatRoute(app, parts)
  proxyRoute(app, parts)
}

function analyzeRoute(app: App, { brand, analyze }: AiParts): void {
  const access = {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: { name: 'ai/analyze', units: () => 1 },
  } as const
  const schema = { ...analyzeText(brand), body: analyzeRequest, response: { 200: analysisSchema(brand) } }
  app.post('/ai/analyze', { config: { access }, schema, serializerCompiler }, async ({ body }, reply) =>
    shownAnalysis(await analyze(body.text, { tier: body.tier ?? undefined, signal: callerGone(reply) }), brand),
  )
}

function chatRoute(app: App, parts: AiParts): void {
  const { brand } = parts
  const { options } = brand.field
  const fields = z.object({
    messages: conversation(message),
    model: model.nullish(),
    stream,
    [options]: filterOptions(),
  })
  const body = named('ChatRequest', 'A conversation to continue.', fields)
  const response = answers(brand)
  const schema = { ...createChat(brand, chatEvent(response[200])), body, response }
  app.post('/ai/chat', { ...modelRoute(parts, 'ai/chat', { ownKey: false }), bodyLimit, schema }, (request, reply) => {
    const { messages, stream: streamed } = request.body
    const exchange = { request, reply, parts }
    return askModel(exchange, termsOf(request, parts, false), textQuestion(messages), answeringOf(brand, streamed))
  })
}

function proxyRoute(app: App, parts: AiParts): void {
  const { brand, ai } = parts
  const { options } = brand.field
  const fields = z.object({
    provider: z.literal(ai.providerNames).describe('Which AI provider to ask. `GET /brand` lists them.'),
    user_api_key: userApiKey,
    messages: conversation(message),
    model: model.nullish(),
    stream,
    [options]: filterOptions(),
  })
  const body = named('ProxyRequest', 'A conversation to continue, and the provider key to use.', fields)
  const response = answers(brand)
  const schema = { ...createProxiedChat(brand, chatEvent(response[200])), body, response }
  const route = modelRoute(parts, 'ai/proxy', { ownKey: false })
  const config = { ...route.config, access: { ...route.config.access, planMin: 'basic' } } as const
  app.post('/ai/proxy', { ...route, config, bodyLimit, schema }, (request, reply) => {
    const { provider, user_api_key: key, messages, stream: streamed } = request.body
    const { mode, tier: scoredBy, model: chosen } = termsOf(request, parts, false)
    const { id } = request
    return makeCall({ request, reply, parts }, answeringOf(brand, streamed), (ending, listener) => {
      const question = { ...textQuestion(messages), model: chosen, mode, tier: scoredBy, id, ending, listener }
      return ai.proxy({ ...question, provider, key, keyName: 'user_api_key' })
    })
  })
}

function textQuestion(messages: readonly Message[]) {
  return { dialect: 'chat', request: { messages }, wantsText: true } as const
}

function answeringOf(brand: Brand, streamed: boolean) {
  return { plain: (outcome: Outcome) => answerOf(outcome, brand), script: streamed ? scriptOf(brand) : undefined }
}

const stream = z.boolean().default(false).describe('Whether to answer with server-sent events.')

/** A text to analyse, counted in Unicode code points. */
export function textOf(charactersMax = TEXT_CHARACTERS_MAX) {
  return z
    .string()
    .min(1)
    .refine((value) => charactersOf(value) <= charactersMax, {
      error: `String should have at most ${charactersMax} characters`,
      params: { type: 'string_too_long' },
    })
    .meta({ maxLength: charactersMax, description: 'The text to score. Characters are Unicode code points.' })
}

const analyzeRequest = named('AnalyzeRequest', 'A text to score.', z.object({ text: textOf(), tier: tier.nullish() }))

/** Printable ASCII only, since it becomes a header; wrapped at once, so that nothing can print it. */
const userApiKey = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x21-\x7e]+$/, 'Input should be printable ASCII without spaces')
  .transform((value) => new Secret(value))
  .describe('Your own key for this provider. We use it for this request only; we neither store nor log it.')

const start = z.int().describe('Where it starts in the text, in UTF-16 code units.')
const end = z.int().describe('Where it ends in the text (exclusive), in UTF-16 code units.')

const withheldBy = z
  .array(
    named(
      'WithheldBy',
      'A sentence that withholds the certificate of the whole text.',
      z.object({
        start,
        end,
        why: z
          .literal(['loaded', 'generalisation'] satisfies Objection[])
          .describe('`loaded`: its score is below 0.15. `generalisation`: it is hostile to a group of people.'),
      }),
    ),
  )
  .describe('Sentences that alone withhold the certificate. If there is one, the score is below 0.7.')

const evidence = z
  .array(
    named(
      'Evidence',
      'Words that moved the score.',
      z.object({
        start,
        end,
        text: z.string().describe('The words.'),
        kind: z.literal(EVIDENCE_KINDS).describe('What kind of loaded wording it is.'),
        direction: z
          .literal(['positive', 'negative', 'neutral'] satisfies Evidence['direction'][])
          .describe('Which way the words lean.'),
        weight: z.number().describe('How much they moved the score of their sentence, on the logit scale.'),
        suggestion: z.string().optional().describe('A neutral alternative. If empty, leave the words out.'),
      }),
    ),
  )
  .describe('The words that moved the score most, the most noticeable first.')
const reason = z
  .literal(['insufficient_text', 'unsupported_language'] satisfies Reason[])
  .describe('Why the text cannot be certified: it is too short, or in a language we do not score.')

const sentence = named(
  'SentenceScore',
  'The score of one sentence.',
  z.object({ start, end, ain_score: z.number().describe('Neutrality score of the sentence, from 0 to 1.') }),
)

export function shownAnalysis(analysis: Analysis, { field }: Brand) {
  return {
    ain_score: analysis.ainScore,
    bias_direction: analysis.biasDirection,
    [field.certified]: analysis.certified,
    band: analysis.band,
    word_ratios: analysis.wordRatios,
    word_count: analysis.wordCount,
    sentences: analysis.sentences.map(({ start, end, ainScore }) => ({ start, end, ain_score: ainScore })),
    withheld_by: analysis.withheldBy.map(({ start, end, why }) => ({ start, end, why })),
    evidence: [...analysis.evidence] satisfies z.input<typeof evidence>,
    evidence_truncated: analysis.evidenceTruncated,
    language: analysis.language,
    confidence: analysis.confidence,
    ...(analysis.reason === undefined ? {} : { reason: analysis.reason satisfies z.input<typeof reason> }),
    model_version: analysis.modelVersion,
  } as z.input<ReturnType<typeof analysisSchema>>
}

export function analysisSchema({ field }: Brand) {
  const analysis = z.object({
    ain_score: z.number().describe('Neutrality score, from 0 (loaded wording) to 1 (neutral wording).'),
    bias_direction: biasDirection,
    [field.certified]: z.boolean().describe('Whether the text is certified: its score is at least 0.7.'),
    band: z
      .literal(['biased', 'moderate', 'neutral'])
      .describe('`biased` below 0.4, `moderate` from 0.4, `neutral` from 0.7.'),
    word_ratios: wordRatios,
    word_count: z.int().describe('How many words the text has.'),
    sentences: z.array(sentence).describe('The score of every sentence, in order.'),
    withheld_by: withheldBy,
    evidence,
    evidence_truncated: z.int().describe('How many further pieces of evidence the list leaves out. Usually 0.'),
    language: z.string().describe('The language of the text, as an ISO 639 code. `und` if it is unknown.'),
    confidence: z.number().describe('How sure the model is, from 0 to 1. Low for short texts and unknown words.'),
    reason: reason.optional(),
    model_version: z.string().describe('Version of the scoring model. The same version gives the same score.'),
  })
  return named('Analysis', 'How neutral a text is, and why.', analysis)
}

function answers(brand: Brand) {
  const answer = z.object({
    response: z.string().describe("The model's answer."),
    ain_score: z.number().nullable().describe('Neutrality score of the answer. Null if it could not be scored.'),
    model: z.string().describe('The model that answered.'),
    [brand.field.filter]: filterReport(brand),
    usage: tokenUse,
  })
  return { 200: named('ChatResult', "The model's answer, with its score.", answer) }
}

/** One of the server-sent events of `scriptOf`, for the API document. */
function chatEvent(result: z.ZodType): z.ZodType {
  const failure = z.object({
    status: z.int().describe('The HTTP status that the error would have had.'),
    detail: z.string().describe('What went wrong.'),
  })
  const event = z.union([
    eventOf('delta', z.object({ text: z.string().describe('The next piece of the answer.') })),
    eventOf('attempt', attempt),
    eventOf('result', result),
    eventOf('error', failure),
  ])
  return named('ChatEvent', 'One server-sent event. `data` is sent as JSON on one line.', event)
}

function eventOf(name: string, data: z.ZodType) {
  return z.object({
    event: z.literal(name).describe('The name of the event.'),
    data: data.describe(`The data of \`${name}\`.`),
  })
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
  const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  return {
    piece: ({ text }) => (text === '' ? '' : frame('delta', { text })),
    attempt: (attempt) => frame('attempt', attemptOf(attempt)),
    result: (outcome) => frame('result', answerOf(outcome, brand)),
    error: ({ kind, message: detail }) => frame('error', { status: statusOf(kind), detail }),
  }
}
