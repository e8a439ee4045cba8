// Metrics for operators, in Prometheus format. Labels contain route patterns only: no path, no key, no address.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { createCount, createHistogram } from './counting.ts'

export interface Metrics {
  readonly registry: Registry
}

const SECONDS_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

interface AnsweredRequest {
  readonly method: string
  /** The pattern, not the path. */
  readonly route: string
  readonly status: number
  readonly isError: boolean
  readonly durationMs: number
}

export function createMetrics(): Metrics & { note(request: AnsweredRequest): void } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const labels = ['method', 'route', 'status'] as const
  const help =
    'Time from the first byte of a request to the last byte of its response, or until its caller hung up (status 499)'
  const duration = createHistogram({ name: 'http_request_duration_seconds', help, labels }, SECONDS_BUCKETS)
  const errors = createCount({ name: 'http_errors_total', help: 'Responses with a status of 400 or above', labels })
  for (const { metric } of [duration, errors]) registry.registerMetric(metric)
  return {
    registry,
    note({ method, route, status, isError, durationMs }) {
      const values = { method, route, status: String(status) }
      duration.add(values, durationMs / 1000)
      if (isError) errors.add(values)
    },
  }
}

/** A counter that is kept elsewhere, by label, and read at each scrape. */
interface OutsideCount {
  readonly name: string
  readonly help: string
  readonly label: string
  readonly read: () => Iterable<readonly [string, number]>
}

export function addCount({ registry }: Metrics, { name, help, label, read }: OutsideCount): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [value, count] of read()) this.inc({ [label]: value }, count)
    },
  })
}

/** A gauge by label that is read at each scrape. */
interface OutsideGauge extends Omit<OutsideCount, 'read'> {
  /** All processes read the same value, so values of several must not be added up. */
  readonly isShared?: true
  readonly read: () => Promise<Readonly<Record<string, number>>>
}

/** If reading fails, this gauge is left out and all others are still shown. */
export function addGauge({ registry }: Metrics, { name, help, label, isShared, read }: OutsideGauge): void {
  new Gauge({
    name,
    aggregator: isShared ? 'max' : 'sum',
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      this.reset()
      const values = await read().catch(() => ({}))
      for (const [value, count] of Object.entries(values)) this.set({ [label]: value }, count)
    },
  })
}
