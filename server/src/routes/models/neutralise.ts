// The smallest neutral edit of a text, with or without the deployment's model.
import { type Analysis, BANDS } from '@equipoise/score'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  EDIT_ATTEMPTS_MAX,
  editSmallest,
  type FilteredAnswer,
  type Message,
  type SmallestEdit,
  sumUsage,
  type TokenUsage,
} from '../../ai/ai.ts'
import type { Brand } from '../../ground/brand.ts'
import { type App, callerGone, type Guarded, named, compilePlainWriter as serializerCompiler } from '../../http/http.ts'
import { inPhase } from '../../observability/phases.ts'
import type { Analyze, ScoreOptions } from '../../threads/scorer/scorer.ts'
import { textOf, tier } from '../texts/analysis-shape.ts'
import { scoringFor } from '../texts/judging.ts'
import { CALL_ENTRIES_MAX, wordLists } from '../texts/word-lists.ts'
import { type ModelParts, makeCall, tallyOf } from './model-route.ts'
import { mostOf, rejectModel } from './most.ts'
import { neutraliseText } from './neutralise-reference.ts'

interface NeutraliseParts extends ModelParts {
  readonly analyze: Analyze
}

export function neutraliseRoutes(app: App, parts: NeutraliseParts): void {
  const { brand } = parts
  const access: Guarded = {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: {
      name: ({ body }) => ((body as NeutraliseRequest).mode === 'model' ? 'ai/chat' : 'ai/analyze'),
      units: () => 1,
      asking: { endUser: () => undefined, most: (request) => mostOfEdit(request, parts) },
    },
    allows(request, plan) {
      const { mode } = request.body as NeutraliseRequest
      if (mode === 'model') rejectModel(request, plan, parts.ai.chatModel.id)
    },
  }
  const schema = { ...neutraliseText(brand), body: neutraliseRequest, response: { 200: neutralised(brand) } }
  const config = { access, rejects: ['provider_failed', 'not_configured'] as const }
  app.post('/ai/neutralise', { config, schema, serializerCompiler }, async (request, reply) => {
    const { text, mode, tier: asked, ...called } = request.body
    const options = { ...(await scoringFor(request, parts.words, called)), tier: asked ?? undefined }
    const exchange = { request, reply, parts }
    return mode === 'model' ? editWithModel(exchange, text, options) : editWithout(exchange, text, options)
  })
}

async function mostOfEdit(request: FastifyRequest, { ai }: ModelParts) {
  const isAsking = (request.body as NeutraliseRequest).mode === 'model'
  if (!isAsking) return { tokens: 0, micros: 0 }
  return mostOf(ai, { request, model: ai.chatModel.id, attemptsMax: EDIT_ATTEMPTS_MAX })
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: NeutraliseParts
}

function analyzeWith({ request: { phases }, parts }: Exchange, options: ScoreOptions) {
  return (text: string) => inPhase(phases, 'score', async () => parts.analyze(text, options))
}

async function editWithout(exchange: Exchange, text: string, options: ScoreOptions) {
  const { reply, parts } = exchange
  const analyze = analyzeWith(exchange, { ...options, signal: callerGone(reply) })
  return shownEdit(await editSmallest(text, { analyze }), { brand: parts.brand, model: null })
}

