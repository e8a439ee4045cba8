// The models that this deployment offers, in a shape that both OpenAI's and Anthropic's clients accept.
import { z } from 'zod'
import type { Ai, ModelOffer } from '../../ai/ai.ts'
import { ApiError } from '../../ground/errors.ts'
import { type App, named } from '../../http/http.ts'
import { listModels, readModel } from './v1-reference.ts'

interface ModelListParts {
  readonly ai: Ai
  readonly nowMs: () => number
}

const access = { credentials: 'required', kinds: ['jwt', 'key'], area: 'ai' } as const

export function modelListRoutes(app: App, { ai, nowMs }: ModelListParts): void {
  const started = new Date(nowMs())
  const shown = ({ id, label }: ModelOffer) => ({
    id,
    object: 'model' as const,
    created: Math.floor(started.getTime() / 1000),
    owned_by: ai.chatModel.provider,
    type: 'model' as const,
    display_name: label ?? id,
    created_at: started.toISOString(),
    ...priceIn(ai.models.priceOf(id)),
  })
  const listing = { ...listModels(ai.chatModel.provider), response: { 200: modelList } }
  app.get('/v1/models', { config: { access }, schema: listing }, async () => {
    const data = ai.models.list.map(shown)
    const ids = data.map(({ id }) => id)
    return { object: 'list' as const, data, has_more: false, first_id: ids[0] ?? null, last_id: ids.at(-1) ?? null }
  })

  const params = z.object({ id: z.string().describe('The name of the model.') })
  const reading = { ...readModel(ai.chatModel.provider), params, response: { 200: listedModel } }
  const config = { access, rejects: ['not_found'] as const }
  app.get('/v1/models/:id', { config, schema: reading }, async ({ params: { id } }) => {
    const offer = ai.models.list.find((one) => one.id === id)
    if (!offer)
      throw new ApiError(
        'not_found',
        `This deployment does not offer the model "${id}": GET /v1/models lists those that it offers.`,
      )
    return shown(offer)
  })
}

function priceIn(price: ReturnType<Ai['models']['priceOf']>) {
  return price ? { price: { input: price.input, output: price.output, currency: 'EUR' as const } } : {}
}

const price = z.object({
  input: z.number().describe('For a million tokens sent to the model.'),
  output: z.number().describe('For a million tokens that the model wrote.'),
  currency: z.literal('EUR').describe('Always `EUR`.'),
})
const listedModel = named(
  'Model',
  "A model, with the fields of OpenAI's format and of Anthropic's.",
  z.object({
    id: z.string().describe('The name to send as `model`.'),
    object: z.literal('model').describe('Always `model`.'),
    created: z.int().describe('When this deployment started, in Unix seconds.'),
    owned_by: z.string().describe('The AI provider that serves it.'),
    type: z.literal('model').describe('Always `model`.'),
    display_name: z.string().describe('A name to show to people.'),
    created_at: z.iso.datetime().describe('When this deployment started.'),
    price: price.optional().describe('What its tokens cost this deployment, if it says so.'),
  }),
)
const modelList = named(
  'ModelList',
  'The models that you can use.',
  z.object({
    object: z.literal('list').describe('Always `list`.'),
    data: z.array(listedModel).describe('The models, the default first.'),
    has_more: z.boolean().describe('Always false: the list is complete.'),
    first_id: z.string().nullable().describe('The name of the first model.'),
    last_id: z.string().nullable().describe('The name of the last model.'),
  }),
)
