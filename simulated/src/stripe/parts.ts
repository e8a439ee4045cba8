// What the simulated Stripe is made of, and what its pages are asked.
import type { Books } from './books.ts'
import type { SignedBody } from './signature.ts'
import type { PriceList } from './world.ts'

export interface SimulatedStripeParts {
  readonly books: Books
  readonly prices: PriceList
  readonly nowMs: () => number
  /** Where the payment pages are, without a slash at the end. */
  readonly pagesUrl: string
  /** Who is paid, as the pages say it. */
  readonly sellerName: string
  /** Signs the events. */
  readonly webhookSecret: string
}

/** Sends a signed event to the service's webhook; answers whether it was taken. */
export type Deliver = (body: SignedBody) => Promise<boolean>

export interface Visit {
  readonly method: string
  /** Such as `/checkout/cs_test_1`. */
  readonly path: string
  /** What a form sent. */
  readonly fields: Readonly<Record<string, unknown>>
}
