// Embeddings, passed on to the deployment's provider. They are not text, so nothing is scored. Charged like /ai/chat.
import { z } from 'zod'
import { type App, named } from '../../http/http.ts'
import { mediaBytesMax, model } from './conversation.ts'
import { askAside, type ModelParts, modelRoute, tallyOf, termsOf } from './model-route.ts'
import { passedOn } from './passed-on.ts'
import { fieldSorter, tellIgnored } from './unknown-fields.ts'
import { createEmbedding } from './v1-reference.ts'

const INPUTS_MAX = 2_048
const TOKENS_MAX = 2_000
const tokens = z.array(z.int().min(0)).min(1).max(TOKENS_MAX)
const fields = {
  input: z
    .union([z.string().min(1), z.array(z.string()).min(1).max(INPUTS_MAX), tokens, z.array(tokens).max(INPUTS_MAX)], {
      error: 'Input should be text, or a list of texts',
    })
    .describe('What to embed: a text, or a list of texts.'),
  model: model.describe('An embedding model of the provider.'),
  dimensions: z.int().min(1).max(100_000).nullish().describe('How many numbers each embedding has.'),
  encoding_format: z.literal(['float', 'base64']).nullish().describe('How the numbers are written.'),
  user: z.string().max(512).nullish().describe('Your own identifier for the end user.'),
}
const embeddingsRequest = named(
  'EmbeddingsRequest',
  "A request for embeddings in OpenAI's format, passed on unchanged.",
  passedOn(z.looseObject(fields)),
)
const sortFields = fieldSorter(Object.keys(fields))
const embeddingsAnswer = named(
  'EmbeddingsAnswer',
  "Embeddings in OpenAI's format, with every field that the provider sent.",
  z.looseObject({ data: z.array(z.looseObject({})).describe('The embeddings, in the order of the input.') }),
)

export function embeddingsRoutes(app: App, parts: ModelParts): void {
  const schema = { ...createEmbedding, body: embeddingsRequest, response: { 200: embeddingsAnswer } }
  const { config, serializerCompiler } = modelRoute(parts, 'ai/chat', { ownKey: true })
  const { prepaid: _noKeys, ...access } = config.access
  const rejects = ['provider_failed', 'not_found'] as const
  const bodyLimit = mediaBytesMax(parts.conversation)
  app.post(
    '/v1/embeddings',
    { config: { access, rejects }, serializerCompiler, bodyLimit, schema },
    async (request, reply) => {
      const { own, model: named } = termsOf(request, parts, true)
      const { request: passed, left } = sortFields(request.body)
      tellIgnored(reply, left)
      const tally = tallyOf(request)
      const question = { dialect: 'chat', request: passed, wantsText: false, id: request.id, tally } as const
      const found = await askAside({ request, reply, parts }, (ending) =>
        parts.ai.embed({ ...question, model: named, ending }, own),
      )
      return found as z.input<typeof embeddingsAnswer>
    },
  )
}
