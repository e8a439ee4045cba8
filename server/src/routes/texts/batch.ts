// Many texts in one request: a result or an error for each, charged together.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Analysis } from '@equipoise/score'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import {
  type App,
  callerGone,
  errorOf,
  named,
  refundPart,
  compilePlainWriter as serializerCompiler,
  statusOf,
} from '../../http/http.ts'
import { type Analyze, scoreAll } from '../../threads/scorer/scorer.ts'
import type { Metering } from '../../usage/usage.ts'
import type { Words } from '../../words/words.ts'
import { analysisSchema, shownAnalysis, TEXT_CHARACTERS_MAX, tier } from './analysis-shape.ts'
import { isLongerThan } from './characters.ts'
import { isBegun, scoringFor } from './judging.ts'
import { TEXTS_BYTES_MAX as bodyLimit, textList } from './text-list.ts'
import { analyzeTexts } from './texts-reference.ts'
import { CALL_ENTRIES_MAX, wordLists } from './word-lists.ts'

interface BatchParts {
  readonly brand: Brand
  readonly analyze: Analyze
  readonly usage: Metering
  readonly words: Words
}

export function batchRoutes(app: App, parts: BatchParts): void {
  const { brand } = parts
  const access = {
    credentials: 'required',
    kinds: ['jwt', 'key'],
    area: 'ai',
    meter: { name: 'ai/analyze', units: ({ body }: FastifyRequest) => scorableIn((body as BatchRequest).texts).length },
  } as const
  const schema = { ...analyzeTexts(brand), body: batchRequest, response: { 200: batchSchema(brand) } }
  app.post('/ai/analyze/batch', { config: { access }, schema, serializerCompiler, bodyLimit }, (request, reply) =>
    analyzeBatch(request, reply, parts),
  )
}

type BatchRequest = z.output<typeof batchRequest>
type Batch = z.input<ReturnType<typeof batchSchema>>

async function analyzeBatch(
  request: FastifyRequest,
  reply: FastifyReply,
  { brand, analyze, usage, words }: BatchParts,
): Promise<Batch> {
  const body = request.body as BatchRequest
  const scorable = scorableIn(body.texts)
  const signal = callerGone(reply)
  const options = { ...(await scoringFor(request, words, body)), tier: body.tier ?? undefined, signal }
  const scored = await scoreAll(
    analyze,
    scorable.map(({ text }) => text),
    options,
  )
  const failed = scored.filter((result) => result.status === 'rejected')
  const begun = failed.filter(isBegun)
  // Only texts whose scoring did not start are refunded; a batch that failed as a whole is an error like any other.
  const [failure] = begun.length > 0 ? begun : failed
  const isWhole = failed.length === body.texts.length
  if (failure && !(isWhole && begun.length === 0)) await refundPart(request, usage, failed.length - begun.length)
  if (failure && isWhole) throw failure.reason
  const outcomes = new Map(scorable.map(({ index }, at) => [index, scored[at]]))
  const items: string[] = []
  for (const [index, text] of body.texts.entries()) {
    items.push(JSON.stringify({ index, ...itemOf(text, outcomes.get(index), brand) }))
    // All results together are megabytes, so other requests get their turn in between.
    if (items.length % WRITTEN_PER_TURN === 0) await nextTurn()
  }
  const count = scored.length - failed.length
  reply.type(JSON_TYPE)
  // Sent as it is, because it is already JSON text.
  return `{"results":[${items.join(',')}],"scored":${count},"failed":${items.length - count}}` as unknown as Batch
}

const JSON_TYPE = 'application/json; charset=utf-8'
const WRITTEN_PER_TURN = 10

interface Scorable {
  readonly index: number
  readonly text: string
}

function scorableIn(texts: readonly string[]): Scorable[] {
  return texts.flatMap((text, index) => (problemOf(text) === undefined ? [{ index, text }] : []))
}

function problemOf(text: string): string | undefined {
  if (text === '') return 'String should have at least 1 character'
  return isLongerThan(text, TEXT_CHARACTERS_MAX)
    ? `String should have at most ${TEXT_CHARACTERS_MAX} characters`
    : undefined
}

function itemOf(text: string, outcome: PromiseSettledResult<Analysis> | undefined, brand: Brand) {
  if (outcome?.status === 'fulfilled') return { analysis: shownAnalysis(outcome.value, brand) }
  if (!outcome) return { error: { status: statusOf('invalid'), detail: problemOf(text) ?? '' } }
  const { kind, message: detail } = errorOf(outcome.reason)
  return { error: { status: statusOf(kind), detail } }
}

const batchRequest = named(
  'AnalyzeBatchRequest',
  'Texts to score.',
  z.object({ texts: textList(), tier: tier.nullish(), ...wordLists(CALL_ENTRIES_MAX) }),
)

function batchSchema(brand: Brand) {
  const error = named(
    'TextError',
    'Why one text of a batch was not scored. It costs nothing, unless its scoring had started and took too long (504).',
    z.object({
      status: z.int().describe('The HTTP status that the text would have got on its own.'),
      detail: z.string().describe('What went wrong.'),
    }),
  )
  const item = named(
    'AnalyzeBatchItem',
    'The result for one text: either `analysis` or `error`.',
    z.object({
      index: z.int().describe('The position of the text in `texts`, counted from 0.'),
      analysis: analysisSchema(brand).optional(),
      error: error.optional(),
    }),
  )
  return named(
    'AnalyzeBatch',
    'One result for each text.',
    z.object({
      results: z.array(item).describe('The results, in the order of `texts`.'),
      scored: z
        .int()
        .describe(
          'How many texts were scored. The request costs this, and the texts whose scoring started and took too long.',
        ),
      failed: z.int().describe('How many texts were not scored.'),
    }),
  )
}
