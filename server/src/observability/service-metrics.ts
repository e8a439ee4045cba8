// Metrics of charges and scoring. Labels come from fixed lists: never a caller, a text or a path.
import { Counter, Histogram, type Metric } from 'prom-client'

export interface ServiceMetrics {
  readonly metrics: readonly Metric[]
  onCharge(charge: { readonly meter: string; readonly units: number; readonly granted: boolean }): void
  onRefund(refund: { readonly meter: string; readonly units: number }): void
  onScored(scored: { readonly tier: string; readonly result: 'ok' | 'failed'; readonly durationMs: number }): void
}

const SECONDS_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** The code that exposes them has to register them. */
const registers: [] = []

export function createServiceMetrics(): ServiceMetrics {
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const charges = counter('usage_charges_total', 'Charges by quota and result: granted or rejected', [
    'meter',
    'result',
  ])
  const units = counter('usage_charged_units_total', 'Units that were charged, by quota', ['meter'])
  const refunds = counter('usage_refunds_total', 'Charges that were refunded, by quota', ['meter'])
  const refundedUnits = counter('usage_refunded_units_total', 'Units that were refunded, by quota', ['meter'])
  const scoring = new Histogram({
    name: 'scoring_duration_seconds',
    help: 'Time to score a text, including waiting',
    labelNames: ['tier', 'result'] as const,
    buckets: SECONDS_BUCKETS,
    registers,
  })
  return {
    metrics: [charges, units, refunds, refundedUnits, scoring],
    onCharge({ meter, units: charged, granted }) {
      charges.inc({ meter, result: granted ? 'granted' : 'rejected' })
      if (granted) units.inc({ meter }, charged)
    },
    onRefund({ meter, units: refunded }) {
      refunds.inc({ meter })
      refundedUnits.inc({ meter }, refunded)
    },
    onScored: ({ tier, result, durationMs }) => scoring.observe({ tier, result }, durationMs / 1000),
  }
}
