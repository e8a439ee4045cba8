// Results that anybody can open and check without an account. They hold the receipts of this deployment as they were signed; the
// receipts of their commitments are added each time, so that a reveal shows up by itself.
import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { entriesHash, type Receipt, receiptMessage, receiptProblem } from '@equipoise/engine'
import type { Sql } from '../db/db.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import type { BeaconDraws } from './beacons.ts'
import type { Commitments, CommitmentView } from './commitments.ts'
import { deletePublished, findPublished, insertPublished, listPublished, type PublishedRow } from './published-store.ts'
import type { Receipts } from './receipts.ts'

export interface Published extends PublishedRow {
  /** Of the commitments that the receipts name: what was committed to, and what was revealed. */
  readonly commitments: readonly Receipt[]
}

export interface PublishedDraws {
  publish(
    accountId: number,
    wish: { title: string; receipts: readonly unknown[]; entries?: readonly string[] | undefined },
  ): Promise<Published>
  /** Public. */
  find(id: string): Promise<Published>
  list(accountId: number): Promise<Pick<PublishedRow, 'id' | 'title' | 'createdAt'>[]>
  remove(accountId: number, id: string): Promise<void>
}

interface PublishedParts {
  readonly sql: Sql
  readonly receipts: Receipts
  readonly commitments: Commitments
  readonly beacons: BeaconDraws
  readonly nowMs: () => number
}

const PUBLISHED_MAX = 1_000
/** As they are stored; no further result begins above it. */
const PUBLISHED_MIB_MAX = 32
const ID_BYTES = 16
const ID = /^[\w-]{22}$/
const COMMITMENTS_MAX = 10

export function createPublished(parts: PublishedParts): PublishedDraws {
  const { sql, receipts, nowMs } = parts
  return {
    async publish(accountId, { title, receipts: given, entries }) {
      const keys = (await receipts.publicKeys()).map(({ publicKey }) => publicKey.toString('base64url'))
      given.forEach((receipt, i) => {
        refuseUnlessOurs(receipt, { keys, at: i })
      })
      const own = given as readonly Receipt[]
      if (entries) refuseUnlessDrawnFrom(own, entries)
      if (commitmentIds(own).size > COMMITMENTS_MAX) {
        throw invalidField(['body', 'receipts'], `The receipts can belong to at most ${COMMITMENTS_MAX} commitments`)
      }
      const row = {
        id: randomBytes(ID_BYTES).toString('base64url'),
        title,
        receipts: own,
        entriesJson: entries ? JSON.stringify(entries) : null,
        createdAt: new Date(nowMs()),
      }
      const insert = { ...row, accountId, rowsMax: PUBLISHED_MAX, bytesMax: PUBLISHED_MIB_MAX * 1_048_576 }
      if (!(await sql.begin((tx) => insertPublished(tx, insert)))) {
        const words = `An account can publish at most ${PUBLISHED_MAX} results, and ${PUBLISHED_MIB_MAX} MiB. Delete one first.`
        throw new ApiError('conflict', words)
      }
      return { ...row, commitments: await commitmentsOf(own, parts) }
    },
    async find(id) {
      const row = (ID.test(id) ? await findPublished(sql, id) : undefined) ?? notFound()
      return { ...row, commitments: await commitmentsOf(row.receipts, parts) }
    },
    list: (accountId) => listPublished(sql, accountId, PUBLISHED_MAX),
    async remove(accountId, id) {
      if (!ID.test(id) || !(await deletePublished(sql, id, accountId))) notFound()
    },
  }
}

/** Signed by this deployment: it does not publish what others said. Nothing is computed again here; the reader's browser does that. */
function refuseUnlessOurs(given: unknown, { keys, at }: { keys: readonly string[]; at: number }): void {
  const where = ['body', 'receipts', at]
  const problem = receiptProblem(given)
  if (problem !== undefined) throw invalidField(where, problem)
  const receipt = given as Receipt
  const isOurs = keys.includes(receipt.public_key) && isSigned(receipt)
  if (!isOurs) throw invalidField(where, 'This receipt was not signed by this deployment, or was changed since')
}

function isSigned(receipt: Receipt): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: receipt.public_key }, format: 'jwk' })
  return verify(null, receiptMessage(receipt), key, Buffer.from(receipt.signature, 'base64url'))
}

function refuseUnlessDrawnFrom(receipts: readonly Receipt[], entries: readonly string[]): void {
  const hash = entriesHash(entries)
  const isKnown = receipts.some(({ settings }) => 'entries' in settings && settings.entries === hash)
  if (!isKnown) {
    throw invalidField(['body', 'entries'], 'No receipt was drawn from this list, or its order is another one')
  }
}

function commitmentIds(receipts: readonly Receipt[]): Set<string> {
  const ids = new Set<string>()
  for (const { subject, settings, id } of receipts) {
    if (subject === 'draw' && settings.commitment) ids.add(settings.commitment.id)
    else if (subject === 'commitment' || subject === 'reveal') ids.add(id)
  }
  return ids
}

async function commitmentsOf(receipts: readonly Receipt[], parts: PublishedParts): Promise<Receipt[]> {
  const found: Receipt[] = []
  for (const id of commitmentIds(receipts)) {
    const announced = await parts.beacons.find(id)
    const view = announced ? undefined : await viewOf(id, parts)
    for (const receipt of [announced?.receipt, view?.receipt, view?.reveal]) if (receipt) found.push(receipt)
  }
  return found
}

/** A commitment is gone if its account was deleted; the receipts in hand still verify. */
async function viewOf(id: string, { commitments }: PublishedParts): Promise<CommitmentView | undefined> {
  try {
    return await commitments.find(id)
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not_found') return undefined
    throw error
  }
}

function notFound(): never {
  throw new ApiError('not_found', 'There is no published result with this id.')
}
