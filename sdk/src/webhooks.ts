// Webhooks: addresses that get events of the account.
import { eachItem, get, type PageOptions, pageCall, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { CallOptions } from './transport.ts'

export function webhookCalls(send: Send) {
  const path = (id: string, rest = '') => `/webhooks/${encodeURIComponent(id)}${rest}`
  return {
    list: (options?: CallOptions) => send<shape.Webhook[]>({ ...get('/webhooks'), ...options }),
    /** The secret is in this answer only. */
    create: (body: shape.CreateWebhookRequest, options?: CallOptions) =>
      send<shape.WebhookWithSecret>({ ...post('/webhooks', body), ...options }),
    /** Also switches it on and off. */
    change: (id: string, body: shape.ChangeWebhookRequest, options?: CallOptions) =>
      send<shape.Webhook>({ method: 'PATCH', path: path(id), body, ...options }),
    delete: (id: string, options?: CallOptions) =>
      send<shape.DeletedWebhook>({ method: 'DELETE', path: path(id), ...options }),
    /** A new secret; the one before signs as well for a day. */
    rotate: (id: string, options?: CallOptions) =>
      send<shape.WebhookWithSecret>({ ...post(path(id, '/rotate')), ...options }),
    /** Sends a test event. */
    test: (id: string, options?: CallOptions) =>
      send<shape.WebhookDelivery>({ ...post(path(id, '/test')), ...options }),
    /** The newest first. */
    deliveries: (id: string, options?: PageOptions<string>) =>
      send<shape.WebhookDelivery[]>(pageCall(path(id, '/deliveries'), options)),
    /** All that are kept, page by page. */
    eachDelivery: (id: string, options?: PageOptions<string>) =>
      eachItem<shape.WebhookDelivery>(send, path(id, '/deliveries'), options),
    resend: (id: string, deliveryId: string, options?: CallOptions) =>
      send<shape.WebhookDelivery>({
        ...post(path(id, `/deliveries/${encodeURIComponent(deliveryId)}/resend`)),
        ...options,
      }),
  }
}
