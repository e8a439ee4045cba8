// Events and deliveries of webhooks in words.
import type { Webhook, WebhookDelivery } from '@equipoise/sdk'
import { formatMoment } from '../format.ts'

export type EventType = Webhook['events'][number]

export const EVENTS: readonly { readonly type: EventType; readonly label: string; readonly description: string }[] = [
  { type: 'quota.reached', label: 'Quota reached', description: '50%, 80% and 100% of a monthly allowance' },
  { type: 'budget.reached', label: 'Budget reached', description: '50%, 80% and 100% of a budget' },
  { type: 'balance.low', label: 'Balance low', description: 'A fifth of your last top-up is left' },
  { type: 'key.expiring', label: 'Key expiring', description: 'A week before an API key expires' },
  { type: 'payment.failed', label: 'Payment failed', description: 'The payment for your plan failed' },
  { type: 'audit.finished', label: 'Audit finished', description: 'The report is ready' },
]

export function labelOf(type: WebhookDelivery['type']): string {
  return EVENTS.find((one) => one.type === type)?.label ?? 'Test event'
}

export function eventsWords(events: readonly EventType[]): string {
  if (events.length === 0) return 'All events'
  return events.map(labelOf).join(', ')
}

export function resultWords({ state, status, error, next_at }: WebhookDelivery): string {
  const answer = status === null ? (error ?? '') : `the last answer had status ${status}`
  if (state === 'delivered') return `Delivered (status ${status})`
  if (state === 'failed') return answer === '' ? 'Not sent' : `Not delivered: ${answer}`
  if (next_at === null) return 'Waiting for earlier events'
  return answer === '' ? 'Being sent' : `Next try ${formatMoment(next_at)}: ${answer}`
}
