// Prize draws that an operator can file.
import { drandRoundAt, drandRoundTime, PRIZE_LIMITS, stampOf } from '@equipoise/engine'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Draws, ListedPrize, Prize, Revealed } from '../../draws/draws.ts'
import { counted } from '../../ground/counted.ts'
import {
  type App,
  type Contradiction,
  callerOf,
  consistent,
  type Downloads,
  type Guarded,
  integer,
  named,
  namedPages,
  pageOf,
  compilePlainWriter as serializerCompiler,
  timeInput,
  timestamp,
} from '../../http/http.ts'
import { unicodeText } from '../engine/seed-input.ts'
import { removedShape } from './allocation-shapes.ts'
import { drawAccess } from './draws.ts'
import { entries } from './kinds-of-draws.ts'
import * as reference from './prizes-reference.ts'

/** As many bytes as a draw of winners. */
const BODY_BYTES_MAX = 4 * 1_048_576
const ENTRIES_PER_UNIT = 1_000
const JSON_TYPE = 'application/json; charset=utf-8'
const { entries: entriesMax, winners, reserves, ruleLines, ruleLength, titleLength, organiserLength } = PRIZE_LIMITS
const reason = unicodeText({ max: PRIZE_LIMITS.reasonLength }).describe('Why. Everybody can read it.')
/** In the years that signed documents can have. */
export const time = timeInput.refine((text) => {
  const year = new Date(text).getUTCFullYear()
  return year >= 1970 && year <= 9999
}, 'Input should be in the years 1970 to 9999')

const prizeWish = named(
  'PrizeDrawRequest',
  'A prize draw to lock.',
  consistent(
    z.object({
      title: unicodeText({ max: titleLength }).describe('What is drawn. Public.'),
      organiser: unicodeText({ max: organiserLength }).describe('Who runs the draw and answers for it. Public.'),
      rules: z
        .array(unicodeText({ min: 0, max: ruleLength }))
        .max(ruleLines)
        .default([])
        .describe(`The rules, one paragraph each: up to ${ruleLines} of ${ruleLength} characters. Public.`),
      closed_at: time.describe('When entries closed.'),
      winners: integer()
        .min(1)
        .max(winners)
        .describe(`How many win, 1 to ${counted(winners)}.`),
      reserves: integer().min(0).max(reserves).default(0).describe('How many reserves there are, in order.'),
      seed_from: z
        .array(z.literal(['drand', 'nist'], { error: "Input should be 'drand' or 'nist'" }))
        .max(2)
        .default(['drand'])
        .describe(
          'The beacons that decide. With `["drand", "nist"]` a pulse of NIST of about five minutes before the round is hashed together with the round. If either is late, the draw waits for it.',
        ),
      draw_at: time.describe(
        'The first round of drand from this time on decides. At least 3 seconds ahead; with two beacons, 6 minutes.',
      ),
      entries: entries
        .optional()
        .describe('The entries that were paid for, or all of them: names, addresses or numbers of tickets.'),
      free_entries: entries.optional().describe('The free entries. Their chance is the same; the file counts them.'),
      replaces: z
        .object({ id: z.uuid().describe('The draw that does not count.'), reason })
        .optional()
        .describe('If this is a re-draw: of which of your draws, and why.'),
    }),
    poolContradictions,
  ),
)
type PrizeBody = z.output<typeof prizeWish>

