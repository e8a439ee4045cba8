// The simulated Stripe as a server, for tests: the official library talks to it over HTTP, and the test simulates customers, banks and a
// bad network.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ApiParts, type Call, type Reply, replyTo } from './api.ts'
import { memoryBooks } from './books.ts'
import * as deeds from './deeds.ts'
import { formOf } from './form.ts'
import { pageUrl } from './stripe.ts'
import { all, get, type PriceList, pricesFrom, type StripeEvent, type Thing, type World } from './world.ts'

interface StripeServerOptions {
  readonly nowMs?: () => number
  readonly prices?: PriceList
}

export interface StripeServer {
  readonly url: string
  readonly calls: Call[]
  /** All events, the oldest first. */
  readonly events: readonly StripeEvent[]
  /** While true, every call is answered with a 503. */
  isDown: boolean
  find(id: string): Thing
  /** Computes the response to the next such call at once, and sends it when released. */
  hold(path: string): Held
  /** Returns the id of the subscription or of the payment. */
  pay(sessionId: string): string
  refund(paymentId: string, cents: number): void
  dispute(paymentId: string): void
  closeDispute(paymentId: string, status: 'won' | 'lost'): void
  changePlan(subscriptionId: string, lookupKey: string): void
  renew(subscriptionId: string): void
  failRenewal(subscriptionId: string): void
  payInvoice(subscriptionId: string): void
  setCancel(subscriptionId: string, cancels: boolean): void
  end(subscriptionId: string): void
  close(): Promise<void>
}

interface Held {
  /** Resolves when the call has arrived and its response is computed. */
  readonly isFixed: Promise<void>
  release(): void
}

interface Hold {
  readonly path: string
  readonly fix: () => void
  readonly released: Promise<void>
}

const PAGES_URL = 'https://stripe.example'
const BODY_BYTES_MAX = 1_000_000
const SLOWEST_TURNS = 23

export async function startStripeServer({
  nowMs = Date.now,
  prices = {},
}: StripeServerOptions = {}): Promise<StripeServer> {
  const books = memoryBooks()
  const world: World = {
    things: books.things,
    prices: pricesFrom(prices),
    nowS: () => Math.floor(nowMs() / 1000),
    pagesUrl: PAGES_URL,
  }
  const api: ApiParts = { books, worldOf: () => world, pageUrl: (session) => pageUrl(PAGES_URL, session) }
  const controls = { calls: [] as Call[], isDown: false }
  const holds: Hold[] = []
  const reply = (call: Call): Promise<Reply> =>
    controls.isDown
      ? Promise.resolve({ status: 503, body: { error: { type: 'api_error', message: 'down' } } })
      : replyTo(api, call)
  const server = createServer(async (request, response) => {
    const call = await callOf(request)
    const nth = controls.calls.push(call)
    const { status, body } = await reply(call)
    const text = JSON.stringify(body)
    // Makes responses overtake each other, as on a network: each waits a few turns of the event loop.
    for (let turns = (nth * 7) % SLOWEST_TURNS; turns > 0; turns--) await nextTurn()
    await whenReleased(holds, call.path)
    send(response, { status, text, nth })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(controls, {
    url: `http://127.0.0.1:${port}`,
    events: eventsMadeIn(books.things),
    ...deedsIn(world),
    find: (id: string) => get(world, id),
    hold: (path: string) => hold(holds, path),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** A list that grows with every event, so that tests with thousands of events need not search for them. */
function eventsMadeIn(things: Map<string, Thing>): StripeEvent[] {
  const events: StripeEvent[] = []
  const set = things.set.bind(things)
  things.set = (id, thing) => {
    if (thing.object === 'event') events.push(thing as unknown as StripeEvent)
    return set(id, thing)
  }
  return events
}

function deedsIn(world: World) {
  return {
    pay: (sessionId: string) => deeds.pay(world, sessionId),
    refund: (paymentId: string, cents: number) => deeds.refund(world, paymentId, cents),
    dispute: (paymentId: string) => deeds.dispute(world, paymentId),
    closeDispute: (paymentId: string, status: 'won' | 'lost') => deeds.closeDispute(world, paymentId, status),
    changePlan(subscriptionId: string, lookupKey: string) {
      const price = all(world, 'price').find((one) => one.lookup_key === lookupKey)
      deeds.changePlan(world, subscriptionId, price?.id ?? lookupKey)
    },
    renew: (subscriptionId: string) => deeds.renew(world, subscriptionId),
    failRenewal: (subscriptionId: string) => deeds.failRenewal(world, subscriptionId),
    payInvoice: (subscriptionId: string) => deeds.payInvoice(world, subscriptionId),
    setCancel: (subscriptionId: string, cancels: boolean) => deeds.setCancel(world, subscriptionId, cancels),
    end: (subscriptionId: string) => deeds.end(world, subscriptionId),
  }
}

async function callOf(request: IncomingMessage): Promise<Call> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > BODY_BYTES_MAX) throw new Error('the body is too large')
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
  return {
    method: request.method ?? '',
    path: pathname,
    form: formOf(text),
    query: searchParams,
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
  }
}

function send(response: ServerResponse, { status, text, nth }: { status: number; text: string; nth: number }): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': `req_${nth}` }).end(text)
}

function hold(holds: Hold[], path: string): Held {
  let release = () => {}
  let fix = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isFixed = new Promise<void>((resolve) => {
    fix = resolve
  })
  holds.push({ path, fix, released })
  return { isFixed, release }
}

async function whenReleased(holds: Hold[], path: string): Promise<void> {
  const place = holds.findIndex((one) => one.path === path)
  if (place < 0) return
  const [held] = holds.splice(place, 1)
  held?.fix()
  await held?.released
}
