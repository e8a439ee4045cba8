// Plans, top-ups and payments.
import { eachItem, get, type PageOptions, pageCall, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { CallOptions } from './transport.ts'

export function billingCalls(send: Send) {
  return {
    /** The address of the payment page for a plan. */
    checkout: (plan: shape.PaidPlan, options?: CallOptions) =>
      send<shape.Checkout>({ ...post('/billing/checkout', { plan }), ...options }),
    /** The address of the payment page for a top-up. */
    topup: (topup: shape.TopupId, options?: CallOptions) =>
      send<shape.Checkout>({ ...post('/billing/topup', { topup }), ...options }),
    /** All top-ups on offer. */
    topups: (options?: CallOptions) => send<shape.Topup[]>({ ...get('/billing/topups'), ...options }),
    /** The plan does not renew and stays until its period ends. */
    cancel: (options?: CallOptions) => send<shape.Cancellation>({ ...post('/billing/cancel'), ...options }),
    /** Lets a cancelled plan renew again. */
    resume: (options?: CallOptions) => send<shape.Subscription>({ ...post('/billing/resume'), ...options }),
    /** The address where people change their payment details. */
    portal: (options?: CallOptions) => send<shape.Portal>({ ...post('/billing/portal'), ...options }),
    /** The plan, and when it renews or ends. */
    subscription: (options?: CallOptions) => send<shape.Subscription>({ ...get('/billing/subscription'), ...options }),
    /** The newest first. */
    history: (options?: PageOptions<string>) => send<shape.Payment[]>(pageCall('/billing/history', options)),
    /** All payments, page by page. */
    eachPayment: (options?: PageOptions<string>) => eachItem<shape.Payment>(send, '/billing/history', options),
  }
}