const signedDocument = z.record(z.string(), z.unknown())
const listedFields = {
  id: z.uuid().describe('The id of the draw.'),
  url: z.string().describe('The page that anybody can open.'),
  title: z.string().describe('What is drawn.'),
  state: z.literal(['locked', 'drawn']).describe('Whether it was drawn.'),
  number: z.int().describe('How many prize draws your account had locked, with this one.'),
  entries: z.int().describe('How many entries there are.'),
  created_at: timestamp('When it was locked.'),
  public_at: timestamp('When the round is public that decides; of an instant-win list, when sales end.'),
  kind: z.literal(['draw', 'instant']).describe('A prize draw, or an instant-win list.'),
}
const listedShape = named('ListedPrizeDraw', 'A prize draw, in a list.', z.object(listedFields))
export const prizeShape = named(
  'PrizeDraw',
  'A prize draw as everybody can read it: nothing here shows who is in the pool.',
  z.object({
    ...listedFields,
    draws_locked: z.int().describe('How many prize draws the account has locked until now, with this one.'),
    replaced_by: z.uuid().nullable().describe('The draw that replaces this one, if its organiser announced one.'),
    has_names: z.boolean().describe('Whether the names are stored, so that codes can be looked up.'),
    stamped_at: timestamp('When an independent authority saw the lock. Null without one.').nullable(),
    time_stamp: z.string().nullable().describe('Its time stamp of `lock` (RFC 3161), DER in base64.'),
    nist_pulse: z.string().nullable().describe('The pulse of NIST, packed. Null without one, or until it is there.'),
    nist_time_stamp: z.string().nullable().describe('Its time stamp (RFC 3161), DER in base64.'),
    lock: signedDocument.describe('What was signed before the round: rules, pool hash, winners, round.'),
    revealed: z
      .array(
        z.object({
          position: z.int().describe('The number of the ticket.'),
          prize: z.string().describe('What it won.'),
          at: timestamp('When its code was first looked up.'),
        }),
      )
      .describe('Of an instant-win list: the prizes that were looked up. Empty for a draw.'),
    result: signedDocument.nullable().describe('What was drawn, signed, with the exclusions. Null until then.'),
  }),
)
const exclusionWish = named(
  'PrizeExclusionRequest',
  'An entry that cannot win.',
  z.object({
    position: integer().min(1).max(entriesMax).describe('The place in the pool, counted from 1.'),
    kind: z
      .literal(['excluded', 'unclaimed'])
      .default('excluded')
      .describe('`unclaimed`: the winner did not claim the prize.'),
    reason,
  }),
)
const drawWish = named(
  'PrizeDrawingRequest',
  'Draws the winners.',
  z.object({
    signature: z
      .string()
      .regex(/^[0-9a-f]{96}$/, 'Input should be 96 hexadecimal digits')
      .optional()
      .describe('The signature of the round, if the service does not fetch it (setting BEACONS).'),
  }),
)
const codeWish = named(
  'EntrantRequest',
  'Asks about one entry.',
  z.object({ code: unicodeText({ max: 64 }).describe('The code that the organiser gave to the entrant.') }),
)
const entrantShape = named(
  'Entrant',
  'An entry with the proof that it is in the pool.',
  z.object({
    position: z.int().describe('The place in the pool, counted from 1.'),
    route: z.literal(['paid', 'free']).describe('How the person entered. It decides nothing.'),
    entry: z.string().describe('The entry.'),
    salt: z.string().describe('What hides the entry from everybody else.'),
    proof: z.array(z.string()).describe('The hashes that lead to the root of the pool.'),
  }),
)
export const params = z.object({ id: z.uuid().describe('The id of the draw.') })
const pages = namedPages({ limitDefault: 100, limitMax: 100 }, z.uuid())
const metered: Guarded = {
  ...drawAccess,
  meter: { name: 'compute', units: (request) => unitsOf(request.body as PrizeBody) },
}

/** For checking the signature of the round. */
const drawing: Guarded = { ...drawAccess, meter: { name: 'compute', units: () => 1 } }

export interface PrizeRouteParts {
  readonly draws: Draws
  readonly publicUrl: string
}

export type Send = (reply: FastifyReply, prize: Prize) => Promise<unknown>

export function prizeRoutes(
  app: App,
  { draws: { prizes }, downloads, publicUrl }: PrizeRouteParts & { readonly downloads: Downloads },
): void {
  const send = sender(publicUrl, prizes)
  app.post(
    '/draws/prize',
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { access: metered, rejects: ['conflict', 'provider_failed', 'not_configured'] },
      schema: { ...reference.lockPrizeDraw, body: prizeWish, response: { 201: prizeShape } },
    },
    async (request, reply) => {
      const { body } = request
      const made = await prizes.create(callerOf(request).accountId, {
        ...body,
        closedAt: new Date(body.closed_at),
        round: drandRoundAt(Date.parse(body.draw_at)),
        withNist: body.seed_from.includes('nist'),
        entries: body.entries ?? [],
        freeEntries: body.free_entries ?? [],
      })
      return send(reply.status(201).header('x-compute-units', String(unitsOf(body))), made) as never
    },
  )
  app.get(
    '/draws/prize/:id',
    {
      config: { access: 'open', rejects: ['not_found', 'withdrawn'] },
      schema: { ...reference.getPrizeDraw, params, response: { 200: prizeShape } },
    },
    async (request, reply) => {
      downloads.enter(request, reply)
      return send(reply, await prizes.find(request.params.id)) as never
    },
  )
  app.post(
    '/draws/prize/:id/entrant',
    {
      config: { access: 'open', rejects: ['not_found', 'withdrawn'] },
      schema: { ...reference.findEntrant, params, body: codeWish, response: { 200: entrantShape } },
    },
    async (request) => {
      const { proof, ...found } = await prizes.entrant(request.params.id, request.body.code)
      return { ...found, proof: [...proof] }
    },
  )
  addList(app, prizes, publicUrl)
  addChanges(app, prizes, send)
}

