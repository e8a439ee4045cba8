// Helpers for the calls of the client: HTTP methods, and lists page by page.
import type { Call, CallOptions } from './transport.ts'

export type Send = <Result>(call: Call) => Promise<Result>

export function get(path: string): Call {
  return { method: 'GET', path, repeatable: true }
}

export function post(path: string, body?: unknown): Call {
  return { method: 'POST', path, body }
}

/** A request that can be sent twice: the second one changes nothing. */
export function again(path: string, body?: unknown): Call {
  return { method: 'POST', path, body, repeatable: true }
}

/** A page of a list; without both, the first page in the service's own size. */
export interface PageOptions<Id extends string | number> extends CallOptions {
  /** How many items a page has. */
  readonly limit?: number | undefined
  /** The id of the last item of the page before. */
  readonly after?: Id | undefined
}

const PAGE_SIZE = 100

interface ListOptions extends PageOptions<string | number> {
  readonly search?: string | undefined
  readonly sort?: string | undefined
}

export function pageCall(path: string, { limit, after, search, sort, ...options }: ListOptions = {}): Call {
  return { ...get(path), query: { limit, after, search, sort }, ...options }
}

/** A page that is not full is the last one. */
export async function* eachItem<Item extends { readonly id: string | number }>(
  send: Send,
  path: string,
  options: ListOptions = {},
): AsyncGenerator<Item> {
  const limit = options.limit ?? PAGE_SIZE
  let after = options.after
  for (;;) {
    const page = await send<Item[]>(pageCall(path, { ...options, limit, after }))
    yield* page
    if (page.length < limit) return
    after = page.at(-1)?.id
  }
}
