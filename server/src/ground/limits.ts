// Limits that the owner of an account sets for it and its keys, and an operator for plans: calls, tokens and euros in a time, and models.
import { z } from 'zod'
import { DAY_MS, dayOf, monthOf, nextMonthMs } from './calendar.ts'
import { ApiError } from './errors.ts'

export const PERIODS = ['day', 'week', 'month'] as const
export type Period = (typeof PERIODS)[number]
export const MEASURES = ['calls', 'tokens', 'budget_eur'] as const
export type Measure = (typeof MEASURES)[number]

export interface Limits {
  readonly calls?: Maxima | undefined
  readonly tokens?: Maxima | undefined
  readonly budget_eur?: Maxima | undefined
  /** The only models that can be asked. */
  readonly models?: string[] | undefined
}
type Maxima = { readonly [P in Period]?: number | undefined }

/** Who is limited: 'account', 'plan', 'key 12', or 'user' with a hash of the name. */
export interface LimitedBy {
  readonly subject: string
  readonly limits: Limits
}

export const ACCOUNT = 'account'

export function limitedByPlan({ limits }: { readonly limits?: Limits | undefined }): LimitedBy[] {
  return limits ? [{ subject: 'plan', limits }] : []
}

/** A rotated key and its successor share what they use. */
export function subjectOfKey({
  keyId,
  limitsOf,
}: {
  readonly keyId: number
  readonly limitsOf: number | null
}): string {
  return `key ${limitsOf ?? keyId}`
}

const COUNT_MAX = 1e12
const EUR_MAX = 1e9
const MODELS_MAX = 200
export const modelId = z
  .string()
  .min(1)
  // A name that is too long is not checked further.
  .max(128, { abort: true })
  .regex(/^[\w.:/@+-]+$/, 'Input should be a model id: letters, digits and . : / @ + - _')
const count = z.int().min(0).max(COUNT_MAX)
const eur = z.number().min(0).max(EUR_MAX)
const each = (amount: z.ZodNumber, what: string) =>
  z
    .strictObject({
      day: amount.optional().describe(`${what} a day.`),
      week: amount.optional().describe(`${what} a week, from Monday.`),
      month: amount.optional().describe(`${what} a month.`),
    })
    .optional()

/** What is left out is not limited. */
export const limitsSchema = z.strictObject({
  calls: each(count, 'Metered requests').describe('How many metered requests, in days, weeks and months of UTC.'),
  tokens: each(count, 'Tokens').describe('How many tokens of models, prompts and answers together.'),
  budget_eur: each(eur, 'Euros').describe('What models may cost, in euros, at the prices of `GET /v1/models`.'),
  models: z.array(modelId).max(MODELS_MAX).optional().describe('The only models that can be asked.'),
})

/** Throws if one of these limits names models, and not this one; undefined is a provider's own default. */
export function rejectModel(by: readonly (Limits | undefined)[], model: string | undefined): void {
  for (const limits of by) {
    if (!limits?.models || (model !== undefined && limits.models.includes(model))) continue
    const which = limits.models.length === 0 ? 'none' : limits.models.join(', ')
    const asked = model === undefined ? 'a model that is not named' : `the model "${model}"`
    const words = `The limits of this API key, your account or your plan do not allow ${asked}. They allow: ${which}.`
    throw new ApiError('forbidden', words)
  }
}

/** An amount as it is counted: euros in millionths. */
export function countedIn(measure: Measure, amount: number): number {
  return measure === 'budget_eur' ? Math.round(amount * 1e6) : amount
}

/** And back. */
export function shownIn(measure: Measure, counted: number): number {
  return measure === 'budget_eur' ? counted / 1e6 : counted
}

/** The first day (UTC), as YYYY-MM-DD. */
export function startOf(period: Period, ms: number): string {
  if (period === 'month') return monthOf(ms)
  return dayOf(period === 'day' ? ms : ms - sinceMonday(ms) * DAY_MS)
}

/** When the period is over. */
export function resetMs(period: Period, ms: number): number {
  if (period === 'month') return nextMonthMs(ms)
  const today = Math.floor(ms / DAY_MS)
  return (period === 'day' ? today + 1 : today - sinceMonday(ms) + 7) * DAY_MS
}

/** Days since Monday; 1 January 1970 was a Thursday. */
function sinceMonday(ms: number): number {
  return (Math.floor(ms / DAY_MS) + 3) % 7
}

/** Each maximum of these limits. */
export function maximaOf(limits: Limits): { measure: Measure; period: Period; maximum: number }[] {
  return MEASURES.flatMap((measure) =>
    PERIODS.flatMap((period) => {
      const maximum = limits[measure]?.[period]
      return maximum === undefined ? [] : { measure, period, maximum: countedIn(measure, maximum) }
    }),
  )
}