function addList(app: App, prizes: Draws['prizes'], publicUrl: string): void {
  app.get(
    '/draws/prize',
    {
      serializerCompiler,
      config: { access: drawAccess },
      schema: {
        ...reference.listPrizeDraws,
        querystring: pages,
        response: { 200: z.array(listedShape).describe('The newest first.') },
      },
    },
    async (request, reply) => {
      const { limit, after } = request.query
      const items = await prizes.list(callerOf(request).accountId, { after, rowsMax: limit + 1 })
      return pageOf(request, reply, { items, limit }).map((item) => listed(item, publicUrl))
    },
  )
}

function addChanges(app: App, prizes: Draws['prizes'], send: Send): void {
  app.post(
    '/draws/prize/:id/draw',
    {
      config: { access: drawing, rejects: ['not_found', 'conflict', 'provider_failed', 'not_configured'] },
      schema: { ...reference.drawPrize, params, body: drawWish, response: { 200: prizeShape } },
    },
    async (request, reply) => {
      const made = await prizes.draw(callerOf(request).accountId, request.params.id, request.body.signature)
      return send(reply.header('x-compute-units', '1'), made) as never
    },
  )
  app.post(
    '/draws/prize/:id/exclusions',
    {
      config: { access: drawAccess, rejects: ['not_found', 'conflict'] },
      schema: { ...reference.excludeEntry, params, body: exclusionWish, response: { 200: prizeShape } },
    },
    async (request, reply) => {
      const made = await prizes.exclude(callerOf(request).accountId, request.params.id, request.body)
      return send(reply, made) as never
    },
  )
  app.delete(
    '/draws/prize/:id/names',
    {
      config: { access: drawAccess, rejects: ['not_found'] },
      schema: { ...reference.removeEntrants, params, response: { 200: removedShape } },
    },
    async (request) => {
      await prizes.removeNames(callerOf(request).accountId, request.params.id)
      return { status: 'removed' as const }
    },
  )
}

function listed({ id, title, number, size, createdAt, round, endsAt, isDrawn }: ListedPrize, publicUrl: string) {
  return {
    id,
    url: `${publicUrl}/app/prizes/${id}`,
    title,
    state: isDrawn ? ('drawn' as const) : ('locked' as const),
    number,
    entries: size,
    created_at: createdAt.toISOString(),
    public_at: round === null ? (endsAt ?? createdAt).toISOString() : drandRoundTime(round),
    kind: round === null ? ('instant' as const) : ('draw' as const),
  }
}

/** The signed documents are sent as stored, without parsing them again. */
export function sender(publicUrl: string, prizes: Draws['prizes']): Send {
  return async (reply, prize) => {
    const { others, replacedBy, hasNames, lockStamp, pulse, pulseStamp, lock, result } = prize
    const head = {
      ...listed(prize, publicUrl),
      draws_locked: others,
      replaced_by: replacedBy,
      has_names: hasNames,
      stamped_at: (lockStamp && stampOf(lockStamp)?.at) ?? null,
      time_stamp: lockStamp?.toString('base64') ?? null,
      nist_pulse: pulse,
      nist_time_stamp: pulseStamp?.toString('base64') ?? null,
      revealed: prize.round === null ? await prizes.revealed(prize.id) : ([] as Revealed[]),
    }
    const text = `${JSON.stringify(head).slice(0, -1)},"lock":${lock},"result":${result ?? 'null'}}`
    return reply.header('content-type', JSON_TYPE).send(text as never)
  }
}

function poolContradictions({
  entries = [],
  free_entries = [],
  winners,
  seed_from,
}: {
  entries?: readonly string[] | undefined
  free_entries?: readonly string[] | undefined
  winners: number
  seed_from: readonly string[]
}): Contradiction[] {
  const size = entries.length + free_entries.length
  if (size > entriesMax) {
    return [{ path: ['entries'], message: `A prize draw can have at most ${counted(entriesMax)} entries` }]
  }
  if (!seed_from.includes('drand') || new Set(seed_from).size < seed_from.length) {
    return [{ path: ['seed_from'], message: 'Input should be ["drand"] or ["drand", "nist"]' }]
  }
  if (winners > size) return [{ path: ['winners'], message: `The pool has ${size} entries` }]
  return []
}

function unitsOf({ entries = [], free_entries = [] }: PrizeBody): number {
  return unitsFor(entries.length + free_entries.length)
}

export function unitsFor(size: number): number {
  return Math.max(1, Math.ceil(size / ENTRIES_PER_UNIT))
}
