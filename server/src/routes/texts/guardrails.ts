// The guardrail interfaces of other gateways: LiteLLM's generic guardrail API and Portkey's webhook. Both are charged like /ai/analyze.
import { MODERATE_MIN } from '@equipoise/score'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type App, named, compilePlainWriter as serializerCompiler } from '../../http/http.ts'
import { tier } from './analysis-shape.ts'
import { evidenceWords, guardQuery, guardTexts, isBelow, minScore, onLoaded, passedFor, reasonFor } from './guarding.ts'
import { type JudgingParts, judgeTexts, judgingAccess } from './judging.ts'
import { TEXTS_BYTES_MAX as bodyLimit, textList } from './text-list.ts'
import { litellmGuardrail, portkeyGuardrail } from './texts-reference.ts'

export function guardrailRoutes(app: App, parts: JudgingParts): void {
  litellmRoute(app, parts)
  portkeyRoute(app, parts)
}

function litellmRoute(app: App, parts: JudgingParts): void {
  const textsOf = ({ texts }: LitellmRequest) => texts ?? []
  const access = judgingAccess(({ body }: FastifyRequest) => textsOf(body as LitellmRequest))
  const schema = { ...litellmGuardrail, body: litellmRequest, response: { 200: litellmAnswer } }
  const options = { config: { access }, schema, serializerCompiler, bodyLimit }
  app.post('/beta/litellm_basic_guardrail_api', options, async (request, reply) => {
    const { additional_provider_specific_params: asked } = request.body
    const guarded = await guardTexts({ request, reply, parts }, textsOf(request.body), asked ?? {})
    if ('reason' in guarded) return { action: 'BLOCKED' as const, blocked_reason: guarded.reason }
    if (!guarded.isChanged) return { action: 'NONE' as const }
    return { action: 'GUARDRAIL_INTERVENED' as const, texts: [...guarded.texts] }
  })
}

function portkeyRoute(app: App, parts: JudgingParts): void {
  const access = judgingAccess(({ body }: FastifyRequest) => [textIn(body as PortkeyRequest)])
  const schema = {
    ...portkeyGuardrail,
    body: portkeyRequest,
    querystring: guardQuery,
    response: { 200: portkeyAnswer },
  }
  const options = { config: { access }, schema, serializerCompiler, bodyLimit }
  app.post('/ai/guardrails/portkey', options, async (request, reply) => {
    const text = textIn(request.body)
    const { min_score: limit = MODERATE_MIN, tier: asked } = request.query
    if (text === '') return { verdict: true, data: { reason: 'There is no text to score.' } }
    const [score] = await judgeTexts({ request, reply, parts }, [text], { tier: asked })
    const isBlocked = score !== undefined && isBelow(score, limit)
    return {
      verdict: !isBlocked,
      data: {
        reason: isBlocked ? reasonFor(score, limit) : passedFor(score ? [score] : []),
        ...(score && { ain_score: score.ainScore, bias_direction: score.biasDirection, words: evidenceWords(score) }),
      },
    }
  })
}

const litellmRequest = named(
  'LitellmGuardrailRequest',
  "A request of LiteLLM's generic guardrail API. Fields that are not listed here are ignored.",
  z.object({
    texts: textList().nullish(),
    input_type: z.literal(['request', 'response']).nullish().describe('Whether these are prompts or answers.'),
    additional_provider_specific_params: z
      .object({
        min_score: minScore.nullish(),
        tier: tier.nullish(),
        on_loaded: onLoaded.nullish(),
      })
      .nullish()
      .describe('The settings of this guardrail in the configuration of LiteLLM.'),
  }),
)
type LitellmRequest = z.output<typeof litellmRequest>

const litellmAnswer = named(
  'LitellmGuardrailResult',
  'What LiteLLM does with the texts.',
  z.object({
    action: z.literal(['NONE', 'BLOCKED', 'GUARDRAIL_INTERVENED']).describe('`NONE` lets the texts pass.'),
    blocked_reason: z.string().optional().describe('Why the texts were blocked.'),
    texts: z.array(z.string()).optional().describe('The texts to continue with, if they were changed.'),
  }),
)

const CHARACTERS_MAX = 200_000
const side = z.looseObject({ text: z.string().max(CHARACTERS_MAX).nullish().describe('The text to score.') }).nullish()
const portkeyRequest = named(
  'PortkeyGuardrailRequest',
  "A request of Portkey's guardrail webhook. Fields that are not listed here are ignored.",
  z.object({
    request: side.describe('The prompt.'),
    response: side.describe('The answer, in hooks that run after the request.'),
    eventType: z
      .string()
      .nullish()
      .describe('`beforeRequestHook` or `afterRequestHook`. Decides which text is scored.'),
  }),
)
type PortkeyRequest = z.output<typeof portkeyRequest>

function textIn({ request, response, eventType }: PortkeyRequest): string {
  const isAnswer = eventType ? eventType === 'afterRequestHook' : Boolean(response?.text)
  return (isAnswer ? response?.text : request?.text) ?? ''
}

const portkeyAnswer = named(
  'PortkeyGuardrailResult',
  "The answer that Portkey's webhook expects.",
  z.object({
    verdict: z.boolean().describe('Whether the request or the answer can pass.'),
    data: z
      .object({
        reason: z.string().describe('Why.'),
        ain_score: z.number().optional().describe('Neutrality score, from 0 to 1.'),
        bias_direction: z.string().optional().describe('Which way the wording leans.'),
        words: z.array(z.string()).optional().describe('The words that moved the score most.'),
      })
      .describe('Shown in the logs of Portkey.'),
  }),
)
