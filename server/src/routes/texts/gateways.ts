// The guardrail contracts of gateways that forward calls themselves: agentgateway's webhook and Envoy's external authorization over HTTP.
// Of a prompt, the last message of the user is scored: those before it were the last one in an earlier request.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from '../../ground/errors.ts'
import { type App, named, compilePlainWriter as serializerCompiler, statusOf } from '../../http/http.ts'
import { guardQuery, guardTexts, onLoaded } from './guarding.ts'
import { type JudgingParts, judgingAccess } from './judging.ts'
import { TEXTS_BYTES_MAX as bodyLimit, fitTogether, TEXTS_MAX, TOO_LONG_TOGETHER } from './text-list.ts'
import { agentgatewayPrompt, agentgatewayResponse, envoyCheck } from './texts-reference.ts'

export function gatewayRoutes(app: App, parts: JudgingParts): void {
  const prompt = {
    ...agentgatewayPrompt,
    body: promptRequest,
    querystring: guardQuery,
    response: { 200: promptAnswer },
  }
  const ofPrompt = ({ body }: FastifyRequest) => lastPromptIn((body as PromptRequest).body.messages)
  const promptOptions = { config: { access: judgingAccess(ofPrompt) }, schema: prompt, serializerCompiler, bodyLimit }
  app.post('/ai/guardrails/agentgateway/request', promptOptions, async (request, reply) => {
    const guarded = await guardTexts({ request, reply, parts }, ofPrompt(request), request.query)
    return { action: 'reason' in guarded ? rejection(guarded.reason) : { reason: guarded.passed } }
  })
  answerRoute(app, parts)
  envoyRoute(app, parts)
}

function answerRoute(app: App, parts: JudgingParts): void {
  const schema = {
    ...agentgatewayResponse,
    body: answerRequest,
    querystring: answerQuery,
    response: { 200: answerAnswer },
  }
  const textsOf = (body: AnswerRequest) => body.body.choices.map(({ message }) => message.content)
  const access = judgingAccess(({ body }) => textsOf(body as AnswerRequest))
  const options = { config: { access }, schema, serializerCompiler, bodyLimit }
  app.post('/ai/guardrails/agentgateway/response', options, async (request, reply) => {
    const guarded = await guardTexts({ request, reply, parts }, textsOf(request.body), request.query)
    if ('reason' in guarded) return { action: rejection(guarded.reason) }
    if (!guarded.isChanged) return { action: { reason: guarded.passed } }
    const choices = request.body.body.choices.map(({ message }, at) => ({
      message: { ...message, content: guarded.texts[at] ?? message.content },
    }))
    return { action: { body: { choices }, reason: 'Loaded words were replaced.' } }
  })
}

/** The body is what the gateway's caller gets: an error in OpenAI's format. */
function rejection(reason: string) {
  const error = { message: reason, type: 'invalid_request_error', code: 'loaded_wording', param: null }
  return { body: JSON.stringify({ error }), status_code: statusOf('forbidden'), reason }
}

/** 200 lets the request pass; any other status is the answer to the gateway's caller. */
function envoyRoute(app: App, parts: JudgingParts): void {
  const path = '/ai/guardrails/envoy'
  const schema = { ...envoyCheck, body: envoyRequest, querystring: guardQuery, response: { 200: envoyAnswer } }
  const access = judgingAccess(({ body }) => promptIn(body as Readonly<Record<string, unknown>>))
  app.post(path, { config: { access }, schema, serializerCompiler, bodyLimit }, async (request, reply) => {
    const guarded = await guardTexts({ request, reply, parts }, promptIn(request.body), request.query)
    if ('reason' in guarded) throw new ApiError('forbidden', guarded.reason, { keepsCharge: true })
    return { allowed: true as const }
  })
  // Envoy asks about requests without a body, too, such as one for the list of models.
  const { meter: _, ...free } = access
  app.get(path, { config: { access: free }, schema: { hide: true } }, async () => ({ allowed: true }))
}

function lastPromptIn(messages: readonly unknown[]): string[] {
  const last = messages.findLast((one) => isObject(one) && one.role === 'user')
  const text = isObject(last) ? contentOf(last.content) : ''
  return text === '' ? [] : [text]
}

/** A conversation in the format of chat completions, messages or responses, or the prompt of a completion. */
function promptIn({ messages, input, prompt }: Readonly<Record<string, unknown>>): string[] {
  const given = messages ?? input ?? prompt
  if (typeof given === 'string') return given === '' ? [] : [given]
  return Array.isArray(given) ? lastPromptIn(given) : []
}

function contentOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? [part.text] : [])).join('\n')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

const message = z.looseObject({
  role: z.string().describe('Who wrote it.'),
  content: z.string().describe('The text. Empty if there is none, as in a tool call.'),
})
/** The most that a deployment can allow in a conversation. */
const MESSAGES_MAX = 10_000
const choices = z
  .array(z.object({ message: message.describe('An answer of the model.') }))
  .max(TEXTS_MAX)
  .describe('All answers, at most 100.')
const promptRequest = named(
  'AgentgatewayPromptRequest',
  "A prompt in agentgateway's guardrail webhook.",
  z.object({
    body: z
      .object({
        messages: z
          .array(message)
          .max(MESSAGES_MAX)
          .describe('The conversation, at most 10,000 messages. The last message of the user is scored.'),
      })
      .refine(({ messages }) => fitTogether(lastPromptIn(messages)), TOO_LONG_TOGETHER)
      .describe('The prompt.'),
  }),
)
type PromptRequest = z.output<typeof promptRequest>
const answerRequest = named(
  'AgentgatewayAnswerRequest',
  "The answers of a model in agentgateway's guardrail webhook.",
  z.object({
    body: z
      .object({ choices })
      .refine((body) => fitTogether(body.choices.map((one) => one.message.content)), TOO_LONG_TOGETHER)
      .describe('The answers.'),
  }),
)
type AnswerRequest = z.output<typeof answerRequest>
const answerQuery = guardQuery.extend({ on_loaded: onLoaded.optional() })

const reason = z.string().describe('Why, for the log of the gateway.')
const passes = z.object({ reason }).describe('The texts pass as they are.')
const rejects = z
  .object({
    body: z.string().describe("The body of the error for the gateway's caller."),
    status_code: z.int().describe('Its status.'),
    reason,
  })
  .describe('The texts are blocked.')
const masks = z
  .object({ body: z.object({ choices }).describe('The changed answers.'), reason })
  .describe('The texts pass with our suggestions.')
const promptAnswer = named(
  'AgentgatewayPromptResult',
  'What agentgateway does with the prompt.',
  z.object({ action: z.union([rejects, passes]).describe('What to do.') }),
)
const answerAnswer = named(
  'AgentgatewayAnswerResult',
  'What agentgateway does with the answers.',
  z.object({ action: z.union([masks, rejects, passes]).describe('What to do.') }),
)
const envoyRequest = named(
  'EnvoyCheckRequest',
  'The body of the request that Envoy asks about: a conversation in the format of OpenAI or Anthropic.',
  z.looseObject({}).refine((body) => fitTogether(promptIn(body)), TOO_LONG_TOGETHER),
)
const envoyAnswer = named(
  'EnvoyCheckResult',
  'The request can pass.',
  z.object({ allowed: z.literal(true).describe('Always true.') }),
)
