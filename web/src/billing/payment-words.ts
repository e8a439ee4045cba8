import type { AdminOverview, Payment, Plans } from '@equipoise/sdk'
import { formatAmount, formatCount } from '../format.ts'
import { planTitle } from '../shell/plan-names.ts'

/** What was paid for. Payments name plans and top-ups by id; people know a plan by its title and a top-up by its size. */
export function paymentWords(
  description: string,
  topups: Pick<Plans['topups'][number], 'id' | 'compute' | 'ai_calls'>[],
): string {
  const [, id] = /^Top-up (\S+)$/.exec(description) ?? []
  const topup = topups.find((one) => one.id === id)
  if (topup) return `Top-up, ${formatCount(topup.compute)} compute units and ${formatCount(topup.ai_calls)} AI calls`
  const [, from, to] = /^Change from ([a-z][a-z0-9_]*) to ([a-z][a-z0-9_]*)$/.exec(description) ?? []
  if (from && to) return `Change from ${planTitle(from)} to ${planTitle(to)}`
  return description.replace(/^[a-z][a-z0-9_]*(?= plan\b)/, planTitle)
}

/** Notes below an amount: its VAT, and what was refunded. */
export function amountNotes({
  status,
  vat_eur: vat,
  refunded_eur: refunded,
}: Pick<Payment, 'status' | 'vat_eur' | 'refunded_eur'>): string[] {
  const isPaid = status !== 'failed' && status !== 'pending'
  return [
    ...(isPaid ? [vat === null ? 'VAT not known' : `including ${formatAmount(vat)} VAT`] : []),
    ...(refunded > 0 ? [`${formatAmount(refunded)} refunded`] : []),
  ]
}

/** How much of the revenue is VAT, and for how much the VAT is unknown. */
export function vatWords(
  sales: readonly Pick<AdminOverview['sales'][number], 'eur' | 'vat_eur' | 'vat_unknown_eur'>[],
): string | undefined {
  const sum = (of: (sale: (typeof sales)[number]) => number) => sales.reduce((total, sale) => total + of(sale), 0)
  const [paid, unknown] = [sum(({ eur }) => eur), sum(({ vat_unknown_eur: eur }) => eur)]
  if (paid === 0) return undefined
  if (unknown === paid) return 'VAT not known'
  const vat = `including ${formatAmount(sum(({ vat_eur: eur }) => eur))} VAT`
  return unknown === 0 ? vat : `${vat}; not known for ${formatAmount(unknown)}`
}
