// Metrics of charges and scoring. Labels come from fixed lists: never a caller, a text or a path.
import type { Metric } from 'prom-client'
import { createCount, createHistogram } from './counting.ts'

export interface ServiceMetrics {
  readonly metrics: readonly Metric[]
  onCharge(charge: { readonly meter: string; readonly units: number; readonly granted: boolean }): void
  onRefund(refund: { readonly meter: string; readonly units: number }): void
  onScored(scored: { readonly tier: string; readonly result: 'ok' | 'failed'; readonly durationMs: number }): void
}

const SECONDS_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The code that exposes them has to register them. */
export function createServiceMetrics(): ServiceMetrics {
  const count = <Label extends string>(name: string, help: string, labels: readonly Label[]) =>
    createCount({ name, help, labels })
  const charges = count('usage_charges_total', 'Charges by quota and result: granted or rejected', ['meter', 'result'])
  const units = count('usage_charged_units_total', 'Units that were charged, by quota', ['meter'])
  const refunds = count('usage_refunds_total', 'Charges that were refunded, by quota', ['meter'])
  const refundedUnits = count('usage_refunded_units_total', 'Units that were refunded, by quota', ['meter'])
  const help = 'Time to score a text, including waiting'
  const scoring = createHistogram(
    { name: 'scoring_duration_seconds', help, labels: ['tier', 'result'] },
    SECONDS_BUCKETS,
  )
  return {
    metrics: [charges, units, refunds, refundedUnits, scoring].map(({ metric }) => metric),
    onCharge({ meter, units: charged, granted }) {
      charges.add({ meter, result: granted ? 'granted' : 'rejected' })
      if (granted) units.add({ meter }, charged)
    },
    onRefund({ meter, units: refunded }) {
      refunds.add({ meter })
      refundedUnits.add({ meter }, refunded)
    },
    onScored: ({ tier, result, durationMs }) => scoring.add({ tier, result }, durationMs / 1000),
  }
}
