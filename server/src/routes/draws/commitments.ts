// Commit and reveal.
import { z } from 'zod'
import type { Commitment, Draws } from '../../draws/draws.ts'
import { type App, callerOf, named, timestamp } from '../../http/http.ts'
import { unicodeText } from '../engine/seed-input.ts'
import { drawAccess } from './draws.ts'
import { createCommitment, getCommitment, listCommitments, revealCommitment } from './draws-reference.ts'
import { receiptShape } from './receipt-shape.ts'

const NAME_LENGTH_MAX = 100

const fields = {
  id: z.uuid().describe('The id of the commitment.'),
  name: z.string().describe('What you called it. Anybody with the id can read it.'),
  sha256: z.string().describe('SHA-256 of the server seed: 64 hexadecimal digits. Publish it before the draw.'),
  server_seed: z.string().nullable().describe('The server seed, 64 hexadecimal digits. Null until it is revealed.'),
  created_at: timestamp('When the commitment was created.'),
  revealed_at: timestamp('When the seed was revealed. Null until then.').nullable(),
}
const draws = z.int().describe('How many nonces were used.')
const listedShape = named('ListedCommitment', 'A commitment to a server seed, in a list.', z.object(fields))
const shape = named('Commitment', 'A commitment to a server seed.', z.object({ ...fields, draws }))
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
      const made = await commitments.create(callerOf(request).accountId, request.body.name)
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
    async (request) => withDraws(await commitments.find(request.params.id)),
  )
  app.post(
    '/commitments/:id/reveal',
    {
      config: { access: drawAccess, refuses: ['not_found'] },
      schema: { ...revealCommitment, params, response: { 200: shape } },
    },
    async (request) => withDraws(await commitments.reveal(callerOf(request).accountId, request.params.id)),
  )
}

function shown({ id, name, sha256, serverSeed, createdAt, revealedAt }: Commitment) {
  return {
    id,
    name,
    sha256,
    server_seed: serverSeed,
    created_at: createdAt.toISOString(),
    revealed_at: revealedAt?.toISOString() ?? null,
  }
}

function withDraws(commitment: Commitment & { draws: number }) {
  return { ...shown(commitment), draws: commitment.draws }
}
