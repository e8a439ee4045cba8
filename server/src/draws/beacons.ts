// Draws from rounds of drand. A commitment announces the round and everything that will be drawn before the round exists, so that nobody
// can influence the result: not the organiser, not the operator of this service, and not drand.
import { randomUUID } from 'node:crypto'
import {
  type CommitmentReceipt,
  canonicalJson,
  DRAND_CHAIN,
  type DrawnSettings,
  type DrawReceipt,
  drandRandomness,
  drandRoundMs,
  drandRoundTime,
  fairSeed,
  RECEIPT_TYPE,
  receiptHash,
  sha256Hex,
} from '@equipoise/engine'
import type { Sql } from '../db/db.ts'
import { DAY_MS } from '../ground/calendar.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import type { FetchRound } from './beacon-hosts.ts'
import {
  extendChain,
  findHeldCommitment,
  findNonce,
  type HeldCommitment,
  type WrittenCommitment,
} from './commitment-store.ts'
import { type Drawn, storeCommitment } from './commitments.ts'
import { drawFor } from './drawing.ts'
import type { Content, Receipts } from './receipts.ts'

interface RoundPart {
  readonly round: number
  /** Given by the caller; otherwise fetched. */
  readonly signature?: string | undefined
  readonly commitmentId?: string | undefined
}

/** What will be drawn when the round is public. */
interface Announcement {
  readonly name: string
  readonly round: number
  readonly draw: DrawnSettings
}

export interface BeaconDraws {
  announce(accountId: number, wish: Announcement): Promise<WrittenCommitment>
  draw(accountId: number, settings: DrawnSettings, part: RoundPart): Promise<Drawn>
}

export interface BeaconParts {
  readonly sql: Sql
  readonly receipts: Receipts
  readonly nowMs: () => number
  readonly fetchRound: FetchRound
  /** Whether this is drand's signature of the round. Takes some milliseconds, on another thread. */
  readonly isRound: (round: number, signature: string, owner: string) => Promise<boolean>
}

/** A round must be announced this long before it is public, because clocks differ. */
const NOTICE_MS = 3_000
const AHEAD_MAX_MS = 5 * 366 * DAY_MS

export function createBeaconDraws(parts: BeaconParts): BeaconDraws {
  const { sql, receipts, nowMs } = parts
  return {
    async announce(accountId, { name, round, draw }) {
      rejectUnlessAhead(round, nowMs())
      const made = { id: randomUUID(), round, createdAt: new Date(nowMs()) }
      const receipt = await receipts.sign<CommitmentReceipt>(contentOf({ ...made, draw }))
      // Hashes the receipt, not the announcement: somebody could announce the same several times and keep the result they like.
      const sha256 = receiptHash(receipt)
      return storeCommitment(sql, { ...made, accountId, name, sha256, sealedSeed: null, drawsMax: 1 }, receipt)
    },
    async draw(accountId, settings, part) {
      if (nowMs() < drandRoundMs(part.round)) {
        throw new ApiError(
          'conflict',
          `Round ${part.round} becomes public at ${drandRoundTime(part.round)}. Draw then.`,
        )
      }
      const announced = part.commitmentId ? await announcedOf(parts, accountId, { settings, part }) : undefined
      const signature = announced?.signature ?? (await signatureOf(parts, part, `account:${accountId}`))
      const drawing = { accountId, settings, part, signature }
      const { content, outcome } = announced
        ? await makeOnce(parts, announced, drawing)
        : await make(drawing, { id: randomUUID(), at: new Date(nowMs()) })
      return { id: content.id, outcome, receipt: await receipts.sign<DrawReceipt>(content) }
    },
  }
}

function announcementOf({ round, draw }: Pick<Announcement, 'round' | 'draw'>) {
  return { beacon: { name: 'drand', chain: DRAND_CHAIN, round }, draw, draws_max: 1 } as const
}

function contentOf(row: Pick<Announcement, 'round' | 'draw'> & { id: string; createdAt: Date }) {
  return {
    type: RECEIPT_TYPE,
    subject: 'commitment',
    id: row.id,
    issued_at: row.createdAt.toISOString(),
    version: 'outcomes/1',
    settings: announcementOf(row),
    digest: sha256Hex(canonicalJson(announcementOf(row))),
  } as const satisfies Content<CommitmentReceipt>
}

