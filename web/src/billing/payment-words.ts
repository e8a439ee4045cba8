import type { Plans } from '@equipoise/sdk'
import { formatCount } from '../format.ts'
import { planTitle } from '../shell/plan-names.ts'

/** What was paid for. The ledger names plans and top-ups by their ids; people know a plan by its title, a top-up by its size. */
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
