// Brings a Stripe account in line with our catalogue: products, prices, the portal's configuration, the webhook. Running it again changes
// only what differs.
import { type Catalogue, paidPlans, planOf } from '../ground/plans.ts'
import type { Secret } from '../ground/secret.ts'
import { EVENT_TYPES } from './state.ts'
import { connectStripe, OWNER, type StripeClient } from './stripe.ts'

interface SetupOptions {
  readonly secretKey: Secret
  readonly apiBase?: string | undefined
  readonly catalogue: Catalogue
  /** Without it no webhook is registered. */
  readonly publicUrl?: string | undefined
  readonly brandName: string
  readonly log: (line: string) => void
}

interface Item {
  readonly id: string
  readonly name: string
  readonly cents: number
  readonly monthly: boolean
}

interface Sold {
  readonly product: string
  readonly price: string
  readonly monthly: boolean
}

const PAGE_SIZE = 100

export async function setUpStripe(options: SetupOptions): Promise<void> {
  const stripe = connectStripe(options)
  const sold: Sold[] = []
  for (const item of itemsOf(options)) sold.push(await putItem(stripe, item, options.log))
  await putPortal(stripe, sold, options)
  if (options.publicUrl?.startsWith('https:')) await putWebhook(stripe, `${options.publicUrl}/billing/webhook`, options)
  else options.log('webhook          not registered: set PUBLIC_URL to the https address of the service')
}

function itemsOf({ catalogue, brandName }: SetupOptions): Item[] {
  const plans = paidPlans(catalogue).map((id) => ({
    id,
    name: `${brandName} ${id}`,
    cents: Math.round(planOf(catalogue, id).priceEur * 100),
    monthly: true,
  }))
  const topups = catalogue.topups.map(({ id, priceEur, compute, aiCalls }) => ({
    id,
    name: `${brandName} top-up: ${compute} compute units, ${aiCalls} AI calls`,
    cents: Math.round(priceEur * 100),
    monthly: false,
  }))
  return [...plans, ...topups]
}

async function putItem(stripe: StripeClient, item: Item, log: SetupOptions['log']): Promise<Sold> {
  const product = await putProduct(stripe, item)
  const { data } = await stripe.prices.list({ lookup_keys: [item.id], active: true, limit: 1 })
  const [current] = data
  const isRight =
    current?.unit_amount === item.cents &&
    current.currency === 'eur' &&
    (current.recurring?.interval ?? null) === (item.monthly ? 'month' : null)
  if (current && isRight) {
    log(`${item.id.padEnd(16)} unchanged`)
    return { product, price: current.id, monthly: item.monthly }
  }
  // A price's amount cannot change in Stripe: a new price takes over the lookup key, and existing subscribers keep paying the old one.
  const price = await stripe.prices.create({
    product,
    currency: 'eur',
    unit_amount: item.cents,
    lookup_key: item.id,
    transfer_lookup_key: true,
    metadata: { ...OWNER, item: item.id },
    ...(item.monthly ? { recurring: { interval: 'month' } } : {}),
  })
  if (current) await stripe.prices.update(current.id, { active: false })
  log(`${item.id.padEnd(16)} ${current ? 'price changed' : 'created'}: EUR ${(item.cents / 100).toFixed(2)}`)
  return { product, price: price.id, monthly: item.monthly }
}

/** Found by metadata, because product ids share one namespace in the whole Stripe account. */
async function putProduct(stripe: StripeClient, { id, name }: Item): Promise<string> {
  const products = await stripe.products
    .list({ active: true, limit: PAGE_SIZE })
    .autoPagingToArray({ limit: PRODUCTS_MAX })
  const found = products.find(({ metadata }) => metadata.owner === OWNER.owner && metadata.item === id)
  if (found) return found.id
  const made = await stripe.products.create({ name, metadata: { ...OWNER, item: id } })
  return made.id
}

const PRODUCTS_MAX = 1_000

async function putPortal(stripe: StripeClient, sold: readonly Sold[], { log }: SetupOptions): Promise<void> {
  const products = sold.filter(({ monthly }) => monthly).map(({ product, price }) => ({ product, prices: [price] }))
  const features = {
    customer_update: { enabled: true, allowed_updates: ['address' as const, 'tax_id' as const] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' as const },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price' as const],
      proration_behavior: 'always_invoice' as const,
      products,
    },
  }
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: PAGE_SIZE })
  const found = data.find(({ metadata }) => metadata?.owner === OWNER.owner)
  if (found) await stripe.billingPortal.configurations.update(found.id, { features })
  else await stripe.billingPortal.configurations.create({ features, metadata: { ...OWNER } })
  log(`billing portal   ${found ? 'updated' : 'created'}`)
}

async function putWebhook(stripe: StripeClient, url: string, { log }: SetupOptions): Promise<void> {
  type Events = NonNullable<Parameters<StripeClient['webhookEndpoints']['create']>[0]>['enabled_events']
  const enabled_events = [...EVENT_TYPES] as Events
  const { data } = await stripe.webhookEndpoints.list({ limit: PAGE_SIZE })
  const found = data.find((one) => one.url === url)
  if (found) {
    await stripe.webhookEndpoints.update(found.id, { enabled_events })
    log('webhook          updated; its secret stays as it is')
    return
  }
  const made = await stripe.webhookEndpoints.create({ url, enabled_events, metadata: { ...OWNER } })
  log('webhook          created. Stripe shows its secret this once:')
  log(`STRIPE_WEBHOOK_SECRET=${made.secret}`)
}
