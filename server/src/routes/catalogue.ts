// What a stranger may know: what we sell, what this deployment calls things, and what is switched on.
import { z } from 'zod'
import type { Brand } from '../brand.ts'
import type { App } from '../http/http.ts'
import { type Catalogue, PLAN_ORDER, type Plan, TOPUP_IDS } from '../plans.ts'

export interface CatalogueParts {
  readonly brand: Brand
  readonly catalogue: Catalogue
  readonly providers: readonly string[]
  readonly features: Features
}

export interface Features {
  readonly chat: boolean
  readonly billing: 'stripe' | 'sandbox' | 'off'
  readonly mail: boolean
}

const config = { access: 'public' } as const
const tags = ['Service']
const allowance = z.int().nullable().describe('a month; null is unlimited, 0 is not included')

const planShape = z.object({
  id: z.literal(PLAN_ORDER),
  price_eur: z.number(),
  max_n: z.int(),
  compute: allowance,
  ai_chat: allowance,
  ai_analyze: allowance,
  ai_proxy: allowance,
  keys: z.int(),
  requests_per_minute: z.int(),
})
const topupShape = z.object({
  id: z.literal(TOPUP_IDS),
  price_eur: z.number(),
  compute: z.int(),
  ai_calls: z.int(),
  plans: z.array(z.literal(PLAN_ORDER)),
})
const plansShape = z.object({
  plans: z.array(planShape),
  topups: z.array(topupShape),
  anonymous: z.object({ max_n: z.int(), requests_per_minute: z.int() }),
})
const brandShape = z.object({
  name: z.string(),
  word: z.string(),
  key_prefix: z.string(),
  fields: z.object({ options: z.string(), filter: z.string(), certified: z.string() }),
  providers: z.array(z.string()),
  features: z.object({ chat: z.boolean(), billing: z.literal(['stripe', 'sandbox', 'off']), mail: z.boolean() }),
})

export function catalogueRoutes(app: App, { brand, catalogue, providers, features }: CatalogueParts): void {
  const plans = shownCatalogue(catalogue)
  const { name, word, keyPrefix, field } = brand
  const shownBrand = { name, word, key_prefix: keyPrefix, fields: { ...field }, providers: [...providers], features }

  app.get(
    '/plans',
    { config, schema: { tags, summary: 'Plans and top-ups', response: { 200: plansShape } } },
    async () => plans,
  )
  app.get(
    '/brand',
    { config, schema: { tags, summary: 'Names and features of this deployment', response: { 200: brandShape } } },
    async () => shownBrand,
  )
}

function shownCatalogue({ plans, topups, anonymous }: Catalogue): z.output<typeof plansShape> {
  return {
    plans: PLAN_ORDER.map((id) => shownPlan(plans[id])),
    topups: topups.map(({ id, priceEur, compute, aiCalls, plans: offered }) => ({
      id,
      price_eur: priceEur,
      compute,
      ai_calls: aiCalls,
      plans: [...offered],
    })),
    anonymous: { max_n: anonymous.sizeMax, requests_per_minute: anonymous.requestsPerMinute },
  }
}

function shownPlan({ id, priceEur, sizeMax, allowance: a, keysMax, requestsPerMinute }: Plan) {
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
