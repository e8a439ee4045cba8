// The events of a random purchase history, in any order, repeated, lost or late, lead to the state that Stripe's own objects have.

import type { StripeEvent, Thing } from '@equipoise/simulated'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Account, type BillingSetup, openBillingSetup, sessionOf } from '../../test/billing-setup.ts'
import { DAY_MS } from '../ground/calendar.ts'
import { CATALOGUE, type PlanId } from '../ground/plans.ts'

const HISTORIES = 40
const STEPS_MAX = 30
const HOUR_MS = 3_600_000

let setup: BillingSetup
beforeAll(async () => {
  setup = await openBillingSetup()
})
afterAll(() => setup.close())

const plan = fc.constantFrom<PlanId>('basic', 'pro', 'studio')
const which = fc.nat({ max: 1000 })
const step = fc.oneof(
  fc.record({ do: fc.constant('topup' as const), which: fc.constantFrom(0, 1, 2) }),
  fc.record({ do: fc.constant('refund' as const), which, cents: fc.integer({ min: 1, max: 2000 }) }),
  fc.record({ do: fc.constantFrom('dispute' as const, 'win' as const, 'lose' as const), which }),
  fc.record({ do: fc.constantFrom('subscribe' as const, 'changePlan' as const), plan }),
  fc.record({
    do: fc.constantFrom(
      'renew' as const,
      'failRenewal' as const,
      'payInvoice' as const,
      'end' as const,
      'resume' as const,
    ),
  }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'cancelByUs' as const) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 12 }) }),
  // Deliveries of any past event, again or for the first time, some at the same moment.
  fc.record({ do: fc.constant('deliver' as const), events: fc.array(which, { minLength: 1, maxLength: 4 }) }),
  fc.record({ do: fc.constant('deliver' as const), events: fc.array(which, { minLength: 1, maxLength: 4 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const history = fc.record({
  steps: fc.array(step, { minLength: 3, maxLength: STEPS_MAX }),
  /** Lost events are sent again later, in any order, or we find them ourselves. */
  healing: fc.constantFrom('redelivery' as const, 'catchUp' as const),
  order: fc.infiniteStream(which),
})

interface Run {
  readonly buyer: Account
  readonly firstEvent: number
  readonly payments: { id: string; topup: number }[]
  /** Deliveries still in progress, which other steps may overtake. */
  readonly onTheWay: Promise<void>[]
  subscriptionId: string | undefined
}

it('ends in the state that Stripe has, with credits equal to purchases minus refunds', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, healing, order }) => {
      setup.nowMs += 60 * DAY_MS
      const startedMs = setup.nowMs
      const buyer = await setup.register()
      const run: Run = {
        buyer,
        firstEvent: setup.stripe.events.length,
        payments: [],
        onTheWay: [],
        subscriptionId: undefined,
      }
      for (const one of steps) await take(run, one)
      await Promise.all(run.onTheWay)
      if (healing === 'catchUp') await setup.billing.catchUp(startedMs)
      else await Promise.all(shuffled(eventsOf(run), order).map(setup.deliver))
      expect(await setup.balanceOf(buyer.accountId)).toEqual(expectedBalance(run))
      expect(await setup.planOf(buyer.accountId)).toEqual(expectedPlan(run))
    }),
    { numRuns: HISTORIES, seed: 20_260_310 },
  )
})

async function take(run: Run, one: Step): Promise<void> {
  const { stripe } = setup
  const subscription = run.subscriptionId ? stripe.find(run.subscriptionId) : undefined
  const isRunning = subscription !== undefined && subscription.status !== 'canceled'
  switch (one.do) {
    case 'wait':
      setup.nowMs += one.hours * HOUR_MS
      return
    case 'deliver': {
      const events = eventsOf(run)
      const chosen = one.events.flatMap((nth) => events[nth % Math.max(1, events.length)] ?? [])
      run.onTheWay.push(...chosen.map(setup.deliver))
      return
    }
    case 'topup': {
      const topup = CATALOGUE.topups[one.which]
      if (!topup) return
      const id = stripe.pay(sessionOf(await setup.billing.topup(run.buyer, topup.id)))
      run.payments.push({ id, topup: one.which })
      return
    }
    case 'refund':
    case 'dispute':
    case 'win':
    case 'lose': {
      const payment = run.payments[one.which % Math.max(1, run.payments.length)]
      if (payment) play(payment.id, one)
      return
    }
    case 'subscribe':
      if (!isRunning) run.subscriptionId = stripe.pay(sessionOf(await setup.billing.checkout(run.buyer, one.plan)))
      return
    case 'cancelByUs':
      // If the subscription has not reached us yet, cancelling fails: there is nothing to cancel.
      await setup.billing.cancel(run.buyer).catch((error) => expect(error).toMatchObject({ kind: 'malformed' }))
      return
    default:
      if (isRunning && run.subscriptionId) playSubscription(run.subscriptionId, one)
  }
}

