// The parts of the simulated Stripe, and the requests to its pages.
import type { Books } from './books.ts'
import type { SignedBody } from './signature.ts'
import type { PriceList } from './world.ts'

export interface SimulatedStripeParts {
  readonly books: Books
  readonly prices: PriceList
  readonly nowMs: () => number
  /** The address of the payment pages, without a trailing slash. */
  readonly pagesUrl: string
  readonly sellerName: string
  readonly webhookSecret: string
}

/** Sends a signed event to the service's webhook; returns whether it was accepted. */
export type Deliver = (body: SignedBody) => Promise<boolean>

export interface Visit {
  readonly method: string
  /** Such as `/checkout/cs_test_1`. */
  readonly path: string
  readonly fields: Readonly<Record<string, unknown>>
}