/** Several questions to the model are one request: it takes one place among the requests in progress, and tokens are counted together. */
function editWithModel(exchange: Exchange, text: string, options: ScoreOptions) {
  const { ai, brand } = exchange.parts
  let edit: SmallestEdit | undefined
  const costMicros = (usage: TokenUsage) => ai.models.costMicros(ai.chatModel.id, usage)
  const plain = ({ model }: FilteredAnswer) =>
    shownEdit(edit as SmallestEdit, { brand, model: edit?.attempts ? model : null })
  return makeCall(exchange, { plain, costMicros }, async (ending) => {
    const { id, phases } = exchange.request
    const tally = tallyOf(exchange.request)
    let outcome: FilteredAnswer | undefined
    const ask = async (messages: readonly Message[]) => {
      const asked = { dialect: 'chat', request: { messages }, wantsText: true, mode: 'analyze', tier: 'fast' } as const
      const next = await ai.chat({ ...asked, words: async () => options, id, phases, ending, tally })
      outcome = { ...next, usage: sumUsage([...(outcome ? [outcome.usage] : []), next.usage]) }
      return next.text
    }
    const analyze = analyzeWith(exchange, { ...options, signal: ending.signal })
    edit = await editSmallest(text, { analyze, ask })
    return outcome ?? nothingAsked(ai.chatModel.id)
  })
}

/** The outcome for a text that needs no model. */
function nothingAsked(model: string): FilteredAnswer {
  return {
    dialect: 'chat',
    whole: {},
    text: '',
    model,
    mode: 'analyze',
    passed: true,
    judgement: undefined,
    reason: undefined,
    choices: undefined,
    attempts: [],
    usage: { inputTokens: 0, outputTokens: 0 },
    tail: [],
  }
}

function shownEdit(edit: SmallestEdit, { brand, model }: { brand: Brand; model: string | null }) {
  return {
    text: edit.text,
    changes: edit.changes.map(({ start, end, before, after }) => ({ start, end, before, after })),
    before: shownScore(edit.before, brand),
    after: shownScore(edit.after, brand),
    evidence_left: edit.after.evidence.length + edit.after.evidenceTruncated,
    rewritten: edit.isRewritten,
    attempts: edit.attempts,
    model,
    model_version: edit.after.modelVersion,
  } as z.input<ReturnType<typeof neutralised>>
}

function shownScore({ ainScore, band, certified }: Analysis, { field }: Brand) {
  return { ain_score: ainScore, band, [field.certified]: certified }
}

const neutraliseRequest = named(
  'NeutraliseRequest',
  'A text to make neutral.',
  z.object({
    text: textOf(),
    mode: z
      .literal(['suggestions', 'model'])
      .default('suggestions')
      .describe(
        "`suggestions` applies our own suggestions to the text. `model` then lets this deployment's model rewrite the loaded words that are left, and nothing else.",
      ),
    tier: tier.nullish(),
    ...wordLists(CALL_ENTRIES_MAX),
  }),
)
type NeutraliseRequest = z.output<typeof neutraliseRequest>

function neutralised({ field }: Brand) {
  const score = named(
    'TextScore',
    'The score of a text.',
    z.object({
      ain_score: z.number().describe('Neutrality score, from 0 to 1.'),
      band: z.literal(BANDS).describe('Which band the score is in.'),
      [field.certified]: z.boolean().describe('Whether the text is certified.'),
    }),
  )
  const change = named(
    'TextChange',
    'Words that were changed.',
    z.object({
      start: z.int().describe('Where they start in your text, in UTF-16 code units.'),
      end: z.int().describe('Where they end in your text (exclusive), in UTF-16 code units.'),
      before: z.string().describe('The words in your text.'),
      after: z.string().describe('What replaces them. Empty if the words were left out.'),
    }),
  )
  return named(
    'NeutralisedText',
    'The edited text, what changed, and the score before and after.',
    z.object({
      text: z.string().describe('The edited text.'),
      changes: z
        .array(change)
        .describe('Every change, in order. Applied to your text from the last to the first, they give `text`.'),
      before: score.describe('The score of your text.'),
      after: score.describe('The score of the edited text.'),
      evidence_left: z.int().describe('How many pieces of evidence the edited text still has.'),
      rewritten: z.boolean().describe('Whether the text contains words of the model.'),
      attempts: z.int().describe('How often the model was asked, at most 3.'),
      model: z.string().nullable().describe('The model that was asked. Null if none was.'),
      model_version: z.string().describe('Version of the scoring model.'),
    }),
  )
}
