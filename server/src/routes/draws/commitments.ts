// Commit and reveal.
import { z } from 'zod'
import type { Commitment, CommitmentView, Draws } from '../../draws/draws.ts'
import { type App, callerOf, integer, named, timestamp } from '../../http/http.ts'
import { unicodeText } from '../engine/seed-input.ts'
import { drawAccess } from './draws.ts'
import { createCommitment, getCommitment, listCommitments, revealCommitment } from './draws-reference.ts'
import { receiptShape } from './receipt-shape.ts'

const NAME_LENGTH_MAX = 100
const DRAWS_MAX = 1_000_000

const fields = {
  id: z.uuid().describe('The id of the commitment.'),
  name: z.string().describe('What you called it. Anybody with the id can read it.'),
  sha256: z.string().describe('SHA-256 of the server seed: 64 hexadecimal digits. Publish it before the draw.'),
  server_seed: z.string().nullable().describe('The server seed, 64 hexadecimal digits. Null until it is revealed.'),
  created_at: timestamp('When the commitment was created.'),
  revealed_at: timestamp('When the seed was revealed. Null until then.').nullable(),
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
    receipt: receiptShape
      .nullable()
      .describe('The receipt of the commitment, where the chain of receipts starts. Null for old commitments.'),
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
  z.object({
    name: unicodeText({ min: 0, max: NAME_LENGTH_MAX })
      .default('')
      .describe('What it is for, up to 100 characters. Public.'),
    draws_max: integer()
      .min(1)
      .max(DRAWS_MAX)
      .optional()
      .describe('How many draws it will serve, 1 to 1,000,000. With 1, nobody can draw again and choose. Signed.'),
  }),
)
const params = z.object({ id: z.uuid().describe('The id of the commitment.') })
const metered = { ...drawAccess, meter: { name: 'compute', units: () => 1 } } as const

export function commitmentRoutes(app: App, { draws: { commitments } }: { readonly draws: Draws }): void {
  app.post(
    '/commitments',
    {
      config: { access: metered, refuses: ['conflict'] },
      schema: { ...createCommitment, body: wish, response: { 201: createdShape } },
    },
    async (request, reply) => {
      const { name, draws_max: drawsMax } = request.body
      const made = await commitments.create(callerOf(request).accountId, { name, drawsMax })
      reply.status(201).header('x-compute-units', '1')
      return { ...shown(made.commitment), draws: 0, receipt: made.receipt as never }
    },
  )
  app.get(
    '/commitments',
    {
      config: { access: drawAccess },
      schema: { ...listCommitments, response: { 200: z.array(listedShape).describe('The commitments.') } },
    },
    async (request) => (await commitments.list(callerOf(request).accountId)).map(shown),
  )
  app.get(
    '/commitments/:id',
    {
      config: { access: 'open', refuses: ['not_found'] },
      schema: { ...getCommitment, params, response: { 200: shape } },
    },
    async (request) => viewed(await commitments.find(request.params.id)),
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
  }
}

function viewed({ commitment, draws, receipt, reveal }: CommitmentView) {
  return { ...shown(commitment), draws, receipt: receipt as never, reveal_receipt: reveal as never }
}
