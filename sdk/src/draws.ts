// Commitments, published results, prize draws and the history of draws.
import { again, eachItem, get, type PageOptions, pageCall, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { Call, CallOptions } from './transport.ts'

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

export function prizeCalls(send: Send, bytes: (call: Call) => AsyncGenerator<Uint8Array>) {
  const at = (id: string, rest = '') => `/draws/prize/${encodeURIComponent(id)}${rest}`
  return {
    /** Locks the entries and publishes their hash, with the round that will decide. */
    create: (body: shape.PrizeDrawRequest, options?: CallOptions) =>
      send<shape.PrizeDraw>({ ...post('/draws/prize', body), ...options }),
    /** Places the prizes on tickets and seals them, before sales. */
    createInstant: (body: shape.InstantListRequest, options?: CallOptions) =>
      send<shape.PrizeDraw>({ ...post('/draws/instant', body), ...options }),
    /** A page of the prize draws of the account, the newest first. */
    list: (options?: PageOptions<string>) => send<shape.ListedPrizeDraw[]>(pageCall('/draws/prize', options)),
    /** All of them, page by page. */
    each: (options?: PageOptions<string>) => eachItem<shape.ListedPrizeDraw>(send, '/draws/prize', options),
    /** What everybody can read of one. */
    get: (id: string, options?: CallOptions) => send<shape.PrizeDraw>({ ...get(at(id)), ...options }),
    /** The entry of a code, with the proof that it is in the pool. */
    entrant: (id: string, body: shape.EntrantRequest, options?: CallOptions) =>
      send<shape.Entrant>({ ...again(at(id, '/entrant'), body), ...options }),
    /** Draws the winners once the round is public. Doing it again returns the same. */
    draw: (id: string, body: shape.PrizeDrawingRequest = {}, options?: CallOptions) =>
      send<shape.PrizeDraw>({ ...again(at(id, '/draw'), body), ...options }),
    /** Says that an entry cannot win, and why; the next one takes its place. */
    exclude: (id: string, body: shape.PrizeExclusionRequest, options?: CallOptions) =>
      send<shape.PrizeDraw>({ ...again(at(id, '/exclusions'), body), ...options }),
    /** Deletes the names permanently. */
    removeNames: (id: string, options?: CallOptions) =>
      send<shape.Removed>({ method: 'DELETE', path: at(id, '/names'), ...options }),
    /** The ZIP to file. */
    file: (id: string, query: shape.GetDrawFileQuery = {}, options?: CallOptions) =>
      allOf(bytes({ ...get(`/draws/${encodeURIComponent(id)}/file`), query: { ...query }, ...options })),
    /** The codes of all entrants, as CSV. */
    codes: async (id: string, options?: CallOptions) =>
      new TextDecoder().decode(await allOf(bytes({ ...get(at(id, '/codes')), ...options }))),
  }
}

async function allOf(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const kept: Uint8Array[] = []
  for await (const part of parts) kept.push(part)
  const whole = new Uint8Array(kept.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of kept) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
