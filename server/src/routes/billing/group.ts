// Plans and top-ups: buying, cancelling, and what the payment provider reports.
import type { Sandbox } from '../../billing/billing.ts'
import type { Group } from '../../http/http.ts'
import { type BillingRouteParts, billingRoutes } from './billing.ts'
import { sandboxRoutes } from './sandbox.ts'

interface BillingParts extends BillingRouteParts {
  /** Payments without money, on deployments that offer them. */
  readonly sandbox: Sandbox | undefined
}

export function billingGroup({ sandbox, ...parts }: BillingParts): Group {
  return async (app) => {
    billingRoutes(app, parts)
    if (sandbox) sandboxRoutes(app, sandbox)
  }
}
