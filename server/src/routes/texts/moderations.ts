// OpenAI's moderations with one category of our own, so that existing clients can have texts scored. Charged like /ai/analyze.
import { type Analysis, MODERATE_MIN } from '@equipoise/score'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type App, named, compilePlainWriter as serializerCompiler } from '../../http/http.ts'
import { reason, TEXT_CHARACTERS_MAX, tier } from './analysis-shape.ts'
import { isLongerThan } from './characters.ts'
import { type JudgingParts, judgeTexts, judgingAccess } from './judging.ts'
import { TEXTS_BYTES_MAX as bodyLimit, fitTogether, TOO_LONG_TOGETHER } from './text-list.ts'
import { createModeration } from './texts-reference.ts'

export function moderationRoutes(app: App, parts: JudgingParts): void {
  const access = judgingAccess(({ body }: FastifyRequest) => inputsOf((body as ModerationRequest).input))
  const schema = { ...createModeration, body: moderationRequest, response: { 200: moderation } }
  app.post('/v1/moderations', { config: { access }, schema, serializerCompiler, bodyLimit }, async (request, reply) => {
    const { input, tier: asked } = request.body
    const scores = await judgeTexts({ request, reply, parts }, inputsOf(input), { tier: asked ?? undefined })
    return { id: `modr-${request.id}`, model: scores[0]?.modelVersion ?? '', results: scores.map(resultOf) }
  })
}

type Input = string | (string | z.output<typeof part>)[]

interface ModerationRequest {
  readonly input: Input
}

/** Parts of one message are one input, as with OpenAI. Images are not scored. */
function inputsOf(input: Input): string[] {
  if (typeof input === 'string') return [input]
  const texts = input.filter((one) => typeof one === 'string')
  if (texts.length > 0) return texts
  return [input.flatMap((part) => (typeof part === 'object' && part.type === 'text' ? [part.text] : [])).join('\n')]
}

function resultOf({ ainScore, reason }: Analysis) {
  // Rounded, because 1 - 0.1 in binary is not the number that a reader expects.
  const bias = Math.round((1 - ainScore) * 10_000) / 10_000
  const flagged = ainScore < MODERATE_MIN
  return {
    flagged,
    categories: { bias: flagged },
    category_scores: { bias },
    category_applied_input_types: { bias: ['text' as const] },
    ...(reason && { reason }),
  }
}

const INPUTS_MAX = 100
const part = z.union([
  z.object({ type: z.literal('text').describe('A text.'), text: z.string().describe('The text.') }),
  z.object({
    type: z.literal('image_url').describe('An image.'),
    image_url: z.looseObject({}).describe('Where it is. It is not scored.'),
  }),
])
const moderationRequest = named(
  'ModerationRequest',
  "A request for moderation in OpenAI's format.",
  z.object({
    input: z
      .union([z.string(), z.array(z.string()).min(1).max(INPUTS_MAX), z.array(part).min(1).max(INPUTS_MAX)], {
        error: 'Input should be text, a list of texts, or a list of content parts',
      })
      .refine((input) => inputsOf(input).every(isScorable), {
        error: `Each text should have 1 to ${TEXT_CHARACTERS_MAX} characters. Images are not scored.`,
      })
      .refine((input) => fitTogether(inputsOf(input)), TOO_LONG_TOGETHER)
      .describe(
        'What to score: a text, a list of texts, or the parts of one message. Parts that are images are not scored.',
      ),
    model: z.string().max(128).nullish().describe('Accepted and ignored: there is one scoring model.'),
    tier: tier.nullish(),
  }),
)

function isScorable(text: string): boolean {
  return text !== '' && !isLongerThan(text, TEXT_CHARACTERS_MAX)
}

const result = named(
  'ModerationResult',
  'The result for one input.',
  z.object({
    flagged: z.boolean().describe(`Whether the wording is biased: the neutrality score is below ${MODERATE_MIN}.`),
    categories: z.object({ bias: z.boolean().describe('The same as `flagged`.') }).describe('One flag per category.'),
    category_scores: z
      .object({ bias: z.number().describe('1 minus the neutrality score (AIN), from 0 to 1.') })
      .describe('One score per category.'),
    category_applied_input_types: z
      .object({ bias: z.array(z.literal('text')).describe('Always `["text"]`.') })
      .describe('The kinds of input behind each score.'),
    reason: reason.optional(),
  }),
)
const moderation = named(
  'Moderation',
  "The result for every input, in OpenAI's format.",
  z.object({
    id: z.string().describe('Identifies this response.'),
    model: z.string().describe('Version of the scoring model.'),
    results: z.array(result).describe('One result for each input, in order.'),
  }),
)
