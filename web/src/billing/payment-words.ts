import type { Plans } from '@equipoise/sdk'
import { formatCount } from '../format.ts'

/** What was paid for. The ledger names a top-up by its id; people know it by its size. */
export function paymentWords(description: string, topups: Pick<Plans['topups'][number], 'id' | 'compute'>[]): string {
  const [, id] = /^Top-up (\S+)$/.exec(description) ?? []
  const topup = topups.find((one) => one.id === id)
  return topup ? `Top-up, ${formatCount(topup.compute)} units` : description
}
