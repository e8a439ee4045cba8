// The catalogue of plans and top-ups. A deployment can add, change and leave out plans with a JSON file (PLANS_FILE), checked at start.
import { z } from 'zod'
import { type Limits, limitsSchema } from './limits.ts'

export const FREE_PLAN = 'free'
/** The plans that every deployment has, from the smallest to the largest. */
export const BUILT_IN_PLANS = ['free', 'basic', 'pro', 'gamepro', 'studio', 'enterprise', 'enterprise_xl'] as const
export type BuiltInPlan = (typeof BUILT_IN_PLANS)[number]
/** The deployment's catalogue decides which names exist. */
export type PlanId = string

export const TOPUP_IDS = ['topup_10k', 'topup_25k', 'topup_50k', 'topup_100k', 'topup_500k', 'topup_2m'] as const
export type TopupId = (typeof TOPUP_IDS)[number]

/** What is metered by month. /compute and /sweep share the compute units. */
export const METERS = ['compute', 'ai/chat', 'ai/analyze', 'ai/proxy'] as const
export type Meter = (typeof METERS)[number]

export interface AllowanceLevel {
  readonly accountId: number
  readonly plan: PlanId
  readonly meter: Meter
  readonly percent: 50 | 80 | 100
  readonly used: number
  readonly allowance: number
  /** YYYY-MM */
  readonly month: string
  readonly resetsAt: Date
}

export interface Plan {
  readonly id: PlanId
  readonly priceEur: number
  readonly sizeMax: number
  /** Units or requests per month; null is unlimited, 0 is not included. */
  readonly allowance: Readonly<Record<Meter, number | null>>
  readonly keysMax: number
  readonly requestsPerMinute: number
  /** What each account on this plan can use besides, models included. */
  readonly limits?: Limits | undefined
}

export interface Topup {
  readonly id: TopupId
  readonly priceEur: number
  readonly compute: number
  readonly aiCalls: number
  readonly plans: readonly PlanId[]
}

export interface Catalogue {
  /** All plans that an account can have, offered or not. Always includes the built-in ones. */
  readonly plans: Readonly<Record<BuiltInPlan, Plan>> & Readonly<Record<PlanId, Plan>>
  /** From the smallest to the largest: "basic or higher" means this order. */
  readonly order: readonly PlanId[]
  /** The plans that are shown and sold, in the same order. */
  readonly offered: readonly PlanId[]
  readonly topups: readonly Topup[]
  readonly anonymous: { readonly sizeMax: number; readonly requestsPerMinute: number }
}

type Row = [BuiltInPlan, number, number, number | null, number | null, number | null, number | null, number, number]

const PLAN_ROWS: Row[] = [
  // id, EUR/month, max N, compute, chat, analyze, proxy, keys, requests/min
  ['free', 0, 9, 1_000, 50, 500, 0, 10, 600],
  ['basic', 9, 16, 50_000, 500, 5_000, 100, 20, 1_200],
  ['pro', 29, 25, 500_000, 5_000, 50_000, 1_000, 50, 3_000],
  ['gamepro', 49, 32, 2_000_000, 5_000, 50_000, 1_000, 100, 6_000],
  ['studio', 149, 64, 10_000_000, 20_000, 200_000, 10_000, 200, 12_000],
  ['enterprise', 499, 64, null, null, null, null, 1_000, 60_000],
  ['enterprise_xl', 1_999, 64, null, null, null, null, 10_000, 300_000],
]

const TOPUP_ROWS: [TopupId, number, number, number][] = [
  ['topup_10k', 4.99, 10_000, 200],
  ['topup_25k', 9.99, 25_000, 500],
  ['topup_50k', 17.99, 50_000, 1_000],
  ['topup_100k', 29.99, 100_000, 2_000],
  ['topup_500k', 99.99, 500_000, 10_000],
  ['topup_2m', 349.99, 2_000_000, 40_000],
]

export const CATALOGUE: Catalogue = {
  plans: Object.fromEntries(PLAN_ROWS.map((row) => [row[0], planOfRow(row)])) as Record<BuiltInPlan, Plan>,
  order: BUILT_IN_PLANS,
  offered: BUILT_IN_PLANS,
  topups: TOPUP_ROWS.map(([id, priceEur, compute, aiCalls]) => ({
    id,
    priceEur,
    compute,
    aiCalls,
    plans: BUILT_IN_PLANS,
  })),
  anonymous: { sizeMax: 9, requestsPerMinute: 600 },
}

function planOfRow([id, priceEur, sizeMax, compute, chat, analyze, proxy, keysMax, requestsPerMinute]: Row): Plan {
  const allowance = { compute, 'ai/chat': chat, 'ai/analyze': analyze, 'ai/proxy': proxy }
  return { id, priceEur, sizeMax, allowance, keysMax, requestsPerMinute }
}

/** The limits of a plan. If another node started with a newer PLANS_FILE, a plan unknown to this one grants what the free plan does. */
export function planOf({ plans }: Catalogue, id: PlanId): Plan {
  return (Object.hasOwn(plans, id) ? plans[id] : undefined) ?? plans.free
}

const TITLES: Readonly<Record<string, string>> = { gamepro: 'GamePro', enterprise_xl: 'Enterprise XL' }

