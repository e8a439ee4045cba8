// Commit and reveal: we create a server seed, publish its SHA-256, and store the seed encrypted until its owner reveals it.
import { randomUUID } from 'node:crypto'
import {
  type CommitmentReceipt,
  commitmentOf,
  type DrawnSettings,
  type DrawReceipt,
  fairSeed,
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
  type CommitmentCount,
  countCommitments,
  deleteClosed,
  findCommitment,
  findHeldCommitment,
  type HeldCommitment,
  insertCommitment,
  listCommitments,
  type NewCommitment,
  revealCommitment,
  type WrittenCommitment,
  writeReveal,
} from './commitment-store.ts'
import { drawFor } from './drawing.ts'
import { lockOwner } from './owner-store.ts'
import { isShown } from './published-store.ts'
import type { Randomness } from './randomness.ts'
import type { Receipts } from './receipts.ts'
import type { Seal } from './seal.ts'

export interface Drawn {
  readonly id: string
  readonly outcome: Float64Array | Uint32Array
  readonly receipt: DrawReceipt
}

interface CommitmentWish {
  readonly name: string
  /** How many draws it will allow; undefined if that is not fixed. */
  readonly drawsMax?: number | undefined
}

export interface Commitments {
  create(accountId: number, wish: CommitmentWish): Promise<WrittenCommitment>
  /** Anybody can read it. */
  find(id: string): Promise<WrittenCommitment>
  /** The newest first, after the one with the id `after`. */
  list(accountId: number, page: { after?: string | undefined; rowsMax: number }): Promise<Commitment[]>
  /** Revealing again returns the same commitment. */
  reveal(accountId: number, id: string): Promise<WrittenCommitment>
  /** Only if it is closed, and no published result of the account shows it. */
  remove(accountId: number, id: string): Promise<void>
  /** How many the account made since 30 days before this one, which must be its own. */
  count(accountId: number, id: string): Promise<CommitmentCount>
  draw(accountId: number, settings: DrawnSettings, part: ClientPart): Promise<Drawn>
  /** Draws from a seed that everybody knows; nothing is stored. */
  drawFromSeed(accountId: number, settings: DrawnSettings, seed: Seed): Promise<Drawn>
}

interface CommitmentsParts {
  readonly sql: Sql
  readonly seal: Seal
  readonly receipts: Receipts
  readonly nowMs: () => number
  readonly randomness: Randomness
}

const COMMITMENTS_MAX = 10_000
/** An account that has drawn this often from its commitments cannot create another one. */
const DRAWS_MAX = 10_000_000
/** The size of stored receipts above which no further commitment can be created. */
const MIB_MAX = 32

export function createCommitments({ sql, seal, receipts, nowMs, randomness }: CommitmentsParts): Commitments {
  const find = async (id: string) => (await findCommitment(sql, id)) ?? notFound()
  /** Finds a commitment with a server seed. */
  const held = async (id: string, accountId: number) => {
    const found = await findHeldCommitment(sql, id, accountId)
    return found?.round === null ? found : notFound()
  }
  const seedOf = ({ id, serverSeed, sealedSeed }: HeldCommitment) =>
    serverSeed ?? openSeed(() => seal.open(sealedSeed ?? Buffer.alloc(0), id))

  return {
    async create(accountId, { name, drawsMax = null }) {
      const id = randomUUID()
      const serverSeed = await randomness.seed(SERVER_SEED_BYTES)
      const made = { id, name, sha256: commitmentOf(serverSeed), drawsMax, createdAt: new Date(nowMs()) }
      const receipt = await receipts.sign<CommitmentReceipt>(commitmentContent(made))
      const sealedSeed = seal.seal(serverSeed, id)
      return storeCommitment(sql, { ...made, accountId, sealedSeed, round: null }, receipt)
    },
    find,
    list: (accountId, page) => listCommitments(sql, accountId, page),
    async reveal(accountId, id) {
      const commitment = await held(id, accountId)
      await revealCommitment(sql, { id, serverSeed: seedOf(commitment), at: new Date(nowMs()) })
      const revealed = await find(id)
      if (revealed.revealReceipt !== null) return revealed
      await writeReveal(sql, id, JSON.stringify(await receipts.sign<RevealReceipt>(revealContent(revealed))))
      return find(id)
    },
    remove: (accountId, id) =>
      sql.begin(async (tx) => {
        await lockOwner(tx, accountId)
        if (await isShown(tx, accountId, id)) {
          throw new ApiError(
            'conflict',
            'A result that you published shows this commitment. Take the result back first.',
          )
        }
        if (await deleteClosed(tx, { id, accountId, at: new Date(nowMs()) })) return
        if (!(await findHeldCommitment(tx, id, accountId))) notFound()
        throw new ApiError(
          'conflict',
          'This commitment is still open. Reveal its seed, or make the draw that it announced, before you delete it.',
        )
      }),
    count: async (accountId, id) => (await countCommitments(sql, accountId, [id])) ?? notFound(),
    async draw(accountId, settings, part) {
      const seed = fairSeed(seedOf(await held(part.commitmentId, accountId)), part.clientSeed, part.nonce)
      const { outcome, content } = await drawInOrder({ sql, at: new Date(nowMs()), settings, part, seed, accountId })
      return { id: content.id, outcome, receipt: await receipts.sign<DrawReceipt>(content) }
    },
    async drawFromSeed(accountId, settings, seed) {
      const { outcome, digest } = await drawFor(settings, seed, accountId)
      const receipt = await receipts.sign<DrawReceipt>({
        subject: 'draw',
        id: randomUUID(),
        issued_at: new Date(nowMs()).toISOString(),
        version: 'outcomes/1',
        settings: { ...settings, seed },
        digest,
      })
      return { id: receipt.id, outcome, receipt }
    },
  }
}

/** Stores it with the receipt that starts its chain. */
export async function storeCommitment(
  sql: Sql,
  row: Omit<NewCommitment, 'receipt' | 'chainHash'>,
  signed: CommitmentReceipt,
): Promise<WrittenCommitment> {
  const made = { ...row, receipt: JSON.stringify(signed), chainHash: receiptHash(signed) }
  const limits = { rowsMax: COMMITMENTS_MAX, drawsMax: DRAWS_MAX, bytesMax: MIB_MAX * 1_048_576 }
  if (!(await sql.begin((tx) => insertCommitment(tx, made, limits)))) {
    const most = `${COMMITMENTS_MAX} commitments, ${MIB_MAX} MiB of them, and ${DRAWS_MAX} draws from them`
    throw new ApiError('conflict', `An account can have at most ${most}. Delete one that is closed.`)
  }
  return { ...made, serverSeed: null, revealedAt: null, revealReceipt: null, chainLength: 0 }
}

/** A seed encrypted with another secret cannot be opened; the cause goes to the log. */
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
