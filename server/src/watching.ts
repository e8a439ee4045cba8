// Metrics of the parts of the service, for /metrics.
import { addCount, addGauge, type Metrics } from './observability/metrics.ts'
import type { Services } from './services.ts'

export function addCounts(metrics: Metrics, services: Services): void {
  const { housekeeping, billing, admin, modelMetrics, serviceMetrics, connections } = services
  for (const metric of [...modelMetrics.metrics, ...serviceMetrics.metrics]) metrics.registry.registerMetric(metric)
  addCount(metrics, {
    name: 'billing_events_set_aside_total',
    help: 'Payment events that this node set aside after a day of retries; each is logged',
    label: 'type',
    read: () => billing.setAside,
  })
  addCount(metrics, {
    name: 'housekeeping_deleted_rows_total',
    help: 'Rows that this node deleted because they were no longer needed',
    label: 'table',
    read: () => housekeeping.deleted,
  })
  addCount(metrics, {
    name: 'housekeeping_failures_total',
    help: 'Failed attempts of this node to delete old rows, by table',
    label: 'table',
    read: () => housekeeping.failures,
  })
  addGauge(metrics, {
    name: 'queue_waiting',
    help: 'Lengths of the queues of the whole deployment',
    label: 'queue',
    isShared: true,
    read: async () => {
      const [emails, events, deletions] = await Promise.all([
        admin.outbox?.(),
        billing.unsettled(),
        admin.administration.deletionsWaiting(),
      ])
      return { emails: emails?.waiting ?? 0, payment_events: events.waiting, deletions }
    },
  })
  addGauge(metrics, {
    name: 'database_connections',
    help: 'Connections of this node to the database; waiting: requests that wait for one',
    label: 'state',
    read: async () => connections(),
  })
}
