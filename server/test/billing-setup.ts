// Billing with a fresh database and a simulated Stripe, without HTTP on our side.

import { type PriceList, type StripeEvent, type StripeServer, signEvent, startStripeServer } from '@equipoise/simulated'
import { type Billing, createBilling, createStripe } from '../src/billing/billing.ts'
import { CATALOGUE, type PlanId } from '../src/ground/plans.ts'
import { Secret } from '../src/ground/secret.ts'
import { addTopup } from '../src/usage/usage.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

export interface BillingSetup {
  readonly billing: Billing
  readonly stripe: StripeServer
  readonly database: FreshDatabase
  /** The clock of all parts. */
  nowMs: number
  /** What was reported to the operator. */
  readonly reports: string[]
  /** Called within the transaction of each credit; a test can throw here. */
  beforeCredit: () => void
  register(): Promise<Account>
  /** Sends an event as Stripe would. */
  deliver(event: StripeEvent): Promise<void>
  /** Sends all events that were not sent yet, in order. */
  deliverAll(): Promise<void>
  planOf(accountId: number): Promise<{ plan: PlanId; endsAt: Date | null }>
  balanceOf(accountId: number): Promise<{ compute: number; aiCalls: number }>
  close(): Promise<void>
}

export interface Account {
  readonly accountId: number
  readonly email: string
  readonly plan: PlanId
}

export const WEBHOOK_SECRET = new Secret('whsec_only_for_tests')

/** Prices as stripe-setup creates them. */
export const PRICES: PriceList = Object.fromEntries(
  [...Object.values(CATALOGUE.plans), ...CATALOGUE.topups].map(({ id, priceEur }) => [
    id,
    { cents: Math.round(priceEur * 100), name: id, monthly: !id.startsWith('topup_') },
  ]),
)

export async function openBillingSetup(): Promise<BillingSetup> {
  const database = await freshDatabase()
  const { sql } = database
  const clock = { nowMs: Date.parse('2026-03-10T12:00:00Z'), beforeCredit: () => {} }
  const stripe = await startStripeServer({ nowMs: () => clock.nowMs, prices: PRICES })
  const paymentProvider = createStripe({
    secretKey: new Secret('sk_test_double'),
    webhookSecret: WEBHOOK_SECRET,
    plans: CATALOGUE.order,
    apiBase: stripe.url,
  })
  const reports: string[] = []
  const billing = createBilling({
    sql,
    paymentProvider,
    catalogue: CATALOGUE,
    publicUrl: 'https://equipoise.example',
    nowMs: () => clock.nowMs,
    changePlan: async (tx, accountId, { plan, endsAt }) => {
      await tx`update accounts set plan = ${plan}, plan_ends_at = ${endsAt} where id = ${accountId}`
    },
    report: (error, message) => reports.push(`${message}: ${error}`),
    addTopup: async (tx, accountId, units) => {
      clock.beforeCredit()
      await addTopup(tx, accountId, units)
    },
  })
  let people = 0
  let sent = 0
  const setup: BillingSetup = Object.assign(clock, {
    billing,
    stripe,
    database,
    reports,
    async register() {
      const email = `buyer${++people}@example.org`
      const [row] = await sql<{ id: number }[]>`
        insert into accounts (email, password_hash) values (${email}, '') returning id`
      return { accountId: row?.id ?? 0, email, plan: 'free' as const }
    },
    deliver: (event: StripeEvent) => billing.receive(signEvent(event, WEBHOOK_SECRET.reveal(), setup.nowMs)),
    async deliverAll() {
      for (; sent < stripe.events.length; sent++) {
        const event = stripe.events[sent]
        if (event) await setup.deliver(event)
      }
    },
    async planOf(accountId: number) {
      const [row] = await sql<{ plan: PlanId; endsAt: Date | null }[]>`
        select plan, plan_ends_at as "endsAt" from accounts where id = ${accountId}`
      return row ?? { plan: 'free' as const, endsAt: null }
    },
    async balanceOf(accountId: number) {
      const [row] = await sql<{ compute: number; aiCalls: number }[]>`
        select compute, ai_calls as "aiCalls" from topup_balances where account_id = ${accountId}`
      return row ?? { compute: 0, aiCalls: 0 }
    },
    async close() {
      await stripe.close()
      await database.close()
    },
  })
  return setup
}

/** The session id of a payment page. */
export function sessionOf(checkoutUrl: string): string {
  return checkoutUrl.split('/').at(-1) ?? ''
}
