// POST /draws: integers, dice, choices, orders, winners, loot and cards, from a seed or a commitment; and the odds of loot and cards.
import { BITS_PER_UNIT, type DrawnSettings, outcomeBits, outcomeSettingOf } from '@equipoise/engine'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Draws } from '../../draws/draws.ts'
import { invalidField } from '../../ground/errors.ts'
import { jsonInTurns } from '../../ground/json-steps.ts'
import { type App, callerOf, type Guarded, named, ownerOf, timestamp } from '../../http/http.ts'
import type { Pool } from '../../threads/pool/pool.ts'
import { jsonOf, runFor } from '../engine/compute.ts'
import { rejectChosenRound, rejectOwnSeed } from '../engine/seed-input.ts'
import { type DrawBody, drawBody, rejectRepeated, resultOf, settingsOf } from './draw-request.ts'
import { computeOdds, createDraw, getSigningKeys } from './draws-reference.ts'
import { sizesOf } from './kinds-of-draws.ts'
import { type OddsWish, oddsJob, oddsOf, oddsShape, oddsWish } from './loot-request.ts'
import { receiptShape } from './receipt-shape.ts'

interface DrawParts {
  readonly draws: Draws
  readonly pool: Pool
}

/** Large enough for 100,000 names of 20 characters. */
const BODY_BYTES_MAX = 4 * 1_048_576
const RANDOM_SEED_BYTES = 16
const JSON_TYPE = 'application/json; charset=utf-8'

export const valuesShape = z.array(z.union([z.int(), z.string(), z.array(z.int())]))

const drawAnswer = named(
  'Draw',
  'What was drawn, and the receipt for it.',
  z.object({
    id: z.string().describe('The id of this draw.'),
    kind: z.string().describe('The kind of draw.'),
    outcome: z.array(z.int()).describe('The numbers drawn: values, faces, or places counted from 0.'),
    values: valuesShape.describe(
      'What the numbers mean: values, the faces of each throw, names of options or entries.',
    ),
    totals: z.array(z.int()).optional().describe('For dice: the sum of each throw, with what is added to it.'),
    state: z
      .array(z.int())
      .optional()
      .describe('For a loot table: the pulls since the last hit of each guarantee. Send it with the next draw.'),
    left: z.array(z.int()).optional().describe('For a deck: how many of each card are left, in the order of `cards`.'),
    digest: z.string().describe('SHA-256 of the numbers in decimal, joined by commas.'),
    seed: z.union([z.int(), z.string()]).optional().describe('The seed that was used, unless it is a commitment.'),
    receipt: receiptShape,
  }),
)

const signingKey = named(
  'SigningKey',
  'A public key that signs or signed receipts.',
  z.object({
    algorithm: z.literal('Ed25519').describe('The kind of signature.'),
    public_key: z.string().describe('32 bytes in base64url, as in receipts.'),
    created_at: timestamp('When the key was created.'),
    retired_at: timestamp('When it was replaced. Null for the key in use.').nullable(),
  }),
)
const signingKeys = named(
  'SigningKeys',
  'All keys of this deployment.',
  z.object({ keys: z.array(signingKey).describe('The newest first.') }),
)

export const drawAccess = {
  credentials: 'required',
  kinds: ['jwt', 'key'],
  area: 'draws',
} as const satisfies Guarded

export function drawRoutes(app: App, { draws, pool }: DrawParts): void {
  const drawFor = async (request: FastifyRequest, settings: DrawnSettings) => {
    const { accountId } = callerOf(request)
    const { seed_from, commitment: commitmentId, client_seed: clientSeed = '', nonce = 0, seed } = bodyOf(request)
    if (seed_from && commitmentId === undefined) rejectChosenRound(draws.randomness)
    if (seed_from) return { drawn: await draws.beacons.draw(accountId, settings, { ...seed_from, commitmentId }) }
    if (commitmentId) {
      return { drawn: await draws.commitments.draw(accountId, settings, { commitmentId, clientSeed, nonce }) }
    }
    if (seed !== undefined) rejectOwnSeed(draws.randomness, 'body')
    const used = seed ?? (await draws.randomness.seed(RANDOM_SEED_BYTES))
    return { seed: used, drawn: await draws.commitments.drawFromSeed(accountId, settings, used) }
  }
  const access: Guarded = {
    ...drawAccess,
    allows: (request) => rejectRepeated(bodyOf(request), ownerOf(request)),
    meter: { name: 'compute', units: (request) => unitsOf(bodyOf(request)) },
  }
  app.post<{ Body: DrawBody }>(
    '/draws',
    {
      config: { access, rejects: ['not_found', 'conflict', 'provider_failed', 'not_configured'] },
      bodyLimit: BODY_BYTES_MAX,
      schema: { ...createDraw, body: drawBody, response: { 200: drawAnswer } },
    },
    async (request, reply) => {
      const { body } = request
      const settings = await settingsOf(body, ownerOf(request))
      const { seed, drawn } = await drawFor(request, settings)
      const { id, outcome, receipt } = drawn
      const origin = seed === undefined ? {} : { seed }
      const result = {
        id,
        kind: body.kind,
        ...(await resultOf(body, outcome)),
        digest: receipt.digest,
        ...origin,
        receipt,
      }
      if (body.keep) await draws.kept.keep(callerOf(request).accountId, result)
      // A hundred thousand numbers are serialised once, without validating each again.
      return reply
        .headers({ 'content-type': JSON_TYPE, 'x-compute-units': String(unitsOf(body)) })
        .send(await jsonInTurns(result, ownerOf(request).owner))
    },
  )
  app.post(
    '/draws/odds',
    {
      config: { access: { ...drawAccess, meter: { name: 'compute', units: () => 1 } } },
      schema: { ...computeOdds, body: oddsWish, response: { 200: oddsShape } },
    },
    async (request, reply) => {
      const odds = await oddsFor(reply, request.body, pool)
      reply.header('x-compute-units', '1')
      return odds
    },
  )
  addSigningKeys(app, draws)
}

function addSigningKeys(app: App, draws: Draws): void {
  app.get(
    '/.well-known/equipoise-signing-key',
    { config: { access: 'open' }, schema: { ...getSigningKeys, response: { 200: signingKeys } } },
    async () => {
      const keys = await draws.receipts.publicKeys()
      return {
        keys: keys.map(({ publicKey, createdAt, retiredAt }) => ({
          algorithm: 'Ed25519' as const,
          public_key: publicKey.toString('base64url'),
          created_at: createdAt.toISOString(),
          retired_at: retiredAt?.toISOString() ?? null,
        })),
      }
    },
  )
}

/** Checks rules that only the engine knows, and reports them for the table. */
async function oddsFor(reply: FastifyReply, body: OddsWish, pool: Pool) {
  try {
    const job = oddsJob(body)
    const outcome = job && (await runFor(reply, job, pool))
    if (outcome?.outcome === 'failed' && outcome.cause instanceof RangeError) throw outcome.cause
    return oddsOf(body, outcome && jsonOf(outcome))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const words = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`
    const field = /at most \d+ pulls|cards left/.test(words) ? 'pulls' : body.kind === 'loot' ? 'items' : 'cards'
    throw invalidField(['body', field], words)
  }
}

const bodyOf = (request: FastifyRequest) => request.body as DrawBody

function unitsOf(body: DrawBody): number {
  return Math.max(1, Math.ceil(outcomeBits(outcomeSettingOf(sizesOf(body))) / BITS_PER_UNIT))
}
