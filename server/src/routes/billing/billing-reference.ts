import type { Operation } from '../../http/http.ts'

const tags = ['Billing'] as const
const CHECKOUT = { checkout_url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3' }

export const checkOutPlan: Operation = {
  operationId: 'checkOutPlan',
  access: 'signed in',
  sdk: ['billing.checkout', 'body.plan'],
  tags,
  summary: 'Buy or change a plan',
  description:
    'Returns the address of a payment page. The plan takes effect once the payment provider confirms the payment. If you already have a plan, the page confirms the change. If you already have that plan, the response is 409.',
  examples: { request: { plan: 'pro' }, response: CHECKOUT },
}

export const checkOutTopup: Operation = {
  operationId: 'checkOutTopup',
  access: 'signed in',
  sdk: ['billing.topup', 'body.topup'],
  tags,
  summary: 'Buy a top-up',
  description:
    'Returns the address of a payment page. A top-up adds compute units and AI calls that do not expire. They are used after the allowance of the month.',
  examples: { request: { topup: 'topup_10k' }, response: CHECKOUT },
}

export const cancelPlan: Operation = {
  operationId: 'cancelPlan',
  access: 'signed in',
  sdk: ['billing.cancel'],
  tags,
  summary: 'Cancel your plan',
  description:
    'The plan ends with the paid period; until then you keep it. You can repeat the request. If there is nothing to cancel, the response is 400.',
  examples: { response: { status: 'cancelled', effective: 'end_of_period', ends_at: '2026-04-01T09:30:00.000Z' } },
}

export const resumePlan: Operation = {
  operationId: 'resumePlan',
  access: 'signed in',
  sdk: ['billing.resume'],
  tags,
  summary: 'Resume a cancelled plan',
  description: 'The plan renews again. This works until the paid period ends; after that, the response is 400.',
  examples: {
    response: { plan: 'pro', status: 'active', renews_at: '2026-04-01T09:30:00.000Z', ends_at: null },
  },
}

export const openPortal: Operation = {
  operationId: 'openPortal',
  access: 'signed in',
  sdk: ['billing.portal'],
  tags,
  summary: 'Manage payment methods and invoices',
  description: "Returns the address of the payment provider's page for payment methods, invoices and cancelling.",
  examples: { response: { portal_url: 'https://billing.stripe.com/p/session/test_a1b2c3' } },
}

export const listTopups: Operation = {
  operationId: 'listTopups',
  access: 'scope read-only',
  sdk: ['billing.topups'],
  tags,
  summary: 'List the top-ups you can buy',
  description: 'Returns the top-ups that are offered on your plan.',
  examples: { response: [{ id: 'topup_10k', compute: 10_000, ai_calls: 200, price_eur: 4.99 }] },
}

export const getSubscription: Operation = {
  operationId: 'getSubscription',
  access: 'signed in',
  sdk: ['billing.subscription'],
  tags,
  summary: 'Get your subscription',
  description: 'Returns your plan, and when it renews or ends.',
  examples: {
    response: { plan: 'pro', status: 'active', renews_at: '2026-04-01T09:30:00.000Z', ends_at: null },
  },
}

export const listPayments: Operation = {
  operationId: 'listPayments',
  access: 'signed in',
  sdk: ['billing.history'],
  tags,
  summary: 'List your payments',
  description:
    'Returns your payments and refunds, newest first. If there are more than `limit`, the header `Link` leads to the next page.',
  examples: {
    response: [
      {
        id: 'in_1Q2w3E',
        date: '2026-03-01T09:30:00.000Z',
        description: 'Plan pro',
        amount_eur: 29,
        vat_eur: 4.63,
        refunded_eur: 0,
        status: 'paid',
        receipt_url: 'https://invoice.stripe.com/i/acct_1/test_a1b2c3',
      },
    ],
  },
}

export const receivePaymentEvent: Operation = {
  operationId: 'receivePaymentEvent',
  access: 'anyone',
  sdk: 'none',
  tags,
  summary: 'Receive an event from the payment provider',
  description:
    'For the payment provider only. The body must be signed in the `Stripe-Signature` header. Repeated events change nothing.',
  examples: { response: { received: true } },
}
