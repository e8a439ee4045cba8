// Chat with the deployment's key, or with the caller's own.

import { z } from 'zod'
import type { FilteredAnswer, Message, Script } from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { OWN_KEY_PLAN } from '../../ground/plans.ts'
import { Secret } from '../../ground/secret.ts'
import { type App, named, statusOf, takesItems } from '../../http/http.ts'
import { createChat, createProxiedChat } from './chat-reference.ts'
import {
  attempt,
  chatOptions,
  conversation,
  conversationBytesMax,
  filterReport,
  MESSAGES_ITEMS,
  message,
  model,
  tokenUse,
} from './conversation.ts'
import { attemptOf, reportOf } from './filter-report.ts'
import { askModel, type ModelParts, makeCall, modelRoute, ownWordsOf, tallyOf, termsOf } from './model-route.ts'

export function chatRoutes(app: App, parts: ModelParts): void {
  chatRoute(app, parts)
  proxyRoute(app, parts)
}

function chatRoute(app: App, parts: ModelParts): void {
  const { brand } = parts
  const { options } = brand.field
  const fields = z.object({
    messages: conversation(message, parts.conversation),
    model: model.nullish(),
    stream,
    [options]: chatOptions(),
  })
  const body = takesItems(named('ChatRequest', 'A conversation to continue.', fields), MESSAGES_ITEMS)
  const bodyLimit = conversationBytesMax(parts.conversation)
  const response = answers(brand)
  const schema = { ...createChat(brand, chatEvent(response[200])), body, response }
  app.post('/ai/chat', { ...modelRoute(parts, 'ai/chat', { ownKey: false }), bodyLimit, schema }, (request, reply) => {
    const { messages, stream: streamed } = request.body
    const exchange = { request, reply, parts }
    const asked = textQuestion(messages, request.body[options]?.show_attempts)
    return askModel(exchange, termsOf(request, parts, false), asked, answeringOf(brand, streamed))
  })
}

function proxyRoute(app: App, parts: ModelParts): void {
  const { brand, ai } = parts
  const { options } = brand.field
  const fields = z.object({
    provider: z.literal(ai.providerNames).describe('Which AI provider to ask. `GET /brand` lists them.'),
    user_api_key: userApiKey,
    messages: conversation(message, parts.conversation),
    model: model.nullish(),
    stream,
    [options]: chatOptions(),
  })
  const words = 'A conversation to continue, and the provider key to use.'
  const body = takesItems(named('ProxyRequest', words, fields), MESSAGES_ITEMS)
  const bodyLimit = conversationBytesMax(parts.conversation)
  const response = answers(brand)
  const schema = { ...createProxiedChat(brand, chatEvent(response[200]), ai.providerNames[0] ?? ''), body, response }
  const route = modelRoute(parts, 'ai/proxy', { ownKey: false })
  const config = { ...route.config, access: { ...route.config.access, planMin: OWN_KEY_PLAN } } as const
  app.post('/ai/proxy', { ...route, config, bodyLimit, schema }, (request, reply) => {
    const { provider, user_api_key: key, messages, stream: streamed } = request.body
    const { mode, tier: scoredBy, release, model: chosen } = termsOf(request, parts, false)
    const { id, phases } = request
    const exchange = { request, reply, parts }
    return makeCall(exchange, answeringOf(brand, streamed), (ending, listener) => {
      const scoring = { mode, tier: scoredBy, release, words: ownWordsOf(exchange) }
      const asked = textQuestion(messages, request.body[options]?.show_attempts)
      const tally = tallyOf(request)
      const question = { ...asked, ...scoring, model: chosen, id, phases, ending, listener, tally }
      return ai.proxy({ ...question, provider, key, keyName: 'user_api_key' })
    })
  })
}

function textQuestion(messages: readonly Message[], showsAttempts: boolean | null | undefined) {
  return { dialect: 'chat', request: { messages }, wantsText: true, showsAttempts: showsAttempts === true } as const
}

function answeringOf(brand: Brand, streamed: boolean) {
  return {
    plain: (outcome: FilteredAnswer) => answerOf(outcome, brand),
    script: streamed ? scriptOf(brand) : undefined,
  }
}

const stream = z.boolean().default(false).describe('Whether to answer with server-sent events.')

/** Printable ASCII only, because it becomes a header; wrapped at once, so that nothing can print it. */
export const userApiKey = z
  .string()
  .min(1)
  .max(512)
  .regex(/^[\x21-\x7e]+$/, 'Input should be printable ASCII without spaces')
  .transform((value) => new Secret(value))
  .describe('Your own key for this provider. We use it for this request only; we neither store nor log it.')

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

/** One server-sent event of `scriptOf`, for the API document. */
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

function answerOf(outcome: FilteredAnswer, brand: Brand) {
  return {
    response: outcome.text,
    ain_score: outcome.judgement?.ainScore ?? null,
    model: outcome.model,
    [brand.field.filter]: reportOf(outcome, brand),
    usage: { input_tokens: outcome.usage.inputTokens, output_tokens: outcome.usage.outputTokens },
  } as z.input<ReturnType<typeof answers>[200]>
}

/** Events `delta`, `attempt`, `result` (the same response as without streaming) and `error`. */
function scriptOf(brand: Brand): Script {
  const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  return {
    piece: ({ text }) => (text === '' ? '' : frame('delta', { text })),
    attempt: (attempt) => frame('attempt', attemptOf(attempt)),
    result: (outcome) => frame('result', answerOf(outcome, brand)),
    error: ({ kind, message: detail }) => frame('error', { status: statusOf(kind), detail }),
  }
}