/** The name of a plan for people: `pro` is "Pro", `team_plus` is "Team plus". */
export function planTitle(id: PlanId): string {
  const title = Object.hasOwn(TITLES, id) ? TITLES[id] : undefined
  return title ?? `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll('_', ' ')}`
}

export function paidPlans({ offered }: Catalogue): PlanId[] {
  return offered.filter((id) => id !== FREE_PLAN)
}

export function isAtLeast({ order }: Pick<Catalogue, 'order'>, plan: PlanId, minimum: BuiltInPlan): boolean {
  return order.indexOf(plan) >= order.indexOf(minimum)
}

/** From this plan on, people can use their own key of an AI provider. */
export const OWN_KEY_PLAN: BuiltInPlan = 'basic'

const count = z.int().min(0)
const allowance = count.nullable()
const planSchema = z.strictObject({
  price_eur: z.number().min(0),
  max_n: z.literal([3, 9, 16, 25, 32, 64]),
  compute: allowance,
  ai_chat: allowance,
  ai_analyze: allowance,
  ai_proxy: allowance,
  keys: count,
  requests_per_minute: z.int().min(1),
  offered: z.boolean().default(true),
  limits: limitsSchema.optional(),
})
/** These names are lookup keys of Stripe's prices and part of web addresses. */
const PLAN_NAME = /^(?!topup_)[a-z][a-z0-9_]{0,31}$/
const NAME_RULE =
  'the name of a plan is a lower-case letter and at most 31 more letters, digits or underscores, and does not start with topup_'
const fileSchema = z
  .strictObject({
    plans: z.record(z.string(), planSchema),
    topups: z
      .array(
        z.strictObject({
          id: z.literal(TOPUP_IDS),
          price_eur: z.number().positive(),
          compute: count,
          ai_calls: count,
          plans: z.array(z.string()).optional(),
        }),
      )
      .optional(),
  })
  .check(({ value: { plans, topups = [] }, issues }) => {
    const wrong = (message: string, path: string[]) => issues.push({ code: 'custom', message, path, input: plans })
    const names = Object.keys(plans)
    for (const id of names.filter((one) => !PLAN_NAME.test(one))) wrong(NAME_RULE, ['plans', id])
    if (!plans[FREE_PLAN]?.offered) wrong('is required and must be offered', ['plans', FREE_PLAN])
    else if (names[0] !== FREE_PLAN) wrong('comes first', ['plans', FREE_PLAN])
    const builtIn = BUILT_IN_PLANS.filter((id) => names.includes(id))
    if (names.filter(isBuiltIn).some((id, at) => id !== builtIn[at])) {
      wrong(`go from the smallest to the largest: ${builtIn.join(', ')}`, ['plans'])
    }
    for (const { id, plans: on = [] } of topups) {
      const unknown = on.filter((one) => !names.includes(one) && !isBuiltIn(one))
      if (unknown.length > 0) wrong(`there is no plan ${unknown.join(', ')}`, ['topups', id, 'plans'])
    }
  })

/** Parses the JSON of a PLANS_FILE; throws an error that names every invalid field. */
export function catalogueFrom(json: string): Catalogue {
  const parsed = fileSchema.safeParse(JSON.parse(json))
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  const given = Object.entries(parsed.data.plans)
  const order = orderWith(given.map(([id]) => id))
  const topups = parsed.data.topups?.map(({ id, price_eur, compute, ai_calls, plans = order }) => ({
    id,
    priceEur: price_eur,
    compute,
    aiCalls: ai_calls,
    plans,
  }))
  return {
    ...CATALOGUE,
    plans: { ...CATALOGUE.plans, ...Object.fromEntries(given.map(([id, plan]) => [id, planOfFile(id, plan)])) },
    order,
    offered: given.filter(([, { offered }]) => offered).map(([id]) => id),
    topups: topups ?? CATALOGUE.topups.map((topup) => ({ ...topup, plans: order })),
  }
}

function isBuiltIn(id: PlanId): id is BuiltInPlan {
  return BUILT_IN_PLANS.some((one) => one === id)
}

/** A built-in plan that is left out is placed right after the previous built-in one. */
function orderWith(given: readonly PlanId[]): PlanId[] {
  const order = [...given]
  BUILT_IN_PLANS.forEach((id, at) => {
    const before = BUILT_IN_PLANS[at - 1]
    if (!order.includes(id)) order.splice(before ? order.indexOf(before) + 1 : 0, 0, id)
  })
  return order
}

function planOfFile(id: PlanId, given: z.output<typeof planSchema>): Plan {
  return {
    id,
    priceEur: given.price_eur,
    sizeMax: given.max_n,
    allowance: {
      compute: given.compute,
      'ai/chat': given.ai_chat,
      'ai/analyze': given.ai_analyze,
      'ai/proxy': given.ai_proxy,
    },
    keysMax: given.keys,
    requestsPerMinute: given.requests_per_minute,
    limits: given.limits,
  }
}

/** The plan that applies now: free once the paid one has ended. */
export function planNow({ plan, planEndsAt }: { plan: PlanId; planEndsAt: Date | null }, nowMs: number): PlanId {
  return planEndsAt !== null && planEndsAt.getTime() <= nowMs ? FREE_PLAN : plan
}
