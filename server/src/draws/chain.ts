// The receipts of a commitment form a chain: nonces are used in order, each receipt contains the hash of the previous one, and the
// receipt of the reveal names the last. So nobody can draw several times and publish the draw they like.
import { createHash, randomUUID } from 'node:crypto'
import {
  type CommitmentReceipt,
  type DrawnSettings,
  type DrawReceipt,
  RECEIPT_TYPE,
  type RevealReceipt,
  receiptHash,
  type Seed,
} from '@equipoise/engine'
import type { Sql } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import { type Commitment, extendChain, findCommitment, findNonce, type UsedNonce } from './commitment-store.ts'
import { drawFor } from './drawing.ts'
import type { Content } from './receipts.ts'

export interface ClientPart {
  readonly commitmentId: string
  readonly clientSeed: string
  readonly nonce: number
}

/** A stored draw, which can be signed. */
interface Made {
  readonly outcome: Float64Array | Uint32Array
  readonly content: Content<DrawReceipt>
}

interface Drawing {
  readonly sql: Sql
  readonly at: Date
  readonly settings: DrawnSettings
  readonly part: ClientPart
  readonly seed: Seed
  readonly accountId: number
}

const TRIES_MAX = 3
/** The maximum length of a chain, unless the commitment sets a lower one. */
const CHAIN_MAX = 1_000_000

export function commitmentContent(row: Pick<Commitment, 'id' | 'sha256' | 'drawsMax' | 'createdAt'>) {
  const { id, sha256, drawsMax, createdAt } = row
  return {
    type: RECEIPT_TYPE,
    subject: 'commitment',
    id,
    issued_at: createdAt.toISOString(),
    version: 'outcomes/1',
    settings: { sha256, draws_max: drawsMax },
    digest: sha256,
  } as const satisfies Content<CommitmentReceipt>
}

/** For a revealed commitment. */
export function revealContent(row: Commitment): Content<RevealReceipt> {
  const { id, sha256, serverSeed, revealedAt, chainHash, chainLength } = row
  return {
    subject: 'reveal',
    id,
    issued_at: (revealedAt ?? row.createdAt).toISOString(),
    version: 'outcomes/1',
    settings: { sha256, server_seed: serverSeed ?? '', draws: chainLength, last: chainHash },
    digest: sha256,
  }
}

/** A nonce belongs to the first request that used it: the same request again gets the same draw, another one is a conflict. */
export async function drawInOrder(drawing: Drawing): Promise<Made> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const made = await tryDraw(drawing).catch((error: unknown) => {
      // Another draw was faster: what was drawn in vain stays charged.
      if (tries > 0 && error instanceof ApiError) error.keepsCharge = true
      throw error
    })
    if (made) return made
  }
  const words = 'Other draws from this commitment were faster. Send the draw with the next nonce.'
  throw new ApiError('conflict', words, { keepsCharge: true })
}

/** Undefined if another draw was stored meanwhile. */
async function tryDraw(drawing: Drawing): Promise<Made | undefined> {
  const { sql, part } = drawing
  const commitment = await findCommitment(sql, part.commitmentId)
  if (!commitment) throw new ApiError('not_found', 'There is no commitment with this id.')
  const used = await findNonce(sql, part.commitmentId, part.nonce)
  if (used) return madeAgain(drawing, commitment, used)
  rejectUnlessNext(commitment, part.nonce)
  const made = await make(drawing, { commitment, id: randomUUID(), at: drawing.at, previous: commitment.chainHash })
  const row = { ...part, id: made.content.id, fingerprint: fingerprintOf(drawing), at: drawing.at }
  return (await extendChain(sql, { ...row, receiptHash: hashOf(made) })) ? made : undefined
}

function rejectUnlessNext({ chainLength, drawsMax, revealedAt }: Commitment, nonce: number): void {
  if (revealedAt) {
    throw new ApiError(
      'conflict',
      'This commitment is already revealed, so nothing new can be drawn. Create another one.',
    )
  }
  const most = drawsMax ?? CHAIN_MAX
  if (chainLength >= most) {
    const draws = most === 1 ? 'one draw, and it was' : `${most} draws, and all were`
    throw new ApiError('conflict', `This commitment serves ${draws} made. Create another commitment.`)
  }
  if (nonce !== chainLength) {
    throw new ApiError('conflict', `Nonces are used in order: the next nonce of this commitment is ${chainLength}.`)
  }
}

async function madeAgain(drawing: Drawing, commitment: Commitment, used: UsedNonce): Promise<Made> {
  const { sql, part } = drawing
  if (!used.fingerprint.equals(fingerprintOf(drawing))) {
    throw new ApiError('conflict', `The nonce ${part.nonce} was already used for another draw. Use the next number.`)
  }
  const { id, drawnAt: at } = used
  const before = part.nonce > 0 ? await findNonce(sql, part.commitmentId, part.nonce - 1) : undefined
  const previous = before?.receiptHash ?? receiptHash(commitmentContent(commitment))
  return make(drawing, { commitment, id, at, previous })
}

async function make(
  { settings, part, seed, accountId }: Drawing,
  { commitment, id, at, previous }: { commitment: Commitment; id: string; at: Date; previous: string },
): Promise<Made> {
  const { outcome, digest } = await drawFor(settings, seed, accountId)
  const origin = {
    commitment: { id: commitment.id, sha256: commitment.sha256 },
    client_seed: part.clientSeed,
    nonce: part.nonce,
    previous,
  }
  return {
    outcome,
    content: {
      type: RECEIPT_TYPE,
      subject: 'draw',
      id,
      issued_at: at.toISOString(),
      version: 'outcomes/1',
      settings: { ...settings, ...origin },
      digest,
    },
  }
}

function hashOf({ content }: Made): string {
  return receiptHash({ ...content, type: RECEIPT_TYPE })
}

function fingerprintOf({ settings, part }: Drawing): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([settings, part.clientSeed]))
    .digest()
}
