// Public information: plans and prices, the deployment's names, and which features are switched on.
import { z } from 'zod'
import type { Brand } from '../../ground/brand.ts'
import { type Catalogue, type Plan, planOf, TOPUP_IDS } from '../../ground/plans.ts'
import { type App, named } from '../../http/http.ts'
import { planName } from './plan-fields.ts'
import * as reference from './service-reference.ts'

interface CatalogueParts {
  readonly brand: Brand
  readonly catalogue: Catalogue
  readonly providers: Readonly<
    Record<string, { readonly label?: string | undefined; readonly simulated?: boolean | undefined }>
  >
  readonly chatProvider: string
  readonly features: Features
}

export interface Features {
  readonly chat: boolean
  readonly billing: 'stripe' | 'sandbox' | 'off'
  readonly mail: boolean
  readonly registration: 'open' | 'invite' | 'closed'
  readonly password_sign_in: boolean
  readonly oidc: string | null
}

const config = { access: 'public' } as const
const allowance = (what: string) =>
  z.int().nullable().describe(`${what} included in a month. Null means unlimited, 0 means not included.`)

export const planFields = z.object({
  id: planName('Identifies the plan.'),
  price_eur: z.number().describe('Price for a month, in euros.'),
  max_n: z.int().describe('The largest N.'),
  compute: allowance('Compute units'),
  ai_chat: allowance('Requests to `/ai/chat`'),
  ai_analyze: allowance('Text analyses'),
  ai_proxy: allowance('Requests to `/ai/proxy`'),
  keys: z.int().describe('How many API keys you can have.'),
  requests_per_minute: z.int().describe('The rate limit.'),
})
const planShape = named('Plan', 'A plan and its limits.', planFields)
const topupShape = named(
  'TopupOffer',
  'A top-up, and who can buy it.',
  z.object({
    id: z.literal(TOPUP_IDS).describe('Identifies the top-up.'),
    price_eur: z.number().describe('Price, in euros.'),
    compute: z.int().describe('Compute units it adds.'),
    ai_calls: z.int().describe('AI calls it adds.'),
    plans: z.array(z.string()).describe('The plans on which you can buy it.'),
  }),
)
const anonymousShape = z.object({
  max_n: z.int().describe('The largest N without credentials.'),
  requests_per_minute: z.int().describe('The rate limit for an IP address without credentials.'),
})
const plansShape = named(
  'Plans',
  'Everything you can buy, and what you can do without an account.',
  z.object({
    plans: z.array(planShape).describe('The plans, smallest first.'),
    topups: z.array(topupShape).describe('The top-ups, smallest first.'),
    anonymous: anonymousShape.describe('What anonymous callers can do.'),
  }),
)
const fieldsShape = z.object({
  options: z.string().describe('The request field with filter options.'),
  filter: z.string().describe('The response field with the filter report.'),
  certified: z.string().describe('The response field that says whether a text is certified.'),
})
const featuresShape = z.object({
  chat: z.boolean().describe('Whether `/ai/chat` works.'),
  billing: z.literal(['stripe', 'sandbox', 'off']).describe('How payments work. In the `sandbox` no real money moves.'),
  mail: z.boolean().describe('Whether this deployment can send emails.'),
  registration: z.literal(['open', 'invite', 'closed']).describe('Who can sign up.'),
  password_sign_in: z.boolean().describe('Whether people can sign in with a password.'),
  oidc: z
    .string()
    .nullable()
    .describe('Name of the identity provider that people can sign in with. Null if there is none.'),
})
const providerShape = named(
  'ProviderInfo',
  'An AI provider of this deployment.',
  z.object({
    name: z.string().describe('Its name in `/ai/proxy`.'),
    label: z.string().describe('The name to show to people.'),
    simulated: z.boolean().describe('Whether its answers are canned, without asking a model.'),
  }),
)
const brandShape = named(
  'Brand',
  'The names and features of this deployment.',
  z.object({
    name: z.string().describe('The name of the product.'),
    word: z.string().describe('The prefix of keys and field names.'),
    key_prefix: z.string().describe('What every API key starts with.'),
    fields: fieldsShape.describe('Field names that depend on the deployment.'),
    providers: z.array(z.string()).describe('AI providers you can name in `/ai/proxy`.'),
    provider_details: z.array(providerShape).describe('The same providers, with the names to show to people.'),
    chat_provider: z.string().nullable().describe('The provider that `/ai/chat` asks. Null if chat is not set up.'),
    features: featuresShape.describe('What is switched on.'),
  }),
)

/** Public facts about this deployment. They do not change while the process runs. */
export function knownOf({ brand, catalogue, providers, chatProvider, features }: CatalogueParts) {
  const { name, word, keyPrefix, field } = brand
  const shownBrand = {
    name,
    word,
    key_prefix: keyPrefix,
    fields: { ...field },
    providers: Object.keys(providers),
    provider_details: Object.entries(providers).map(([id, { label = id, simulated = false }]) => ({
      name: id,
      label,
      simulated,
    })),
    chat_provider: features.chat ? chatProvider : null,
    features,
  }
  return { brand: shownBrand, plans: shownCatalogue(catalogue) }
}

export type Known = ReturnType<typeof knownOf>

export function catalogueRoutes(app: App, known: Known): void {
  app.get(
    '/plans',
    { config, schema: { ...reference.listPlans, response: { 200: plansShape } } },
    async () => known.plans,
  )
  app.get(
    '/brand',
    { config, schema: { ...reference.getBrand(known.brand), response: { 200: brandShape } } },
    async () => known.brand,
  )
}

function shownCatalogue(catalogue: Catalogue): z.output<typeof plansShape> {
  const { offered: sold, topups, anonymous } = catalogue
  return {
    plans: sold.map((id) => shownPlan(planOf(catalogue, id))),
    topups: topups.map(({ id, priceEur, compute, aiCalls, plans: offered }) => ({
      id,
      price_eur: priceEur,
      compute,
      ai_calls: aiCalls,
      plans: offered.filter((plan) => sold.includes(plan)),
    })),
    anonymous: { max_n: anonymous.sizeMax, requests_per_minute: anonymous.requestsPerMinute },
  }
}

export function shownPlan({ id, priceEur, sizeMax, allowance: a, keysMax, requestsPerMinute }: Plan) {
  return {
    id,
    price_eur: priceEur,
    max_n: sizeMax,
    compute: a.compute,
    ai_chat: a['ai/chat'],
    ai_analyze: a['ai/analyze'],
    ai_proxy: a['ai/proxy'],
    keys: keysMax,
    requests_per_minute: requestsPerMinute,
  }
}
