// Commit and reveal.
import { DRAND_CHAIN, drandRoundTime } from '@equipoise/engine'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Commitment, Draws, WrittenCommitment } from '../../draws/draws.ts'
import {
  type App,
  type Contradiction,
  callerOf,
  consistent,
  type Guarded,
  integer,
  named,
  namedPages,
  ownerOf,
  pageOf,
  compilePlainWriter as serializerCompiler,
  timestamp,
} from '../../http/http.ts'
import { unicodeText } from '../engine/seed-input.ts'
import { removedShape } from './allocation-shapes.ts'
import { type DrawBody, drawBody, rejectRepeated, roundInput, settingsOf } from './draw-request.ts'
import { drawAccess } from './draws.ts'
import * as reference from './draws-reference.ts'
import { receiptShape } from './receipt-shape.ts'

const NAME_LENGTH_MAX = 100
const DRAWS_MAX = 1_000_000
const JSON_TYPE = 'application/json; charset=utf-8'

const announcedRound = named(
  'AnnouncedRound',
  'The round of a beacon that decides a draw.',
  z.object({
    beacon: z.literal('drand').describe('The beacon.'),
    chain: z.string().describe('The hash that identifies its network.'),
    round: z.int().describe('The number of the round.'),
    public_at: timestamp('When the round becomes public.'),
  }),
)
const fields = {
  id: z.uuid().describe('The id of the commitment.'),
  name: z.string().describe('What you called it. Anybody with the id can read it.'),
  sha256: z
    .string()
    .describe(
      'SHA-256 of the server seed, or for a round the hash of `receipt`: 64 hexadecimal digits. Publish it before the draw.',
    ),
  server_seed: z.string().nullable().describe('The server seed, 64 hexadecimal digits. Null until it is revealed.'),
  created_at: timestamp('When the commitment was created.'),
  revealed_at: timestamp('When the seed was revealed. Null until then.').nullable(),
  seed_from: announcedRound
    .nullable()
    .describe('The round of a beacon that decides the draw. Null with a server seed.'),
  draws_max: z.int().nullable().describe('How many draws it serves. Null if that is not fixed.'),
  draws: z.int().describe('How many draws were made.'),
}
const listedShape = named('ListedCommitment', 'A commitment to a server seed, in a list.', z.object(fields))
const shape = named(
  'Commitment',
  'A commitment to a server seed, with its receipts.',
  z.object({
    ...fields,
    receipt: receiptShape.describe('The receipt of the commitment, where the chain of receipts starts.'),
    reveal_receipt: receiptShape
      .nullable()
      .describe('Says how many draws there were, and which was the last. Null until the seed is revealed.'),
  }),
)
const wish = named(
  'CommitmentRequest',
  'A new commitment.',
  consistent(
    z.object({
      name: unicodeText({ min: 0, max: NAME_LENGTH_MAX })
        .default('')
        .describe('What it is for, up to 100 characters. Public.'),
      draws_max: integer()
        .min(1)
        .max(DRAWS_MAX)
        .optional()
        .describe('How many draws it will serve, 1 to 1,000,000. With 1, nobody can draw again and choose. Signed.'),
      seed_from: roundInput
        .optional()
        .describe(
          'Announce a round of a beacon that is not public yet, instead of making a server seed. Needs `draw`.',
        ),
      draw: drawBody
        .optional()
        .describe(
          'With `seed_from`: what will be drawn, as for `POST /draws`, without a seed. Nobody can change it later.',
        ),
    }),
    ({ seed_from, draw, draws_max }) => {
      const found: Contradiction[] = []
      const add = (field: string, message: string) => found.push({ path: [field], message })
      if ((seed_from === undefined) !== (draw === undefined)) add('draw', 'seed_from and draw need each other')
      if (seed_from && draws_max !== undefined && draws_max !== 1) add('draws_max', 'A round decides one draw')
      if (draw && [draw.seed, draw.seed_from, draw.commitment].some((one) => one !== undefined)) {
        add('draw', 'Announce the draw without a seed, seed_from or commitment')
      }
      return found
    },
  ),
)
const params = z.object({ id: z.uuid().describe('The id of the commitment.') })
const metered: Guarded = {
  ...drawAccess,
  allows: async (request) => {
    const { draw } = request.body as { draw?: DrawBody }
    if (draw) await rejectRepeated(draw, ownerOf(request), ['body', 'draw'])
  },
  meter: { name: 'compute', units: () => 1 },
}

const pages = namedPages({ limitDefault: 100, limitMax: 100 }, z.uuid())

export function commitmentRoutes(app: App, { draws: { commitments, beacons } }: { readonly draws: Draws }): void {
  app.post(
    '/commitments',
    {
      config: { access: metered, rejects: ['conflict'] },
      schema: { ...reference.createCommitment, body: wish, response: { 201: shape } },
    },
    async (request, reply) => {
      const { name, draws_max: drawsMax, seed_from, draw } = request.body
      const { accountId } = callerOf(request)
      const made =
        seed_from && draw
          ? await beacons.announce(accountId, {
              name,
              round: seed_from.round,
              draw: await settingsOf(draw, ownerOf(request)),
            })
          : await commitments.create(accountId, { name, drawsMax })
      return send(reply.status(201).header('x-compute-units', '1'), made)
    },
  )
  app.get(
    '/commitments',
    {
      serializerCompiler,
      config: { access: drawAccess },
      schema: {
        ...reference.listCommitments,
        querystring: pages,
        response: { 200: z.array(listedShape).describe('The newest first.') },
      },
    },
    async (request, reply) => {
      const { limit, after } = request.query
      const items = await commitments.list(callerOf(request).accountId, { after, rowsMax: limit + 1 })
      return pageOf(request, reply, { items, limit }).map(shown)
    },
  )
  app.get(
    '/commitments/:id',
    {
      config: { access: 'open', rejects: ['not_found'] },
      schema: { ...reference.getCommitment, params, response: { 200: shape } },
    },
    async (request, reply) => send(reply, await commitments.find(request.params.id)),
  )
  app.post(
    '/commitments/:id/reveal',
    {
      config: { access: drawAccess, rejects: ['not_found'] },
      schema: { ...reference.revealCommitment, params, response: { 200: shape } },
    },
    async (request, reply) => send(reply, await commitments.reveal(callerOf(request).accountId, request.params.id)),
  )
  app.delete(
    '/commitments/:id',
    {
      config: { access: drawAccess, rejects: ['not_found', 'conflict'] },
      schema: { ...reference.removeCommitment, params, response: { 200: removedShape } },
    },
    async (request) => {
      await commitments.remove(callerOf(request).accountId, request.params.id)
      return { status: 'removed' as const }
    },
  )
}

/** Receipts are sent as stored, without parsing them again. */
function send(reply: FastifyReply, made: WrittenCommitment) {
  const fields = JSON.stringify(shown(made))
  const receipts = `"receipt":${made.receipt},"reveal_receipt":${made.revealReceipt}`
  return reply.header('content-type', JSON_TYPE).send(`${fields.slice(0, -1)},${receipts}}` as never)
}

function shown({ id, name, sha256, serverSeed, createdAt, revealedAt, drawsMax, round, chainLength }: Commitment) {
  return {
    id,
    name,
    sha256,
    server_seed: serverSeed,
    created_at: createdAt.toISOString(),
    revealed_at: revealedAt?.toISOString() ?? null,
    draws_max: drawsMax,
    draws: chainLength,
    seed_from:
      round === null ? null : { beacon: 'drand' as const, chain: DRAND_CHAIN, round, public_at: drandRoundTime(round) },
  }
}
