// Draws from rounds of drand. A commitment announces the round and everything that will be drawn before the round exists, so that
// nobody can choose: not the organiser, not the operator of this service, and not drand.
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
  drawOutcome,
  fairSeed,
  outcomeDigest,
  outcomeSettingOf,
  RECEIPT_TYPE,
  receiptHash,
  sha256Hex,
} from '@equipoise/engine'
import type { Sql } from '../db/db.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import type { FetchRound } from './beacon-hosts.ts'
import {
  type BeaconCommitment,
  findBeaconCommitment,
  findOwnBeaconCommitment,
  insertBeaconCommitment,
  listBeaconCommitments,
  recordBeaconDraw,
} from './beacon-store.ts'
import type { Drawn } from './commitments.ts'
import type { Content, Receipts } from './receipts.ts'

export interface RoundPart {
  readonly round: number
  /** Given by the caller; otherwise fetched. */
  readonly signature?: string | undefined
  readonly commitmentId?: string | undefined
}

export interface BeaconView {
  readonly commitment: BeaconCommitment
  readonly receipt: CommitmentReceipt
}

export interface BeaconDraws {
  announce(accountId: number, wish: Pick<BeaconCommitment, 'name' | 'round' | 'draw'>): Promise<BeaconView>
  /** Public. */
  find(id: string): Promise<BeaconView | undefined>
  list(accountId: number): Promise<BeaconView[]>
  draw(accountId: number, settings: DrawnSettings, part: RoundPart): Promise<Drawn>
}

export interface BeaconParts {
  readonly sql: Sql
  readonly receipts: Receipts
  readonly nowMs: () => number
  readonly fetchRound: FetchRound
  /** Whether this is drand's signature of the round: some milliseconds of work, on another thread. */
  readonly isRound: (round: number, signature: string) => Promise<boolean>
}

const COMMITMENTS_MAX = 10_000
const LISTED_MAX = 100
/** A round is announced so long before it is public: clocks differ. */
const NOTICE_MS = 3_000
const AHEAD_MAX_MS = 5 * 366 * 86_400_000

export function createBeaconDraws(parts: BeaconParts): BeaconDraws {
  const { sql, receipts, nowMs } = parts
  const viewOf = async (commitment: BeaconCommitment): Promise<BeaconView> => ({
    commitment,
    receipt: await receipts.sign<CommitmentReceipt>(contentOf(commitment)),
  })
  return {
    async announce(accountId, { name, round, draw }) {
      refuseUnlessAhead(round, nowMs())
      const made = { id: randomUUID(), name, round, draw, createdAt: new Date(nowMs()) }
      const row = { ...made, accountId, rowsMax: COMMITMENTS_MAX }
      if (!(await sql.begin((tx) => insertBeaconCommitment(tx, row)))) {
        throw new ApiError('conflict', `An account can have at most ${COMMITMENTS_MAX} commitments to rounds.`)
      }
      return viewOf({ ...made, drawId: null, drawnAt: null, signature: null })
    },
    async find(id) {
      const found = await findBeaconCommitment(sql, id)
      return found && viewOf(found)
    },
    list: async (accountId) => Promise.all((await listBeaconCommitments(sql, accountId, LISTED_MAX)).map(viewOf)),
    async draw(accountId, settings, part) {
      if (nowMs() < drandRoundMs(part.round)) {
        throw new ApiError(
          'conflict',
          `Round ${part.round} becomes public at ${drandRoundTime(part.round)}. Draw then.`,
        )
      }
      const announced = part.commitmentId ? await announcedOf(parts, accountId, { settings, part }) : undefined
      const signature = announced?.signature ?? (await signatureOf(parts, part))
      const drawn = announced && (await recorded(parts, announced, signature))
      const { content, outcome } = make(settings, { part, signature, drawn, at: new Date(nowMs()) })
      return { id: content.id, outcome, receipt: await receipts.sign<DrawReceipt>(content) }
    },
  }
}

function announcementDigest({ round, draw }: Pick<BeaconCommitment, 'round' | 'draw'>): string {
  return sha256Hex(canonicalJson(announcementOf({ round, draw })))
}

function announcementOf({ round, draw }: Pick<BeaconCommitment, 'round' | 'draw'>) {
  return { beacon: { name: 'drand', chain: DRAND_CHAIN, round }, draw, draws_max: 1 } as const
}

function contentOf(row: Pick<BeaconCommitment, 'id' | 'round' | 'draw' | 'createdAt'>) {
  return {
    type: RECEIPT_TYPE,
    subject: 'commitment',
    id: row.id,
    issued_at: row.createdAt.toISOString(),
    version: 'outcomes/1',
    settings: announcementOf(row),
    digest: announcementDigest(row),
  } as const satisfies Content<CommitmentReceipt>
}

function refuseUnlessAhead(round: number, nowMs: number): void {
  const publicMs = drandRoundMs(round)
  const where = ['body', 'seed_from', 'round']
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
): Promise<BeaconCommitment> {
  const announced = await findOwnBeaconCommitment(sql, part.commitmentId ?? '', accountId)
  if (!announced) throw new ApiError('not_found', 'There is no commitment to a round with this id.')
  if (announced.round !== part.round) {
    throw new ApiError('conflict', `The commitment announced round ${announced.round}, not ${part.round}.`)
  }
  if (canonicalJson(announced.draw) !== canonicalJson(settings)) {
    throw new ApiError('conflict', 'The commitment announced another draw: send exactly what was announced.')
  }
  return announced
}

async function signatureOf({ fetchRound, isRound }: BeaconParts, { round, signature }: RoundPart): Promise<string> {
  if (signature !== undefined) {
    if (await isRound(round, signature)) return signature
    throw invalidField(['body', 'seed_from', 'signature'], `This is not drand's signature of round ${round}`)
  }
  const fetched = await fetchRound(round)
  if (await isRound(round, fetched)) return fetched
  throw new ApiError('provider_failed', `The beacon host returned a signature of round ${round} that is not drand's.`)
}

/** The one draw of a commitment: the first request makes it, every other one finds it. */
async function recorded({ sql, nowMs }: BeaconParts, announced: BeaconCommitment, signature: string) {
  if (announced.drawId) return announced
  const row = { id: announced.id, drawId: randomUUID(), at: new Date(nowMs()), signature }
  const made = (await recordBeaconDraw(sql, row)) ?? (await findBeaconCommitment(sql, announced.id))
  if (!made?.drawId) throw new ApiError('not_found', 'There is no commitment to a round with this id.')
  return made
}

interface Making {
  readonly part: RoundPart
  readonly signature: string
  readonly drawn: BeaconCommitment | undefined
  readonly at: Date
}

function make(settings: DrawnSettings, { part, signature, drawn, at }: Making) {
  const randomness = drandRandomness(signature)
  const previous = drawn && receiptHash(contentOf(drawn))
  const outcome = drawOutcome(
    outcomeSettingOf(settings),
    previous === undefined ? randomness : fairSeed(randomness, previous, 0),
  )
  const origin = {
    beacon: { name: 'drand', chain: DRAND_CHAIN, round: part.round, signature } as const,
    ...(drawn && previous !== undefined ? { commitment: { id: drawn.id }, previous } : {}),
  }
  const content: Content<DrawReceipt> = {
    subject: 'draw',
    id: drawn?.drawId ?? randomUUID(),
    issued_at: (drawn?.drawnAt ?? at).toISOString(),
    version: 'outcomes/1',
    settings: { ...settings, ...origin },
    digest: outcomeDigest(outcome),
  }
  return { content, outcome }
}
