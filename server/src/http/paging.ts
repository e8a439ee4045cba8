// Lists in pages: `limit` and `after` in the query, and a Link header that leads to the next page if there is one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { integer, queryInt } from './validation.ts'

interface PageSizes {
  readonly limitDefault: number
  readonly limitMax: number
}

/** For lists whose items have numeric ids. */
export function numberedPages({ limitDefault, limitMax }: PageSizes) {
  const after = queryInt(integer().min(1).max(Number.MAX_SAFE_INTEGER), { minimum: 1 }).optional()
  return z.object({ limit: limitOf({ limitDefault, limitMax }), after: after.describe(AFTER) })
}

const NAME = z.string().regex(/^[\w-]{1,128}$/, 'Input should be the id of an item of this list')

/** For lists whose ids are letters, digits, `_` and `-`, or have another given form. */
export function namedPages({ limitDefault, limitMax }: PageSizes, after: z.ZodType<string, string> = NAME) {
  return z.object({ limit: limitOf({ limitDefault, limitMax }), after: after.optional().describe(AFTER) })
}

const AFTER = 'The `id` of the last item of the previous page. Leave it out for the first page.'

function limitOf({ limitDefault, limitMax }: PageSizes) {
  const range = { minimum: 1, maximum: limitMax, default: limitDefault }
  return queryInt(integer().min(1).max(limitMax), range)
    .default(limitDefault)
    .describe('The maximum number of items to return.')
}

/** Adds the Link header if there are more items than fit on this page, and returns the items of the page. */
export function pageOf<Item extends { readonly id: string | number }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { items, limit, hasMore = items.length > limit }: { items: readonly Item[]; limit: number; hasMore?: boolean },
): Item[] {
  const page = items.slice(0, limit)
  const last = page.at(-1)
  if (hasMore && last) {
    const [path, asked] = request.url.split('?', 2)
    const query = new URLSearchParams(asked)
    query.set('limit', String(limit))
    query.set('after', String(last.id))
    reply.header('link', `<${path}?${query}>; rel="next"`)
  }
  return page
}
