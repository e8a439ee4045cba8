// Buying, changing and cancelling a plan; top-ups; the payment history; and the webhook for payment events.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Billing, Buyer } from '../../billing/billing.ts'
import { ApiError } from '../../ground/errors.ts'
import { type Catalogue, FREE_PLAN, planNow, TOPUP_IDS } from '../../ground/plans.ts'
import {
  type App,
  acceptRawJson,
  callerOf,
  type Guarded,
  named,
  namedPages,
  pageOf,
  timestamp,
} from '../../http/http.ts'
import { planInput, planName } from '../service/plan-fields.ts'
import * as reference from './billing-reference.ts'

const signedIn: Guarded = { credentials: 'required', kinds: ['jwt'], area: 'account' }
const config = { access: signedIn } as const
/** For routes that call the payment provider. */
const paying = { access: signedIn, rejects: ['provider_failed'] } as const
const buying = { access: signedIn, rejects: ['provider_failed', 'conflict'] } as const
const topupsConfig = { access: { ...signedIn, kinds: ['jwt', 'key'] } satisfies Guarded } as const

const checkoutUrl = named(
  'Checkout',
  'The address of a payment page.',
  z.object({ checkout_url: z.url().describe('Send the person to this page to pay or to confirm.') }),
)
const planBodyOf = ({ order }: Catalogue) =>
  named(
    'CheckoutRequest',
    'The plan to buy.',
    z.object({ plan: planInput(order.filter((id) => id !== FREE_PLAN)).describe('The plan.') }),
  )
const topupBody = named(
  'TopupRequest',
  'The top-up to buy.',
  z.object({ topup: z.literal(TOPUP_IDS).describe('The top-up.') }),
)
const topup = named(
  'Topup',
  'A top-up that you can buy.',
  z.object({
    id: z.literal(TOPUP_IDS).describe('Identifies the top-up.'),
    compute: z.int().describe('Compute units it adds.'),
    ai_calls: z.int().describe('AI calls it adds.'),
    price_eur: z.number().describe('Price, in euros.'),
  }),
)
const cancelled = named(
  'Cancellation',
  'The plan does not renew.',
  z.object({
    status: z.literal('cancelled').describe('Always `cancelled`.'),
    effective: z.literal('end_of_period').describe('Always `end_of_period`.'),
    ends_at: timestamp('When the plan ends. Until then you keep it.'),
  }),
)
const portal = named(
  'Portal',
  'The address of the page to manage payments.',
  z.object({ portal_url: z.url().describe('Send the person to this page.') }),
)
const subscription = named(
  'Subscription',
  'The plan, and when it renews or ends.',
  z.object({
    plan: planName('The plan that is in effect.'),
    status: z
      .literal(['none', 'active', 'past_due', 'cancelled'])
      .describe('`past_due` if the last payment failed. `cancelled` if the plan ends with the paid period.'),
    renews_at: timestamp('When the plan renews. Null if it does not.').nullable(),
    ends_at: timestamp('When the plan ends, if it is cancelled or past due.').nullable(),
  }),
)
const payment = named(
  'Payment',
  'One payment.',
  z.object({
    id: z.string().describe('Identifies the payment.'),
    date: timestamp('When it was made.'),
    description: z.string().describe('What it was for.'),
    amount_eur: z.number().describe('The amount, in euros, VAT included.'),
    vat_eur: z.number().nullable().describe('How much of the amount is VAT, in euros. Null if it is not known.'),
    refunded_eur: z.number().describe('How much of it was refunded, in euros.'),
    status: z
      .literal(['paid', 'pending', 'failed', 'refunded', 'partially_refunded', 'disputed'])
      .describe('The state of the payment.'),
    receipt_url: z.string().nullable().describe('The receipt or invoice. Null if there is none.'),
  }),
)
const received = named(
  'EventReceived',
  'The event was handled.',
  z.object({ received: z.literal(true).describe('Always true.') }),
)

const historyPages = namedPages({ limitDefault: 100, limitMax: 100 })

export interface BillingRouteParts {
  readonly billing: Billing
  readonly catalogue: Catalogue
  readonly accounts: Pick<Accounts, 'find'>
  readonly nowMs: () => number
  /** If we can send emails, only people who have confirmed their address can buy. */
  readonly asksForVerifiedEmail: boolean
}

export function billingRoutes(app: App, parts: BillingRouteParts): void {
  buyingRoutes(app, parts)
  readingRoutes(app, parts)
  webhookRoute(app, parts.billing)
}

