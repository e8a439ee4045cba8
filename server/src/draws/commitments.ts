// Commit and reveal. A server seed is made, its SHA-256 published, and the seed itself kept encrypted until its owner reveals it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  type CommitmentReceipt,
  commitmentOf,
  type DrawnSettings,
  type DrawReceipt,
  drawOutcome,
  fairSeed,
  outcomeDigest,
  outcomeSettingOf,
  SERVER_SEED_BYTES,
  type Seed,
} from '@equipoise/engine'
import type { Sql } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import {
  type Commitment,
  findCommitment,
  findHeldCommitment,
  findNonce,
  type HeldCommitment,
  insertCommitment,
  listCommitments,
  revealCommitment,
  takeNonce,
} from './commitment-store.ts'
import type { Receipts } from './receipts.ts'
import type { Seal } from './seal.ts'

interface Drawn {
  readonly id: string
  readonly outcome: Float64Array | Uint32Array
  readonly receipt: DrawReceipt
}

/** The caller's part of a draw against a commitment. */
interface ClientPart {
  readonly commitmentId: string
  readonly clientSeed: string
  readonly nonce: number
}

export interface Commitments {
  create(accountId: number, name: string): Promise<{ commitment: Commitment; receipt: CommitmentReceipt }>
  /** Public. */
  find(id: string): Promise<Commitment & { draws: number }>
  list(accountId: number): Promise<Commitment[]>
  /** The same answer however often it is asked. */
  reveal(accountId: number, id: string): Promise<Commitment & { draws: number }>
  draw(accountId: number, settings: DrawnSettings, part: ClientPart): Promise<Drawn>
  /** From a seed that everybody knows; nothing is stored. */
  drawFromSeed(settings: DrawnSettings, seed: Seed): Promise<Drawn>
}

export interface CommitmentsParts {
  readonly sql: Sql
  readonly seal: Seal
  readonly receipts: Receipts
  readonly nowMs: () => number
}

const COMMITMENTS_MAX = 10_000
const LISTED_MAX = 100

export function createCommitments({ sql, seal, receipts, nowMs }: CommitmentsParts): Commitments {
  const find = async (id: string) => (await findCommitment(sql, id)) ?? notFound()
  const held = async (id: string, accountId: number) => (await findHeldCommitment(sql, id, accountId)) ?? notFound()
  const seedOf = ({ id, serverSeed, sealedSeed }: HeldCommitment) =>
    serverSeed ?? openSeed(() => seal.open(sealedSeed ?? Buffer.alloc(0), id))

  return {
    async create(accountId, name) {
      const id = randomUUID()
      const serverSeed = randomBytes(SERVER_SEED_BYTES).toString('hex')
      const sha256 = commitmentOf(serverSeed)
      const at = new Date(nowMs())
      const row = { id, accountId, name, sha256, sealedSeed: seal.seal(serverSeed, id), at, rowsMax: COMMITMENTS_MAX }
      if (!(await insertCommitment(sql, row))) {
        throw new ApiError('conflict', `An account can have at most ${COMMITMENTS_MAX} commitments.`)
      }
      const receipt = await receipts.sign<CommitmentReceipt>({
        subject: 'commitment',
        id,
        issued_at: at.toISOString(),
        version: 'outcomes/1',
        settings: { sha256 },
        digest: sha256,
      })
      return { commitment: { id, name, sha256, serverSeed: null, createdAt: at, revealedAt: null }, receipt }
    },
    find,
    list: (accountId) => listCommitments(sql, accountId, LISTED_MAX),
    async reveal(accountId, id) {
      const commitment = await held(id, accountId)
      await revealCommitment(sql, { id, serverSeed: seedOf(commitment), at: new Date(nowMs()) })
      return find(id)
    },
    async draw(accountId, settings, part) {
      const commitment = await held(part.commitmentId, accountId)
      const used = await useNonce({ sql, at: new Date(nowMs()) }, settings, part)
      const seed = fairSeed(seedOf(commitment), part.clientSeed, part.nonce)
      const origin = {
        commitment: { id: commitment.id, sha256: commitment.sha256 },
        client_seed: part.clientSeed,
        nonce: part.nonce,
      }
      return finish(receipts, { id: used.id, at: used.drawnAt, settings, seed, origin })
    },
    drawFromSeed: (settings, seed) =>
      finish(receipts, { id: randomUUID(), at: new Date(nowMs()), settings, seed, origin: { seed } }),
  }
}

interface Finishing {
  id: string
  at: Date
  settings: DrawnSettings
  seed: Seed
  origin: Pick<DrawReceipt['settings'], 'seed' | 'commitment' | 'client_seed' | 'nonce'>
}

async function finish(receipts: Receipts, { id, at, settings, seed, origin }: Finishing): Promise<Drawn> {
  const outcome = drawOutcome(outcomeSettingOf(settings), seed)
  const receipt = await receipts.sign<DrawReceipt>({
    subject: 'draw',
    id,
    issued_at: at.toISOString(),
    version: 'outcomes/1',
    settings: { ...settings, ...origin },
    digest: outcomeDigest(outcome),
  })
  return { id, outcome, receipt }
}

/** A nonce belongs to the first request that used it: the same again is the same draw, another one is a conflict. */
async function useNonce({ sql, at }: { sql: Sql; at: Date }, settings: DrawnSettings, part: ClientPart) {
  const { commitmentId, clientSeed, nonce } = part
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([settings, clientSeed]))
    .digest()
  const used =
    (await findNonce(sql, commitmentId, nonce)) ??
    (await takeNonce(sql, { commitmentId, nonce, id: randomUUID(), fingerprint, at })) ??
    (await findNonce(sql, commitmentId, nonce))
  if (!used) {
    throw new ApiError(
      'conflict',
      'This commitment is already revealed, so nothing new can be drawn. Create another one.',
    )
  }
  if (!used.fingerprint.equals(fingerprint)) {
    throw new ApiError('conflict', `The nonce ${nonce} was already used for another draw. Use the next number.`)
  }
  return used
}

/** The secret of a deployment decides what it can open; the cause goes to the log. */
export function openSeed(open: () => string): string {
  try {
    return open()
  } catch (cause) {
    throw new ApiError('internal', 'Internal server error', {
      cause: new Error('a seed cannot be decrypted with this JWT_SECRET', { cause }),
    })
  }
}

function notFound(): never {
  throw new ApiError('not_found', 'There is no commitment with this id.')
}
