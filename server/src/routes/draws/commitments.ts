// Commit and reveal.
import { DRAND_CHAIN, drandRoundTime, receiptHash } from '@equipoise/engine'
import { z } from 'zod'
import type { BeaconView, Commitment, CommitmentView, Draws } from '../../draws/draws.ts'
import { type App, callerOf, integer, named, timestamp } from '../../http/http.ts'
import { unicodeText } from '../engine/seed-input.ts'
import { drawBody, roundInput, settingsOf } from './draw-request.ts'
import { drawAccess } from './draws.ts'
import { createCommitment, getCommitment, listCommitments, revealCommitment } from './draws-reference.ts'
import { receiptShape } from './receipt-shape.ts'

const NAME_LENGTH_MAX = 100
const DRAWS_MAX = 1_000_000
const LISTED_MAX = 100

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
}
const draws = z.int().describe('How many draws were made.')
const listedShape = named('ListedCommitment', 'A commitment to a server seed, in a list.', z.object(fields))
const shape = named(
  'Commitment',
  'A commitment to a server seed, with its receipts.',
  z.object({
    ...fields,
    draws,
    receipt: receiptShape.describe('The receipt of the commitment, where the chain of receipts starts.'),
    reveal_receipt: receiptShape
      .nullable()
      .describe('Says how many draws there were, and which was the last. Null until the seed is revealed.'),
  }),
)
const createdShape = named(
  'CreatedCommitment',
  'A new commitment with its receipt.',
  z.object({ ...fields, draws, receipt: receiptShape }),
)
const wish = named(
  'CommitmentRequest',
  'A new commitment.',
  z
    .object({
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
    })
    .superRefine(({ seed_from, draw, draws_max }, context) => {
      const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      if ((seed_from === undefined) !== (draw === undefined)) add('draw', 'seed_from and draw need each other')
      if (seed_from && draws_max !== undefined && draws_max !== 1) add('draws_max', 'A round decides one draw')
      if (draw && [draw.seed, draw.seed_from, draw.commitment].some((one) => one !== undefined)) {
        add('draw', 'Announce the draw without a seed, seed_from or commitment')
      }
    }),
)
const params = z.object({ id: z.uuid().describe('The id of the commitment.') })
const metered = { ...drawAccess, meter: { name: 'compute', units: () => 1 } } as const

export function commitmentRoutes(app: App, { draws: { commitments, beacons } }: { readonly draws: Draws }): void {
  app.post(
    '/commitments',
    {
      config: { access: metered, refuses: ['conflict'] },
      schema: { ...createCommitment, body: wish, response: { 201: createdShape } },
    },
    async (request, reply) => {
      const { name, draws_max: drawsMax, seed_from, draw } = request.body
      const { accountId } = callerOf(request)
      reply.status(201).header('x-compute-units', '1')
      if (seed_from && draw) {
        const wish = { name, round: seed_from.round, draw: settingsOf(draw) }
        return { ...announced(await beacons.announce(accountId, wish)), draws: 0 }
      }
      const made = await commitments.create(accountId, { name, drawsMax })
      return { ...shown(made.commitment), draws: 0, receipt: made.receipt as never }
    },
  )
  app.get(
    '/commitments',
    {
      config: { access: drawAccess },
      schema: { ...listCommitments, response: { 200: z.array(listedShape).describe('The commitments.') } },
    },
    async (request) => {
      const { accountId } = callerOf(request)
      const all = [...(await commitments.list(accountId)).map(shown), ...(await beacons.list(accountId)).map(announced)]
      return all.sort((a, b) => (a.created_at < b.created_at ? 1 : -1)).slice(0, LISTED_MAX)
    },
  )
  app.get(
    '/commitments/:id',
    {
      config: { access: 'open', refuses: ['not_found'] },
      schema: { ...getCommitment, params, response: { 200: shape } },
    },
    async (request) => {
      const found = await beacons.find(request.params.id)
      if (!found) return viewed(await commitments.find(request.params.id))
      return { ...announced(found), draws: found.commitment.drawId ? 1 : 0, reveal_receipt: null }
    },
  )
  app.post(
    '/commitments/:id/reveal',
    {
      config: { access: drawAccess, refuses: ['not_found'] },
      schema: { ...revealCommitment, params, response: { 200: shape } },
    },
    async (request) => viewed(await commitments.reveal(callerOf(request).accountId, request.params.id)),
  )
}

function shown({ id, name, sha256, serverSeed, createdAt, revealedAt, drawsMax }: Commitment) {
  return {
    id,
    name,
    sha256,
    server_seed: serverSeed,
    created_at: createdAt.toISOString(),
    revealed_at: revealedAt?.toISOString() ?? null,
    draws_max: drawsMax,
    seed_from: null,
  }
}

function announced({ commitment, receipt }: BeaconView) {
  const { id, name, round, createdAt } = commitment
  return {
    id,
    name,
    // Not of what was announced: somebody could announce the same many times, and keep the one that they like.
    sha256: receiptHash(receipt),
    server_seed: null,
    created_at: createdAt.toISOString(),
    revealed_at: null,
    draws_max: 1,
    seed_from: { beacon: 'drand' as const, chain: DRAND_CHAIN, round, public_at: drandRoundTime(round) },
    receipt: receipt as never,
  }
}

function viewed({ commitment, receipt, reveal }: CommitmentView) {
  return {
    ...shown(commitment),
    draws: commitment.chainLength,
    receipt: receipt as never,
    reveal_receipt: reveal as never,
  }
}
