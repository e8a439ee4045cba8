// API keys.
import { eachItem, type PageOptions, pageCall, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { CallOptions } from './transport.ts'

/** Which API keys, and in which order. */
export interface KeyListOptions extends PageOptions<number> {
  /** Part of a name or of the visible part of a key, a scope, or a whole key. */
  readonly search?: string | undefined
  /** `used`: last used first; `expiry`: the next to expire first. */
  readonly sort?: 'oldest' | 'newest' | 'used' | 'name' | 'expiry' | undefined
}

export function keyCalls(send: Send) {
  return {
    /** The oldest first, unless `sort` says otherwise. */
    list: (options?: KeyListOptions) => send<shape.ApiKey[]>(pageCall('/api-keys', options)),
    /** All keys, page by page: `for await (const key of client.keys.each())`. */
    each: (options?: KeyListOptions) => eachItem<shape.ApiKey>(send, '/api-keys', options),
    /** Creates a key. The key itself is in this answer only. */
    create: (body: shape.CreateKeyRequest = {}, options?: CallOptions) =>
      send<shape.CreatedKey>({ ...post('/api-keys', body), ...options }),
    /** Changes the name or the limits of a key. */
    change: (id: number, body: shape.ChangeApiKeyRequest, options?: CallOptions) =>
      send<shape.ApiKey>({ method: 'PATCH', path: `/api-keys/${id}`, body, ...options }),
    /** A new key in place of this one, which keeps working for the grace period. */
    rotate: (id: number, body: shape.RotateKeyRequest = {}, options?: CallOptions) =>
      send<shape.CreatedKey>({ ...post(`/api-keys/${id}/rotate`, body), ...options }),
    /** The key stops working at once. */
    revoke: (id: number, options?: CallOptions) =>
      send<{ id: number; status: 'revoked' }>({ method: 'DELETE', path: `/api-keys/${id}`, ...options }),
  }
}
