// Results that anybody can open and check without an account.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Draws, Published } from '../../draws/draws.ts'
import { type App, callerOf, type Downloads, named, namedPages, pageOf, timestamp } from '../../http/http.ts'
import { unicodeText } from '../engine/seed-input.ts'
import { removedShape } from './allocation-shapes.ts'
import { drawAccess } from './draws.ts'
import * as reference from './published-reference.ts'
import { receiptShape } from './receipt-shape.ts'

const TITLE_LENGTH_MAX = 100
const RECEIPTS_MAX = 100
const ENTRIES_MAX = 100_000
const NAME_LENGTH_MAX = 256
const JSON_TYPE = 'application/json; charset=utf-8'

const wish = named(
  'PublishRequest',
  'What to publish.',
  z.object({
    title: unicodeText({ min: 0, max: TITLE_LENGTH_MAX }).default('').describe('The heading, up to 100 characters.'),
    receipts: z
      .array(receiptShape.loose())
      .min(1)
      .max(RECEIPTS_MAX)
      .describe('1 to 100 receipts of this deployment, exactly as it signed them.'),
    entries: z
      .array(unicodeText({ max: NAME_LENGTH_MAX }))
      .min(1)
      .max(ENTRIES_MAX)
      .optional()
      .describe(
        'The names that were drawn from, in the same order. Leave them out if not everybody may read them, or if the page would have more than 980,000 bytes.',
      ),
  }),
)
const listedFields = {
  id: z.string().describe('The id of the result.'),
  title: z.string().describe('The heading.'),
  url: z.string().describe('The page that anybody can open.'),
  created_at: timestamp('When it was published.'),
}
const listedShape = named('ListedPublishedDraw', 'A published result in a list.', z.object(listedFields))
const shape = named(
  'PublishedDraw',
  'A published result.',
  z.object({
    ...listedFields,
    receipts: z.array(receiptShape).describe('What was published.'),
    commitment_receipts: z
      .array(receiptShape)
      .describe('The receipts of the commitments, and of their reveals once they are revealed.'),
    commitments_made: z
      .object({
        from: timestamp('From here on they are counted: 30 days before the first commitment of this result.'),
        made: z.int().describe('How many commitments the account made until the result was published.'),
        deleted: z.int().describe('How many of them it had deleted by then.'),
      })
      .nullable()
      .describe(
        'Shows whether somebody made many commitments and published the best. Null unless the account has every commitment of the result.',
      ),
    entries: z.array(z.string()).nullable().describe('The names that were drawn from. Null if they are not public.'),
  }),
)
const params = z.object({ id: z.string().max(TITLE_LENGTH_MAX).describe('The id of the result.') })

const pages = namedPages({ limitDefault: 100, limitMax: 100 })

interface PublishedRouteParts {
  readonly draws: Draws
  readonly downloads: Downloads
  readonly publicUrl: string
}

export function publishedRoutes(app: App, { draws: { published }, downloads, publicUrl }: PublishedRouteParts): void {
  const listed = ({ id, title, createdAt }: Pick<Published, 'id' | 'title' | 'createdAt'>) => {
    return { id, title, url: `${publicUrl}/app/results/${id}`, created_at: createdAt.toISOString() }
  }
  const send = (reply: FastifyReply, made: Published) => {
    const start = Buffer.from(`${JSON.stringify(listed(made)).slice(0, -1)},`)
    return reply.header('content-type', JSON_TYPE).send(Buffer.concat([start, made.fields, Buffer.from('}')]) as never)
  }
  app.post(
    '/draws/published',
    {
      config: { access: drawAccess, rejects: ['conflict'] },
      schema: { ...reference.publishDraw, body: wish, response: { 201: shape } },
    },
    async (request, reply) => {
      const made = await published.publish(callerOf(request).accountId, request.body)
      return send(reply.status(201), made)
    },
  )
  app.get(
    '/draws/published',
    {
      config: { access: drawAccess },
      schema: {
        ...reference.listPublishedDraws,
        querystring: pages,
        response: { 200: z.array(listedShape).describe('The newest first.') },
      },
    },
    async (request, reply) => {
      const { limit, after } = request.query
      const items = await published.list(callerOf(request).accountId, { after, rowsMax: limit + 1 })
      return pageOf(request, reply, { items, limit }).map(listed)
    },
  )
  app.get(
    '/draws/published/:id',
    {
      config: { access: 'open', rejects: ['not_found', 'withdrawn'] },
      schema: { ...reference.getPublishedDraw, params, response: { 200: shape } },
    },
    async (request, reply) => {
      downloads.enter(request, reply)
      return send(reply, await published.find(request.params.id))
    },
  )
  app.delete(
    '/draws/published/:id',
    {
      config: { access: drawAccess, rejects: ['not_found'] },
      schema: { ...reference.removePublishedDraw, params, response: { 200: removedShape } },
    },
    async (request) => {
      await published.remove(callerOf(request).accountId, request.params.id)
      return { status: 'removed' as const }
    },
  )
}