/** `where` is the field that names the round. */
export function rejectUnlessAhead(round: number, nowMs: number, where = ['body', 'seed_from', 'round']): void {
  const publicMs = drandRoundMs(round)
  if (publicMs < nowMs + NOTICE_MS) {
    const words = `Round ${round} is public since ${drandRoundTime(round)}, or will be in a moment. Announce a later round.`
    throw invalidField(where, words)
  }
  if (publicMs > nowMs + AHEAD_MAX_MS) throw invalidField(where, 'The round is more than five years ahead')
}

async function announcedOf(
  { sql }: BeaconParts,
  accountId: number,
  { settings, part }: { settings: DrawnSettings; part: RoundPart },
): Promise<HeldCommitment> {
  const announced = await findHeldCommitment(sql, part.commitmentId ?? '', accountId)
  if (!announced || announced.round === null) {
    throw new ApiError('not_found', 'There is no commitment to a round with this id.')
  }
  if (announced.round !== part.round) {
    throw new ApiError('conflict', `The commitment announced round ${announced.round}, not ${part.round}.`)
  }
  const { settings: promised } = JSON.parse(announced.receipt) as CommitmentReceipt
  if (canonicalJson(promised) !== canonicalJson(announcementOf({ round: part.round, draw: settings }))) {
    throw new ApiError('conflict', 'The commitment announced another draw: send exactly what was announced.')
  }
  return announced
}

export async function signatureOf(
  { fetchRound, isRound }: Pick<BeaconParts, 'fetchRound' | 'isRound'>,
  { round, signature, where = ['body', 'seed_from', 'signature'] }: RoundPart & { where?: string[] },
  owner: string,
): Promise<string> {
  if (signature !== undefined) {
    if (await isRound(round, signature, owner)) return signature
    const error = invalidField(where, `This is not drand's signature of round ${round}`)
    // Checking the signature is most of the work of such a draw, so it stays charged.
    error.keepsCharge = true
    throw error
  }
  const fetched = await fetchRound(round)
  if (await isRound(round, fetched, owner)) return fetched
  throw new ApiError('provider_failed', `The beacon host returned a signature of round ${round} that is not drand's.`)
}

interface Drawing {
  readonly accountId: number
  readonly settings: DrawnSettings
  readonly part: RoundPart
  readonly signature: string
}

/** The one draw of a commitment: the first request makes it, later ones find it. */
async function makeOnce({ sql, nowMs }: BeaconParts, { id, sha256 }: HeldCommitment, drawing: Drawing) {
  const used = await findNonce(sql, id, 0)
  const commitment = { id, previous: sha256 }
  if (used) return await make(drawing, { id: used.id, at: used.drawnAt, commitment })
  const at = new Date(nowMs())
  const made = await make(drawing, { id: randomUUID(), at, commitment })
  const row = { commitmentId: id, nonce: 0, id: made.content.id, at, signature: drawing.signature }
  const receipt = {
    ...row,
    fingerprint: Buffer.alloc(0),
    receiptHash: receiptHash({ type: RECEIPT_TYPE, ...made.content }),
  }
  if (await extendChain(sql, receipt)) return made
  const other = await findNonce(sql, id, 0)
  if (!other) throw new ApiError('not_found', 'There is no commitment to a round with this id.')
  return make(drawing, { id: other.id, at: other.drawnAt, commitment })
}

interface Making {
  readonly id: string
  readonly at: Date
  /** The commitment that announced the draw, with the hash of its receipt. */
  readonly commitment?: { readonly id: string; readonly previous: string }
}

async function make({ accountId, settings, part, signature }: Drawing, { id, at, commitment }: Making) {
  const randomness = drandRandomness(signature)
  const seed = commitment ? fairSeed(randomness, commitment.previous, 0) : randomness
  const { outcome, digest } = await drawFor(settings, seed, accountId)
  const origin = {
    beacon: { name: 'drand', chain: DRAND_CHAIN, round: part.round, signature } as const,
    ...(commitment ? { commitment: { id: commitment.id }, previous: commitment.previous } : {}),
  }
  const content: Content<DrawReceipt> = {
    subject: 'draw',
    id,
    issued_at: at.toISOString(),
    version: 'outcomes/1',
    settings: { ...settings, ...origin },
    digest,
  }
  return { content, outcome }
}
