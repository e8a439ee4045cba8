// The history of an account: draws that it asked to keep, and the names it is about to draw from.
import { isText } from '@equipoise/engine'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Draws, KeptRow } from '../../draws/draws.ts'
import { counted } from '../../ground/counted.ts'
import { type App, callerOf, named, timestamp } from '../../http/http.ts'
import { removedShape } from './allocation-shapes.ts'
import { drawAccess, valuesShape } from './draws.ts'
import * as reference from './kept-reference.ts'
import { receiptShape } from './receipt-shape.ts'

const NAMES_BYTES_MAX = 200_000
const JSON_TYPE = 'application/json; charset=utf-8'
const TABS_AND_LINE_ENDS = /[\t\n\r]/g

const fields = {
  id: z.string().describe('The id of the draw.'),
  drawn_at: timestamp('When it was drawn.'),
  url: z.string().nullable().describe('The page where it is published. Null if it is not.'),
  kind: z.string().describe('The kind of draw.'),
  count: z.int().describe('How many values were drawn.'),
  values: valuesShape.describe('The first of them, at most 8,192 bytes.'),
  totals: z.array(z.int()).optional().describe('For dice: the sum of each throw in `values`.'),
}
const keptShape = named('KeptDraw', 'A draw in the history of an account.', z.object(fields))
const namesShape = named(
  'DrawNames',
  'The names that somebody is about to draw from.',
  z.object({
    names: z
      .string()
      .max(NAMES_BYTES_MAX)
      .refine(isList, {
        error: `Input should be a text of at most ${counted(NAMES_BYTES_MAX)} bytes without control characters`,
      })
      .describe(`As they were typed, up to ${counted(NAMES_BYTES_MAX)} bytes. Empty if there are none.`),
  }),
)
const params = z.object({ id: z.uuid().describe('The id of the draw.') })

export function keptRoutes(app: App, { draws: { kept }, publicUrl }: { draws: Draws; publicUrl: string }): void {
  const config = { access: drawAccess } as const
  const own = (request: FastifyRequest) => callerOf(request).accountId
  const response = { 200: z.array(keptShape).describe('The newest first.') }
  app.get('/draws/kept', { config, schema: { ...reference.listKeptDraws, response } }, async (request, reply) => {
    const rows = await kept.list(own(request))
    // What was drawn is JSON already.
    return reply
      .header('content-type', JSON_TYPE)
      .send(`[${rows.map((row) => listed(row, publicUrl)).join()}]` as never)
  })
  app.get(
    '/draws/kept/:id/receipt',
    {
      config: { access: drawAccess, rejects: ['not_found'] },
      schema: { ...reference.getKeptReceipt, params, response: { 200: receiptShape } },
    },
    async (request, reply) =>
      reply.header('content-type', JSON_TYPE).send((await kept.receipt(own(request), request.params.id)) as never),
  )
  app.delete(
    '/draws/kept',
    { config, schema: { ...reference.clearKeptDraws, response: { 200: removedShape } } },
    async (request) => {
      await kept.clear(own(request))
      return { status: 'removed' as const }
    },
  )
  const names = { 200: namesShape }
  app.get('/draws/names', { config, schema: { ...reference.getDrawNames, response: names } }, async (request) => ({
    names: await kept.names(own(request)),
  }))
  app.put(
    '/draws/names',
    { config, schema: { ...reference.replaceDrawNames, body: namesShape, response: names } },
    async (request) => {
      await kept.replaceNames(own(request), request.body.names)
      return request.body
    },
  )
}

function isList(names: string): boolean {
  const rest = names.replace(TABS_AND_LINE_ENDS, ' ')
  return Buffer.byteLength(names) <= NAMES_BYTES_MAX && isText(rest, [0, NAMES_BYTES_MAX])
}

function listed({ id, drawnAt, publishedId, drawn }: KeptRow, publicUrl: string): string {
  const url = publishedId === null ? null : `${publicUrl}/app/results/${publishedId}`
  return `${JSON.stringify({ id, drawn_at: drawnAt.toISOString(), url }).slice(0, -1)},${drawn.slice(1)}`
}

/** For the export of an account. */
export async function exportedHistory({ kept, prizes }: Draws, accountId: number): Promise<object> {
  const rows = await kept.receipts(accountId)
  return {
    names: await kept.names(accountId),
    kept: rows.map(({ drawn, receipt }) => ({ ...JSON.parse(drawn), receipt: JSON.parse(receipt) })),
    prize_draws: prizes.eachPrize(accountId),
    prize_entries: prizes.eachEntry(accountId),
  }
}
