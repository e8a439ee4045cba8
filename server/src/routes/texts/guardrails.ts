// The guardrail interfaces of other gateways: LiteLLM's generic guardrail API and Portkey's webhook. Both are charged like /ai/analyze.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Analysis, MODERATE_MIN } from '@equipoise/score'
import { allReplaced } from '@equipoise/score/rewriting'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type App, named, compilePlainWriter as serializerCompiler } from '../../http/http.ts'
import { tier } from './analysis-shape.ts'
import { type JudgingParts, judgeTexts, judgingAccess } from './judging.ts'
import { TEXTS_BYTES_MAX as bodyLimit, textList } from './text-list.ts'
import { litellmGuardrail, portkeyGuardrail } from './texts-reference.ts'

export function guardrailRoutes(app: App, parts: JudgingParts): void {
  litellmRoute(app, parts)
  portkeyRoute(app, parts)
}

const minScore = z.number().min(0).max(1).describe('Texts with a lower neutrality score are blocked. Default: 0.4.')

function litellmRoute(app: App, parts: JudgingParts): void {
  const textsOf = ({ texts }: LitellmRequest) => texts ?? []
  const access = judgingAccess(({ body }: FastifyRequest) => textsOf(body as LitellmRequest))
  const schema = { ...litellmGuardrail, body: litellmRequest, response: { 200: litellmAnswer } }
  const options = { config: { access }, schema, serializerCompiler, bodyLimit }
  app.post('/beta/litellm_basic_guardrail_api', options, async (request, reply) => {
    const { additional_provider_specific_params: asked } = request.body
    const limit = asked?.min_score ?? MODERATE_MIN
    const scoreAll = (texts: readonly string[]) =>
      judgeTexts({ request, reply, parts }, texts, { tier: asked?.tier ?? undefined })
    const scored = await scoreEach(textsOf(request.body), scoreAll)
    const loaded = scored.filter(({ score }) => score && isBelow(score, limit))
    if (loaded.length === 0) return { action: 'NONE' as const }
    const texts = asked?.on_loaded === 'neutralise' ? await neutralised(scored, limit, scoreAll) : undefined
    if (texts) return { action: 'GUARDRAIL_INTERVENED' as const, texts }
    return { action: 'BLOCKED' as const, blocked_reason: reasonFor(worstOf(loaded), limit) }
  })
}

interface ScoredText {
  readonly text: string
  /** Undefined for an empty text. */
  readonly score: Analysis | undefined
}
type ScoreAll = (texts: readonly string[]) => Promise<Analysis[]>

async function scoreEach(texts: readonly string[], scoreAll: ScoreAll): Promise<ScoredText[]> {
  const scores = await scoreAll(texts.filter((text) => text !== ''))
  return texts.map((text) => ({ text, score: text === '' ? undefined : scores.shift() }))
}

/** All texts, the loaded ones with our suggestions; undefined if those are not enough. Scoring again costs nothing. */
async function neutralised(
  scored: readonly ScoredText[],
  limit: number,
  scoreAll: ScoreAll,
): Promise<string[] | undefined> {
  const texts: string[] = []
  for (const { text, score } of scored) {
    const isLoaded = score !== undefined && isBelow(score, limit)
    // Other requests get their turn between two long texts.
    if (isLoaded) await nextTurn()
    texts.push(isLoaded ? allReplaced(text, score.evidence) : text)
  }
  const changed = texts.filter((text, at) => scored[at]?.score && text !== scored[at]?.text)
  const isLeft = scored.some(({ text, score }, at) => score && isBelow(score, limit) && texts[at] === text)
  if (isLeft || (await scoreAll(changed)).some((score) => isBelow(score, limit))) return undefined
  return texts
}

function worstOf(scored: readonly ScoredText[]): Analysis {
  const scores = scored.flatMap(({ score }) => score ?? [])
  return scores.reduce((one, other) => (other.ainScore < one.ainScore ? other : one))
}

function portkeyRoute(app: App, parts: JudgingParts): void {
  const access = judgingAccess(({ body }: FastifyRequest) => [textIn(body as PortkeyRequest)])
  const schema = {
    ...portkeyGuardrail,
    body: portkeyRequest,
    querystring: portkeyQuery,
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
        reason: isBlocked ? reasonFor(score, limit) : 'The wording is neutral enough.',
        ...(score && { ain_score: score.ainScore, bias_direction: score.biasDirection, words: evidenceWords(score) }),
      },
    }
  })
}

/** Texts that cannot be scored (too short, or in a language that we do not support) are not blocked. */
function isBelow({ ainScore, reason }: Analysis, limit: number): boolean {
  return reason === undefined && ainScore < limit
}

const WORDS_MAX = 10

function evidenceWords({ evidence }: Analysis): string[] {
  return [...new Set(evidence.map(({ text }) => text))].slice(0, WORDS_MAX)
}

function reasonFor(score: Analysis, limit: number): string {
  const words = evidenceWords(score)
  const named = words.length > 0 ? ` Loaded words: ${words.join(', ')}.` : ''
  return `The neutrality score ${score.ainScore} is below ${limit}.${named}`
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
        on_loaded: z
          .literal(['block', 'neutralise'])
          .nullish()
          .describe(
            '`neutralise` applies our suggestions to loaded texts, and blocks them only if that is not enough.',
          ),
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

const portkeyQuery = z.object({
  min_score: z.coerce
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: minScore.description, override: { type: 'number', minimum: 0, maximum: 1 } }),
  tier: tier.optional(),
})

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
