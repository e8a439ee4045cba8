// A simulated Stripe: it has Stripe's wire format, its own payment pages and signed events. No money moves. The service mounts it as its
// sandbox, and the tests use it over HTTP.
import { type Call, type Reply, replyTo } from './api.ts'
import { formOf } from './form.ts'
import { answerPage } from './pages.ts'
import type { Deliver, SimulatedStripeParts, Visit } from './parts.ts'
import { pricesFrom, type Thing, type World } from './world.ts'

export type { Books, EventQuery } from './books.ts'
export type { Deliver, SimulatedStripeParts, Visit } from './parts.ts'
export { type SignedBody, signEvent } from './signature.ts'
export type { PriceList, StripeEvent, Thing } from './world.ts'

export interface SimulatedStripe {
  /** Stripe's API, in the shape of `fetch`. */
  api(url: string | URL | Request, init?: RequestInit): Promise<Response>
  /** The payment pages, by their path below `pagesUrl`. */
  page(visit: Visit, deliver: Deliver): Promise<Response>
}

export function createSimulatedStripe(parts: SimulatedStripeParts): SimulatedStripe {
  const prices = pricesFrom(parts.prices)
  const worldOf = (things: Map<string, Thing>): World => ({
    things,
    prices,
    nowS: () => Math.floor(parts.nowMs() / 1000),
    pagesUrl: parts.pagesUrl,
  })
  const api = { books: parts.books, worldOf, pageUrl: (session: Thing) => pageUrl(parts.pagesUrl, session) }
  return {
    async api(url, init) {
      const request = new Request(url, init)
      return toResponse(await replyTo(api, await callOf(request)))
    },
    page: (visit, deliver) => answerPage({ ...parts, worldOf, deliver }, visit),
  }
}

export function pageUrl(pagesUrl: string, { object, id }: Thing): string {
  return `${pagesUrl}/${object === 'checkout.session' ? 'checkout' : 'portal'}/${id}`
}

async function callOf(request: Request): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url)
  return {
    method: request.method,
    path: pathname,
    form: formOf(await request.text()),
    query: searchParams,
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
  }
}

function toResponse({ status, body }: Reply): Response {
  return Response.json(body, { status })
}
