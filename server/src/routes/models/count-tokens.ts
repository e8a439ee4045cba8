// How many tokens a request in Anthropic's format has. It costs nothing, so the operator's provider is never asked: only the provider of a
// caller's own key counts, and otherwise the number is estimated.
import { z } from 'zod'
import { type Json, objectsOf } from '../../ai/ai.ts'
import { type App, named } from '../../http/http.ts'
import { mediaBytesMax } from './conversation.ts'
import { countRequest, isMedia, messagesFieldNames } from './messages-request.ts'
import { askAside, type ModelParts, modelRoute, termsOf, withoutOptions } from './model-route.ts'
import { fieldSorter, headersOf, tellIgnored } from './unknown-fields.ts'
import { countMessageTokens } from './v1-reference.ts'

export function countTokensRoutes(app: App, parts: ModelParts): void {
  const { brand, ai } = parts
  const schema = { ...countMessageTokens, body: countRequest(parts), response: { 200: tokenCount } }
  const bodyLimit = mediaBytesMax(parts.conversation)
  const sortFields = fieldSorter(messagesFieldNames(parts))
  const { config } = modelRoute(parts, 'ai/chat', { ownKey: true })
  const { prepaid: _noKeys, meter: _free, ...access } = config.access
  const rejects = ['provider_failed'] as const
  app.post(
    '/v1/messages/count_tokens',
    { config: { ...config, access, rejects }, bodyLimit, schema },
    async (request, reply) => {
      const { own, model } = termsOf(request, parts, true)
      const { request: passed, left, unknown } = sortFields(withoutOptions(request.body, brand))
      const counting = countedOf(passed)
      const headers = headersOf(request, 'messages')
      const question = { dialect: 'messages', request: counting, headers, wantsText: false, id: request.id } as const
      const counted =
        own &&
        (await askAside({ request, reply, parts }, (ending) => ai.countTokens({ ...question, model, ending }, own)))
      tellIgnored(reply, counted === undefined ? [...left, ...unknown] : left)
      if (counted === undefined) reply.header('x-token-count', 'estimated')
      return { input_tokens: counted ?? estimate(counting) }
    },
  )
}

/** Fields that do not affect the count, which the provider would reject. */
const UNCOUNTED = [
  'max_tokens',
  'metadata',
  'service_tier',
  'stop_sequences',
  'stream',
  'temperature',
  'top_k',
  'top_p',
]

function countedOf(request: Json): Json {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !UNCOUNTED.includes(name)))
}

const CHARACTERS_PER_TOKEN = 4
const TOKENS_PER_MEDIUM = 1_500

/** By length, as for English text and code; images and documents count as typical ones. */
function estimate({ messages, system, tools }: Json): number {
  const media = objectsOf(messages).flatMap(({ content }) => objectsOf(content).filter(isMedia))
  return Math.ceil(lengthOf([messages, system, tools]) / CHARACTERS_PER_TOKEN) + media.length * TOKENS_PER_MEDIUM
}

/** About the length of the JSON, without writing it; images and documents count as 0. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 3
  if (typeof value !== 'object' || value === null || isMedia(value as Json)) return 3
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + lengthOf(item), 0)
  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + 3 + lengthOf(inner), 0)
}

const tokenCount = named(
  'TokenCount',
  'How many tokens a request has.',
  z.object({ input_tokens: z.int().describe('Tokens of the messages, the system text and the tools together.') }),
)
