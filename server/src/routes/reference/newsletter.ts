// What people read about the newsletter's routes.
import type { Operation } from '../../http/http.ts'

const tags = ['Newsletter'] as const

export const subscribe: Operation = {
  operationId: 'subscribeToNewsletter',
  tags,
  summary: 'Subscribe to the newsletter',
  description: 'Subscribes an email address. The response is the same if the address is already subscribed.',
  examples: { request: { email: 'ada@example.org' }, response: { status: 'subscribed' } },
}

export const unsubscribe: Operation = {
  operationId: 'unsubscribeFromNewsletter',
  tags,
  summary: 'Unsubscribe from the newsletter',
  description: 'Ends the subscription that the token belongs to. Every newsletter email links here.',
  examples: { response: { status: 'unsubscribed' } },
}
