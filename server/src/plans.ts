// What we sell. A deployment may replace both tables with a JSON file (PLANS_FILE), checked at start.
import { z } from 'zod'

export const FREE_PLAN = 'free'
export const PAID_PLANS = ['basic', 'pro', 'gamepro', 'studio', 'enterprise', 'enterprise_xl'] as const
/** Plans from the smallest to the largest: "basic or higher" means this order. */
export const PLAN_ORDER = [FREE_PLAN, ...PAID_PLANS] as const
export type PlanId = (typeof PLAN_ORDER)[number]
export type PaidPlanId = (typeof PAID_PLANS)[number]

export const TOPUP_IDS = ['topup_10k', 'topup_25k', 'topup_50k', 'topup_100k', 'topup_500k', 'topup_2m'] as const
export type TopupId = (typeof TOPUP_IDS)[number]

/** What is metered by the month. Compute units are shared by /compute and /sweep. */
export const METERS = ['compute', 'ai/chat', 'ai/analyze', 'ai/proxy'] as const
export type Meter = (typeof METERS)[number]

/** How much of an allowance is used, where its owner should know. */
export interface AllowanceLevel {
  readonly accountId: number
  readonly plan: PlanId
  readonly meter: Meter
  readonly percent: 80 | 100
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
  /** Units or calls a month; null is unlimited, 0 is not included. */
  readonly allowance: Readonly<Record<Meter, number | null>>
  readonly keysMax: number
  readonly requestsPerMinute: number
}

export interface Topup {
  readonly id: TopupId
  readonly priceEur: number
  readonly compute: number
  readonly aiCalls: number
  /** The plans on which it is offered. */
  readonly plans: readonly PlanId[]
}

export interface Catalogue {
  /** All of them: an account may hold a plan that is no longer offered. */
  readonly plans: Readonly<Record<PlanId, Plan>>
  /** Those that are shown and sold, from the smallest to the largest. */
  readonly offered: readonly PlanId[]
  readonly topups: readonly Topup[]
  readonly anonymous: { readonly sizeMax: number; readonly requestsPerMinute: number }
}

type Row = [PlanId, number, number, number | null, number | null, number | null, number | null, number, number]

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
  plans: Object.fromEntries(PLAN_ROWS.map((row) => [row[0], planOf(row)])) as Record<PlanId, Plan>,
  offered: PLAN_ORDER,
  topups: TOPUP_ROWS.map(([id, priceEur, compute, aiCalls]) => ({ id, priceEur, compute, aiCalls, plans: PLAN_ORDER })),
  anonymous: { sizeMax: 9, requestsPerMinute: 600 },
}

function planOf([id, priceEur, sizeMax, compute, chat, analyze, proxy, keysMax, requestsPerMinute]: Row): Plan {
  const allowance = { compute, 'ai/chat': chat, 'ai/analyze': analyze, 'ai/proxy': proxy }
  return { id, priceEur, sizeMax, allowance, keysMax, requestsPerMinute }
}

/** Those that somebody can buy. */
export function paidPlans({ offered }: Catalogue): PaidPlanId[] {
  return PAID_PLANS.filter((id) => offered.includes(id))
}

export function isAtLeast(plan: PlanId, minimum: PlanId): boolean {
  return PLAN_ORDER.indexOf(plan) >= PLAN_ORDER.indexOf(minimum)
}

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
})
const fileSchema = z.strictObject({
  plans: z.strictObject(
    Object.fromEntries(
      PLAN_ORDER.map((id) => [id, id === FREE_PLAN ? planSchema : planSchema.optional()]),
    ) as unknown as Record<PlanId, z.ZodOptional<typeof planSchema>>,
  ),
  topups: z
    .array(
      z.strictObject({
        id: z.literal(TOPUP_IDS),
        price_eur: z.number().positive(),
        compute: count,
        ai_calls: count,
        plans: z.array(z.literal(PLAN_ORDER)).optional(),
      }),
    )
    .optional(),
})

/** Reads the JSON of a PLANS_FILE; throws with the name of every field that is wrong. */
export function catalogueFrom(json: string): Catalogue {
  const parsed = fileSchema.safeParse(JSON.parse(json))
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error))
  const plans = Object.fromEntries(
    PLAN_ORDER.map((id) => {
      const p = parsed.data.plans[id]
      if (!p) return [id, CATALOGUE.plans[id]]
      const row: Row = [
        id,
        p.price_eur,
        p.max_n,
        p.compute,
        p.ai_chat,
        p.ai_analyze,
        p.ai_proxy,
        p.keys,
        p.requests_per_minute,
      ]
      return [id, planOf(row)]
    }),
  ) as Record<PlanId, Plan>
  const topups = parsed.data.topups?.map(({ id, price_eur, compute, ai_calls, plans: offered = [...PLAN_ORDER] }) => ({
    id,
    priceEur: price_eur,
    compute,
    aiCalls: ai_calls,
    plans: offered,
  }))
  const offered = PLAN_ORDER.filter((id) => parsed.data.plans[id] !== undefined)
  return { ...CATALOGUE, plans, offered, topups: topups ?? CATALOGUE.topups }
}

/** The plan that counts now: free once the paid one has ended. */
export function planNow({ plan, planEndsAt }: { plan: PlanId; planEndsAt: Date | null }, nowMs: number): PlanId {
  return planEndsAt !== null && planEndsAt.getTime() <= nowMs ? FREE_PLAN : plan
}
