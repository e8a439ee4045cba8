// Buying, changing and cancelling a plan; top-ups; what was paid; and the webhook that payment events come in by.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Accounts, planNow } from '../accounts/accounts.ts'
import type { Billing, Buyer } from '../billing/billing.ts'
import { ApiError } from '../errors.ts'
import { type App, callerOf, type Guarded } from '../http/http.ts'
import { PAID_PLANS, PLAN_ORDER, TOPUP_IDS } from '../plans.ts'

const tags = ['Billing']
const signedIn: Guarded = { credentials: 'required', kinds: ['jwt'], area: 'account' }
const config = { access: signedIn } as const
/** Where the cashier is asked. */
const paying = { access: signedIn, refuses: ['provider_failed'] } as const
const buying = { access: signedIn, refuses: ['provider_failed', 'conflict'] } as const
const topupsConfig = { access: { ...signedIn, kinds: ['jwt', 'key'] } satisfies Guarded } as const

const checkoutUrl = z.object({ checkout_url: z.url().describe('A hosted page to pay or to confirm on') })
const topups = z.array(
  z.object({ id: z.literal(TOPUP_IDS), compute: z.int(), ai_calls: z.int(), price_eur: z.number() }),
)
const cancelled = z.object({
  status: z.literal('cancelled'),
  effective: z.literal('end_of_period'),
  ends_at: z.iso.datetime().describe('Until then the plan stays'),
})
const subscription = z.object({
  plan: z.literal(PLAN_ORDER),
  status: z.literal(['none', 'active', 'past_due', 'cancelled']),
  renews_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable().describe('When the plan ends, where it was cancelled or is past due'),
})
const history = z.array(
  z.object({
    id: z.string(),
    date: z.iso.datetime(),
    description: z.string(),
    amount_eur: z.number(),
    refunded_eur: z.number(),
    status: z.literal(['paid', 'pending', 'failed', 'refunded', 'partially_refunded', 'disputed']),
    receipt_url: z.string().nullable(),
  }),
)
const received = z.object({ received: z.literal(true) })

export interface BillingRouteParts {
  readonly billing: Billing
  readonly accounts: Pick<Accounts, 'find'>
  readonly nowMs: () => number
}

export function billingRoutes(app: App, parts: BillingRouteParts): void {
  buyingRoutes(app, parts.billing)
  readingRoutes(app, parts)
  webhookRoute(app, parts.billing)
}

function buyingRoutes(app: App, billing: Billing): void {
  app.post(
    '/billing/checkout',
    {
      config: buying,
      schema: {
        tags,
        summary: 'Open a payment page for a plan, or for the change to it',
        body: z.object({ plan: z.literal(PAID_PLANS) }),
        response: { 200: checkoutUrl },
      },
    },
    async (request) => ({ checkout_url: await billing.checkout(buyerOf(request), request.body.plan) }),
  )
  app.post(
    '/billing/topup',
    {
      config: buying,
      schema: {
        tags,
        summary: 'Open a payment page for a top-up',
        body: z.object({ topup: z.literal(TOPUP_IDS) }),
        response: { 200: checkoutUrl },
      },
    },
    async (request) => ({ checkout_url: await billing.topup(buyerOf(request), request.body.topup) }),
  )
  app.post(
    '/billing/cancel',
    { config: paying, schema: { tags, summary: 'Cancel at the end of the paid period', response: { 200: cancelled } } },
    async (request) => ({
      status: 'cancelled' as const,
      effective: 'end_of_period' as const,
      ends_at: (await billing.cancel(buyerOf(request))).toISOString(),
    }),
  )
  app.post(
    '/billing/portal',
    {
      config: paying,
      schema: {
        tags,
        summary: 'Open the page for payment methods and invoices',
        response: { 200: z.object({ portal_url: z.url() }) },
      },
    },
    async (request) => ({ portal_url: await billing.portal(buyerOf(request)) }),
  )
}

function readingRoutes(app: App, { billing, accounts, nowMs }: BillingRouteParts): void {
  app.get(
    '/billing/topups',
    {
      config: topupsConfig,
      schema: { tags, summary: "List the top-ups offered on the caller's plan", response: { 200: topups } },
    },
    async (request) =>
      billing
        .topupsFor(callerOf(request).plan)
        .map(({ id, compute, aiCalls, priceEur }) => ({ id, compute, ai_calls: aiCalls, price_eur: priceEur })),
  )
  app.get(
    '/billing/subscription',
    { config, schema: { tags, summary: 'Show the plan, and when it renews or ends', response: { 200: subscription } } },
    async (request) => {
      const buyer = buyerOf(request)
      const { status, renewsAt, endsAt } = await billing.standing(buyer)
      // Read anew: whoever comes back from a payment page wants to see what it changed.
      const account = await accounts.find(buyer.accountId)
      return {
        plan: account ? planNow(account, nowMs()) : buyer.plan,
        status,
        renews_at: renewsAt?.toISOString() ?? null,
        ends_at: endsAt?.toISOString() ?? null,
      }
    },
  )
  app.get(
    '/billing/history',
    { config: paying, schema: { tags, summary: 'List what was paid, the newest first', response: { 200: history } } },
    async (request) => {
      const records = await billing.history(buyerOf(request))
      return records.map(({ id, date, description, amountCents, refundedCents, status, receiptUrl }) => ({
        id,
        date: date.toISOString(),
        description,
        amount_eur: amountCents / 100,
        refunded_eur: refundedCents / 100,
        status,
        receipt_url: receiptUrl,
      }))
    },
  )
}

/** The signature is over the bytes as they came, so this route alone gets its body unparsed. */
function webhookRoute(app: App, billing: Billing): void {
  app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: FastifyRequest, text: string | Buffer) => String(text),
    )
    scope.post(
      '/billing/webhook',
      {
        config: { access: 'public', refuses: ['not_configured'] },
        schema: { tags, summary: 'Take a signed payment event', response: { 200: received } },
      },
      async (request) => {
        const signature = String(request.headers['stripe-signature'] ?? '')
        const rawBody = typeof request.body === 'string' ? request.body : ''
        await billing.receive({ rawBody, signature }).catch(toRetry)
        return { received: true as const }
      },
    )
  })
}

/** Whatever goes wrong on our side or the cashier's is a 500: the event will be sent again. */
function toRetry(error: unknown): never {
  const isFinal = error instanceof ApiError && (error.kind === 'malformed' || error.kind === 'not_configured')
  if (isFinal) throw error
  throw new ApiError('internal', 'Internal server error', {
    cause: error instanceof ApiError ? (error.cause ?? error) : error,
  })
}

function buyerOf(request: FastifyRequest): Buyer {
  const { accountId, email, plan } = callerOf(request)
  return { accountId, email, plan }
}
