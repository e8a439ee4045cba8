// Payments without money, for trying: a simulated Stripe that stores its data in our database. Billing talks to it as to Stripe, but
// within this process; its payment pages are below /sandbox.
import { createHmac } from 'node:crypto'
import { createSimulatedStripe, type PriceList, type SimulatedStripe } from '@equipoise/simulated'
import type { Sql } from '../../db/db.ts'
import { counted } from '../../ground/counted.ts'
import { type Catalogue, FREE_PLAN, type PlanId, planTitle } from '../../ground/plans.ts'
import { Secret } from '../../ground/secret.ts'
import { createBooks } from './sandbox-store.ts'

export type { Deliver } from '@equipoise/simulated'

interface SandboxParts {
  readonly sql: Sql
  readonly catalogue: Catalogue
  readonly publicUrl: string
  readonly brandName: string
  /** The deployment's secret, from which the sandbox derives its own. */
  readonly secret: Secret
  readonly nowMs: () => number
}

export interface Sandbox {
  /** How billing calls it. */
  readonly stripe: {
    readonly secretKey: Secret
    readonly webhookSecret: Secret
    readonly sandbox: { readonly call: typeof fetch; readonly customersUrl: string }
    readonly plans: readonly PlanId[]
    readonly computesTax: true
  }
  readonly page: SimulatedStripe['page']
}

export function openSandbox({ sql, catalogue, publicUrl, brandName, secret, nowMs }: SandboxParts): Sandbox {
  const derived = (use: string) => createHmac('sha256', secret.reveal()).update(`sandbox ${use}`).digest('hex')
  const webhookSecret = derived('webhook')
  const simulated = createSimulatedStripe({
    books: createBooks(sql),
    prices: pricesOf(catalogue),
    nowMs,
    pagesUrl: `${publicUrl}/sandbox`,
    sellerName: brandName,
    webhookSecret,
  })
  return {
    stripe: {
      secretKey: new Secret(`sk_test_${derived('key')}`),
      webhookSecret: new Secret(webhookSecret),
      sandbox: { call: simulated.api as typeof fetch, customersUrl: `${publicUrl}/sandbox/customer` },
      plans: catalogue.order,
      computesTax: true,
    },
    page: simulated.page,
  }
}

function pricesOf({ plans, topups }: Catalogue): PriceList {
  const cents = (priceEur: number) => Math.round(priceEur * 100)
  return Object.fromEntries([
    ...Object.values(plans)
      .filter(({ id }) => id !== FREE_PLAN)
      .map(({ id, priceEur }) => [id, { cents: cents(priceEur), name: `${planTitle(id)} plan`, monthly: true }]),
    ...topups.map(({ id, priceEur, compute, aiCalls }) => [
      id,
      {
        cents: cents(priceEur),
        name: `${counted(compute)} compute units and ${counted(aiCalls)} AI calls`,
        monthly: false,
      },
    ]),
  ])
}
