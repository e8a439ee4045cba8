import type { Operation } from '../../http/http.ts'

const tags = ['Webhooks'] as const
const ID = '1b4e28ba-2fa1-4d2f-883f-0016d3cca427'
const DELIVERY_ID = '6fa459ea-ee8a-4ca4-894e-db77e160355e'
const WEBHOOK = {
  id: ID,
  url: 'https://hooks.example.org/equipoise',
  description: 'Alerts of the data team',
  events: ['quota.reached', 'payment.failed'],
  created_at: '2026-11-16T05:00:00.000Z',
  disabled_at: null,
  disabled_because: null,
}
const SECRET = 'whsec_QWxsIHlvdXIgc2VjcmV0cyBhcmUgYmVsb25nIHRvIHVz'
const DELIVERY = {
  id: DELIVERY_ID,
  type: 'quota.reached',
  payload: {
    type: 'quota.reached',
    timestamp: '2026-11-16T05:10:00.000Z',
    data: {
      meter: 'ai/chat',
      plan: 'basic',
      percent: 80,
      used: 400,
      allowance: 500,
      resets_at: '2026-12-01T00:00:00.000Z',
    },
  },
  created_at: '2026-11-16T05:10:00.000Z',
  state: 'delivered',
  attempts: 1,
  attempted_at: '2026-11-16T05:10:01.000Z',
  status: 204,
  error: null,
  duration_ms: 112,
  next_at: null,
}
const WAITING = { ...DELIVERY, state: 'waiting', attempts: 0, attempted_at: null, status: null, duration_ms: null }

export const listWebhooks: Operation = {
  operationId: 'listWebhooks',
  access: 'signed in',
  sdk: ['webhooks.list'],
  tags,
  summary: 'List your webhooks',
  description: 'Returns the webhooks of your account, oldest first. Their secrets are never shown again.',
  examples: { response: [WEBHOOK] },
}

export const createWebhook: Operation = {
  operationId: 'createWebhook',
  access: 'signed in',
  sdk: ['webhooks.create', 'body'],
  tags,
  summary: 'Create a webhook',
  description:
    'From now on we send events of your account to this address: `POST` with the event as JSON, signed as in Standard Webhooks (headers `webhook-id`, `webhook-timestamp`, `webhook-signature`). This is the only response that contains the secret to check the signatures with. An account can have five webhooks; above that, the response is 409. The address has to start with `https://` and to be on the public internet, unless the deployment says otherwise.',
  examples: {
    request: { url: WEBHOOK.url, description: WEBHOOK.description, events: WEBHOOK.events },
    response: { ...WEBHOOK, secret: SECRET },
  },
}

export const changeWebhook: Operation = {
  operationId: 'changeWebhook',
  access: 'signed in',
  sdk: ['webhooks.change', 'path.id', 'body'],
  sample: { id: ID },
  tags,
  summary: 'Change a webhook',
  description:
    'Fields that you leave out do not change. With `enabled: false` it gets no more events, and what waits is marked as failed; with `enabled: true` it gets new events again.',
  examples: { request: { enabled: true }, response: WEBHOOK },
}

export const deleteWebhook: Operation = {
  operationId: 'deleteWebhook',
  access: 'signed in',
  sdk: ['webhooks.delete', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Delete a webhook',
  description: 'Deletes it with its log. What waits is not sent.',
  examples: { response: { id: ID, status: 'deleted' } },
}

export const rotateWebhookSecret: Operation = {
  operationId: 'rotateWebhookSecret',
  access: 'signed in',
  sdk: ['webhooks.rotate', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Rotate the secret of a webhook',
  description:
    'Returns a new secret. For one day every request has two signatures, by the new secret and by the one before, so you can change your receiver meanwhile.',
  examples: { response: { ...WEBHOOK, secret: SECRET } },
}

export const testWebhook: Operation = {
  operationId: 'testWebhook',
  access: 'signed in',
  sdk: ['webhooks.test', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'Send a test event',
  description:
    'Sends an event of type `webhook.test`, after those that already wait. Look at the log to see how it went. With deliveries that are sent again, you can send 30 an hour; above that, the response is 429.',
  examples: {
    response: {
      ...WAITING,
      type: 'webhook.test',
      payload: {
        type: 'webhook.test',
        timestamp: '2026-11-16T05:10:00.000Z',
        data: { message: 'This event was sent by hand, to try this webhook.' },
      },
      next_at: '2026-11-16T05:10:00.000Z',
    },
  },
}

export const listDeliveries: Operation = {
  operationId: 'listWebhookDeliveries',
  access: 'signed in',
  sdk: ['webhooks.deliveries', 'path.id'],
  sample: { id: ID },
  tags,
  summary: 'List the deliveries of a webhook',
  description:
    'The log of a webhook, the newest first: its last 1,000 events, for 40 days. If there are more deliveries than `limit`, the header `Link` leads to the next page.',
  examples: { response: [DELIVERY] },
}

export const resendDelivery: Operation = {
  operationId: 'resendWebhookDelivery',
  access: 'signed in',
  sdk: ['webhooks.resend', 'path.id', 'path.delivery_id'],
  sample: { id: ID, delivery_id: DELIVERY_ID },
  tags,
  summary: 'Send a delivery again',
  description:
    'Puts the delivery at the end of the queue, with the same `webhook-id`, and sends the first one in the queue at once. With test events, you can send 30 an hour; above that, the response is 429.',
  examples: { response: { ...WAITING, next_at: '2026-11-16T06:00:00.000Z' } },
}