function buyingRoutes(app: App, { billing, catalogue, accounts, asksForVerifiedEmail }: BillingRouteParts): void {
  const buyerAllowed = async (request: FastifyRequest): Promise<Buyer> => {
    const buyer = buyerOf(request)
    const account = asksForVerifiedEmail ? await accounts.find(buyer.accountId) : undefined
    if (account && account.emailVerifiedAt === null) {
      throw new ApiError('forbidden', 'Confirm your email address before you buy: open the link that we sent you.')
    }
    return buyer
  }
  app.post(
    '/billing/checkout',
    {
      config: buying,
      schema: {
        ...reference.checkOutPlan,
        body: planBodyOf(catalogue),
        response: { 200: checkoutUrl },
      },
    },
    async (request) => ({ checkout_url: await billing.checkout(await buyerAllowed(request), request.body.plan) }),
  )
  app.post(
    '/billing/topup',
    {
      config: buying,
      schema: {
        ...reference.checkOutTopup,
        body: topupBody,
        response: { 200: checkoutUrl },
      },
    },
    async (request) => ({ checkout_url: await billing.topup(await buyerAllowed(request), request.body.topup) }),
  )
  app.post(
    '/billing/cancel',
    { config: paying, schema: { ...reference.cancelPlan, response: { 200: cancelled } } },
    async (request) => ({
      status: 'cancelled' as const,
      effective: 'end_of_period' as const,
      ends_at: (await billing.cancel(buyerOf(request))).toISOString(),
    }),
  )
  app.post(
    '/billing/resume',
    { config: paying, schema: { ...reference.resumePlan, response: { 200: subscription } } },
    async (request) => {
      const buyer = buyerOf(request)
      await billing.resume(buyer)
      return shownStanding(buyer, await billing.standing(buyer))
    },
  )
  app.post(
    '/billing/portal',
    { config: paying, schema: { ...reference.openPortal, response: { 200: portal } } },
    async (request) => ({ portal_url: await billing.portal(buyerOf(request)) }),
  )
}

function shownStanding(
  { plan }: Pick<Buyer, 'plan'>,
  { status, renewsAt, endsAt }: Awaited<ReturnType<Billing['standing']>>,
) {
  return { plan, status, renews_at: renewsAt?.toISOString() ?? null, ends_at: endsAt?.toISOString() ?? null }
}

function readingRoutes(app: App, { billing, accounts, nowMs }: BillingRouteParts): void {
  app.get(
    '/billing/topups',
    {
      config: topupsConfig,
      schema: {
        ...reference.listTopups,
        response: { 200: z.array(topup).describe('The top-ups, smallest first.') },
      },
    },
    async (request) =>
      billing
        .topupsFor(callerOf(request).plan)
        .map(({ id, compute, aiCalls, priceEur }) => ({ id, compute, ai_calls: aiCalls, price_eur: priceEur })),
  )
  app.get(
    '/billing/subscription',
    { config, schema: { ...reference.getSubscription, response: { 200: subscription } } },
    async (request) => {
      const buyer = buyerOf(request)
      const { status, renewsAt, endsAt } = await billing.standing(buyer)
      // Read again: people who return from a payment page want to see what it changed.
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
    {
      config: paying,
      schema: {
        ...reference.listPayments,
        querystring: historyPages,
        response: { 200: z.array(payment).describe('The payments, newest first.') },
      },
    },
    async (request, reply) => {
      const { limit } = request.query
      const { payments, hasMore } = await billing.history(buyerOf(request), request.query)
      return pageOf(request, reply, { items: payments, limit, hasMore }).map(
        ({ id, date, description, amountCents, vatCents, refundedCents, status, receiptUrl }) => ({
          id,
          date: date.toISOString(),
          description,
          amount_eur: amountCents / 100,
          vat_eur: vatCents === null ? null : vatCents / 100,
          refunded_eur: refundedCents / 100,
          status,
          receipt_url: receiptUrl,
        }),
      )
    },
  )
}

/** The signature is over the raw bytes, so only this route gets its body unparsed. */
function webhookRoute(app: App, billing: Billing): void {
  app.register(async (scope: App) => {
    acceptRawJson(scope)
    scope.post(
      '/billing/webhook',
      {
        config: { access: 'public', rejects: ['not_configured'] },
        schema: { ...reference.receivePaymentEvent, response: { 200: received } },
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

/** Any failure of ours or of the payment provider is a 500, so that the event is sent again. */
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
