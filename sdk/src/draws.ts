// Commitments, published results and the history of draws.
import { again, eachItem, get, type PageOptions, pageCall, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { CallOptions } from './transport.ts'

export function commitmentCalls(send: Send) {
  return {
    /** Publish `sha256` of the answer before anybody can influence the draw. */
    create: (body: shape.CommitmentRequest = {}, options?: CallOptions) =>
      send<shape.Commitment>({ ...post('/commitments', body), ...options }),
    /** A page of the commitments of the account, the newest first, without their receipts. */
    list: (options?: PageOptions<string>) => send<shape.ListedCommitment[]>(pageCall('/commitments', options)),
    /** All commitments, page by page. */
    each: (options?: PageOptions<string>) => eachItem<shape.ListedCommitment>(send, '/commitments', options),
    /** One commitment. Its seed is there once it was revealed. */
    get: (id: string, options?: CallOptions) =>
      send<shape.Commitment>({ ...get(`/commitments/${encodeURIComponent(id)}`), ...options }),
    /** Publishes the seed. Doing it again changes nothing. */
    reveal: (id: string, options?: CallOptions) =>
      send<shape.Commitment>({ ...again(`/commitments/${encodeURIComponent(id)}/reveal`), ...options }),
    /** Deletes a commitment that is revealed, or whose announced draw was made. */
    remove: (id: string, options?: CallOptions) =>
      send<shape.Removed>({ method: 'DELETE', path: `/commitments/${encodeURIComponent(id)}`, ...options }),
  }
}

export function publishedCalls(send: Send) {
  const at = (id: string) => `/draws/published/${encodeURIComponent(id)}`
  return {
    /** Makes a page that anybody can open and check. */
    create: (body: shape.PublishRequest, options?: CallOptions) =>
      send<shape.PublishedDraw>({ ...post('/draws/published', body), ...options }),
    /** A page of what the account has published, the newest first. */
    list: (options?: PageOptions<string>) => send<shape.ListedPublishedDraw[]>(pageCall('/draws/published', options)),
    /** All that the account has published, page by page. */
    each: (options?: PageOptions<string>) => eachItem<shape.ListedPublishedDraw>(send, '/draws/published', options),
    /** A published result, with all its receipts. */
    get: (id: string, options?: CallOptions) => send<shape.PublishedDraw>({ ...get(at(id)), ...options }),
    /** Takes it back. */
    remove: (id: string, options?: CallOptions) => send<shape.Removed>({ method: 'DELETE', path: at(id), ...options }),
  }
}

export function keptCalls(send: Send) {
  return {
    /** The last 50 draws that the account made with `keep`, the newest first. */
    list: (options?: CallOptions) => send<shape.KeptDraw[]>({ ...get('/draws/kept'), ...options }),
    /** The receipt of one of them. */
    receipt: (id: string, options?: CallOptions) =>
      send<shape.Receipt>({ ...get(`/draws/kept/${encodeURIComponent(id)}/receipt`), ...options }),
    /** Deletes these draws. */
    clear: (options?: CallOptions) => send<shape.Removed>({ method: 'DELETE', path: '/draws/kept', ...options }),
    /** The names that somebody is about to draw from, as they were typed. */
    names: (options?: CallOptions) => send<shape.DrawNames>({ ...get('/draws/names'), ...options }),
    /** Saves them. */
    replaceNames: (body: shape.DrawNames, options?: CallOptions) =>
      send<shape.DrawNames>({ method: 'PUT', path: '/draws/names', body, repeatable: true, ...options }),
  }
}
