// Commit and reveal. A server seed is made, its SHA-256 published, and the seed itself kept encrypted until its owner reveals it.
import { randomUUID } from 'node:crypto'
import {
  type CommitmentReceipt,
  commitmentOf,
  type DrawnSettings,
  type DrawReceipt,
  drawOutcome,
  fairSeed,
  outcomeDigest,
  outcomeSettingOf,
  type RevealReceipt,
  receiptHash,
  SERVER_SEED_BYTES,
  type Seed,
} from '@equipoise/engine'
import type { Sql } from '../db/db.ts'
import { ApiError } from '../ground/errors.ts'
import { type ClientPart, commitmentContent, drawInOrder, revealContent } from './chain.ts'
import {
  type Commitment,
  findCommitment,
  findHeldCommitment,
  type HeldCommitment,
  insertCommitment,
  listCommitments,
  revealCommitment,
} from './commitment-store.ts'
import type { Randomness } from './randomness.ts'
import type { Receipts } from './receipts.ts'
import type { Seal } from './seal.ts'

export interface Drawn {
  readonly id: string
  readonly outcome: Float64Array | Uint32Array
  readonly receipt: DrawReceipt
}

export interface CommitmentWish {
  readonly name: string
  /** How many draws it will serve; undefined if that is not fixed. */
  readonly drawsMax?: number | undefined
}

/** A commitment as everybody can see it, with its receipts. */
export interface CommitmentView {
  readonly commitment: Commitment
  readonly receipt: CommitmentReceipt
  readonly reveal: RevealReceipt | null
}

export interface Commitments {
  create(accountId: number, wish: CommitmentWish): Promise<{ commitment: Commitment; receipt: CommitmentReceipt }>
  /** Public. */
  find(id: string): Promise<CommitmentView>
  list(accountId: number): Promise<Commitment[]>
  /** The same answer however often it is asked. */
  reveal(accountId: number, id: string): Promise<CommitmentView>
  draw(accountId: number, settings: DrawnSettings, part: ClientPart): Promise<Drawn>
  /** From a seed that everybody knows; nothing is stored. */
  drawFromSeed(settings: DrawnSettings, seed: Seed): Promise<Drawn>
}

export interface CommitmentsParts {
  readonly sql: Sql
  readonly seal: Seal
  readonly receipts: Receipts
  readonly nowMs: () => number
  readonly randomness: Randomness
}

const COMMITMENTS_MAX = 10_000
const LISTED_MAX = 100

export function createCommitments({ sql, seal, receipts, nowMs, randomness }: CommitmentsParts): Commitments {
  const find = async (id: string) => (await findCommitment(sql, id)) ?? notFound()
  const held = async (id: string, accountId: number) => (await findHeldCommitment(sql, id, accountId)) ?? notFound()
  const seedOf = ({ id, serverSeed, sealedSeed }: HeldCommitment) =>
    serverSeed ?? openSeed(() => seal.open(sealedSeed ?? Buffer.alloc(0), id))
  const view = async (id: string): Promise<CommitmentView> => {
    const commitment = await find(id)
    const reveal = revealContent(commitment)
    return {
      commitment,
      receipt: await receipts.sign<CommitmentReceipt>(commitmentContent(commitment)),
      reveal: reveal ? await receipts.sign<RevealReceipt>(reveal) : null,
    }
  }

  return {
    async create(accountId, { name, drawsMax = null }) {
      const id = randomUUID()
      const serverSeed = await randomness.seed(SERVER_SEED_BYTES)
      const createdAt = new Date(nowMs())
      const made = { id, name, sha256: commitmentOf(serverSeed), drawsMax, createdAt }
      const content = commitmentContent(made)
      const chainHash = receiptHash(content)
      const sealedSeed = seal.seal(serverSeed, id)
      const row = { ...made, accountId, sealedSeed, chainHash, at: createdAt, rowsMax: COMMITMENTS_MAX }
      if (!(await sql.begin((tx) => insertCommitment(tx, row)))) {
        throw new ApiError('conflict', `An account can have at most ${COMMITMENTS_MAX} commitments.`)
      }
      const commitment = { ...made, serverSeed: null, revealedAt: null, chainHash, chainLength: 0 }
      return { commitment, receipt: await receipts.sign<CommitmentReceipt>(content) }
    },
    find: view,
    list: (accountId) => listCommitments(sql, accountId, LISTED_MAX),
    async reveal(accountId, id) {
      const commitment = await held(id, accountId)
      await revealCommitment(sql, { id, serverSeed: seedOf(commitment), at: new Date(nowMs()) })
      return view(id)
    },
    async draw(accountId, settings, part) {
      const seed = fairSeed(seedOf(await held(part.commitmentId, accountId)), part.clientSeed, part.nonce)
      const { outcome, content } = await drawInOrder({ sql, at: new Date(nowMs()), settings, part, seed })
      return { id: content.id, outcome, receipt: await receipts.sign<DrawReceipt>(content) }
    },
    async drawFromSeed(settings, seed) {
      const outcome = drawOutcome(outcomeSettingOf(settings), seed)
      const receipt = await receipts.sign<DrawReceipt>({
        subject: 'draw',
        id: randomUUID(),
        issued_at: new Date(nowMs()).toISOString(),
        version: 'outcomes/1',
        settings: { ...settings, seed },
        digest: outcomeDigest(outcome),
      })
      return { id: receipt.id, outcome, receipt }
    },
  }
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
