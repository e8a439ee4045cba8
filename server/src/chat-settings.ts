// The chat settings that are JSON: which models are offered, and which AI providers answer.
import { z } from 'zod'
import { Secret } from './ground/secret.ts'

/** Parses JSON; errors do not quote the text, because it may contain keys. */
export const jsonText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' })
    return z.NEVER
  }
})

const modelId = z.string().regex(/^[\w.:/@+-]{1,128}$/, 'is a model id')
const headerKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'is printable ASCII without spaces')
  .transform((text) => new Secret(text))

const perMillion = z.number().min(0).max(1_000_000)
const prices = {
  input: perMillion,
  output: perMillion,
  cache_read: perMillion.optional(),
  cache_write: perMillion.optional(),
}
const always = '0000-01-01'
const priceOverTime = z
  .union([
    z.strictObject(prices).transform((price) => [{ ...price, from: always }]),
    z
      .array(z.strictObject({ from: z.iso.date(), ...prices }))
      .min(1)
      .max(100),
  ])
  .transform((list) =>
    list
      .map(({ cache_read, cache_write, ...price }) => ({ ...price, cacheRead: cache_read, cacheWrite: cache_write }))
      .sort((a, b) => (a.from < b.from ? 1 : -1)),
  )
const tokenCount = z.int().min(1).max(1e9).optional()

/** CHAT_MODELS: the only models that callers may name; the first is the default. */
export const chatModels = jsonText.pipe(
  z
    .array(
      z
        .strictObject({
          id: modelId,
          label: z.string().min(1).max(100).optional(),
          price: priceOverTime.optional(),
          max_output_tokens: tokenCount,
          context_tokens: tokenCount,
        })
        .transform(({ price, max_output_tokens, context_tokens, ...offer }) => ({
          ...offer,
          prices: price,
          outputTokensMax: max_output_tokens,
          contextTokens: context_tokens,
        })),
    )
    .min(1)
    .max(200)
    .refine((models) => new Set(models.map(({ id }) => id)).size === models.length, 'lists a model twice'),
)

/** CHAT_TARGETS: the AI providers and models to ask, in place of CHAT_PROVIDER, CHAT_API_KEY and CHAT_MODEL. */
export const chatTargets = jsonText.pipe(
  z
    .array(
      z
        .strictObject({
          name: z
            .string()
            .regex(/^[\w.-]{1,64}$/, 'is 1 to 64 letters, digits, dots and dashes')
            .optional(),
          provider: z.string(),
          api_key: headerKey,
          model: modelId.optional(),
          models: z.record(z.string(), modelId).optional(),
          weight: z.number().min(0).max(1_000).default(1),
        })
        .transform(({ name, provider, api_key, ...rest }) => ({
          name: name ?? provider,
          provider,
          apiKey: api_key,
          ...rest,
        })),
    )
    .min(1)
    .max(20)
    .refine(
      (targets) => new Set(targets.map(({ name }) => name)).size === targets.length,
      'gives two targets one name',
    ),
)