function play(id: string, one: { do: string; cents?: number }): void {
  const { stripe } = setup
  const charge = stripe.find(String(stripe.find(id).latest_charge))
  if (one.do === 'refund' && charge.disputed !== true) stripe.refund(id, one.cents ?? 0)
  if (one.do === 'dispute' && charge.disputed !== true) stripe.dispute(id)
  if (one.do === 'win') stripe.closeDispute(id, 'won')
  if (one.do === 'lose') stripe.closeDispute(id, 'lost')
}

function playSubscription(id: string, one: Step): void {
  const { stripe } = setup
  const isPastDue = stripe.find(id).status === 'past_due'
  if (one.do === 'changePlan') stripe.changePlan(id, one.plan)
  if (one.do === 'renew' && !isPastDue) stripe.renew(id)
  if (one.do === 'failRenewal' && !isPastDue) stripe.failRenewal(id)
  if (one.do === 'payInvoice' && isPastDue) stripe.payInvoice(id)
  if (one.do === 'cancel') stripe.setCancel(id, true)
  if (one.do === 'resume') stripe.setCancel(id, false)
  if (one.do === 'end') stripe.end(id)
}

function eventsOf(run: Run): StripeEvent[] {
  return setup.stripe.events.slice(run.firstEvent)
}

function shuffled(events: StripeEvent[], order: fc.Stream<number>): StripeEvent[] {
  return events
    .map((event) => ({ event, place: order.next().value ?? 0 }))
    .sort((a, b) => a.place - b.place)
    .map(({ event }) => event)
}

/** Computed from Stripe's objects alone. */
function expectedBalance({ payments }: Run): { compute: number; aiCalls: number } {
  const { stripe } = setup
  const sum = { compute: 0, aiCalls: 0 }
  for (const { id, topup } of payments) {
    const sold = CATALOGUE.topups[topup]
    const charge = stripe.find(String(stripe.find(id).latest_charge))
    const isGone = charge.disputed === true && !stripe.events.some((event) => isWon(event, id))
    if (!sold || isGone) continue
    const amount = Number(charge.amount)
    const kept = amount - Number(charge.amount_refunded)
    sum.compute += Math.ceil((sold.compute * kept) / amount)
    sum.aiCalls += Math.ceil((sold.aiCalls * kept) / amount)
  }
  return sum
}

function isWon({ type, data }: StripeEvent, paymentId: string): boolean {
  return type === 'charge.dispute.closed' && data.object.payment_intent === paymentId && data.object.status === 'won'
}

function expectedPlan({ subscriptionId }: Run): { plan: string; endsAt: Date | null } {
  const subscription = subscriptionId ? setup.stripe.find(subscriptionId) : undefined
  if (!subscription || subscription.status === 'canceled') return { plan: 'free', endsAt: null }
  const [item] = (subscription.items as { data: { price: Thing; current_period_end: number }[] }).data
  const periodEndMs = (item?.current_period_end ?? 0) * 1000
  const cancels = subscription.cancel_at_period_end === true
  let endMs = cancels ? periodEndMs : periodEndMs + DAY_MS
  if (subscription.status === 'past_due') {
    const invoice = setup.stripe.find(String(subscription.latest_invoice))
    endMs = Math.min(periodEndMs, Number(invoice.created) * 1000 + 7 * DAY_MS)
  }
  if (endMs <= setup.nowMs) return { plan: 'free', endsAt: null }
  return { plan: String(item?.price.lookup_key), endsAt: new Date(endMs) }
}
