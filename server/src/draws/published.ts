// Results that anybody can open and check without an account. A page is written once, with the receipts that this deployment signed and
// those of their commitments; later reveals are added when the page is read.
import { randomBytes } from 'node:crypto'
import { printable, type Receipt } from '@equipoise/engine'
import type { Page, Sql } from '../db/db.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import { jsonHashInTurns, jsonInTurns } from '../ground/json-steps.ts'
import { type CommitmentCount, countCommitments, findReceipts } from './commitment-store.ts'
import { linesOf } from './kept.ts'
import { notePublished } from './kept-store.ts'
import { lockOwner } from './owner-store.ts'
import {
  findDeleted,
  findPublished,
  findShown,
  findTitle,
  insertPublished,
  type ListedPublished,
  listPublished,
  type PublishedRow,
  withdrawPublished,
} from './published-store.ts'
import type { Receipts } from './receipts.ts'

export interface Published extends ListedPublished {
  /** `receipts`, `entries`, `commitments_made` and `commitment_receipts`: the fields of a JSON object, without its braces. */
  readonly fields: Buffer
}

export interface PublishedDraws {
  publish(
    accountId: number,
    wish: { title: string; receipts: readonly unknown[]; entries?: readonly string[] | undefined },
  ): Promise<Published>
  /** Anybody can read it. */
  find(id: string): Promise<Published>
  /** The title that its organiser gave it, if any; undefined if there is none with this id. */
  title(id: string): Promise<string | undefined>
  /** What the picture of a result says, with what was drawn if the account kept it; undefined if there is none with this id. */
  preview(id: string): Promise<{ readonly lines: readonly string[]; readonly about: string } | undefined>
  /** The newest first, after the one with the id `after`. */
  list(accountId: number, page: Page): Promise<ListedPublished[]>
  remove(accountId: number, id: string): Promise<void>
}

interface PublishedParts {
  readonly sql: Sql
  readonly receipts: Receipts
  readonly nowMs: () => number
}

const PUBLISHED_MAX = 1_000
/** Storage above which no further result can be published. */
const PUBLISHED_MIB_MAX = 32
/** A response never exceeds 1 MB: the rest is for the title and the reveals of ten commitments. */
const PAGE_BYTES_MAX = 980_000
const ID_BYTES = 16
const ID = /^[\w-]{22}$/
const COMMITMENTS_MAX = 10

export function createPublished({ sql, receipts, nowMs }: PublishedParts): PublishedDraws {
  return {
    async publish(accountId, { title, receipts: given, entries }) {
      // A deployment publishes only receipts that it signed.
      const own = await receipts.requireOwn(given, 'receipts')
      const owner = `account:${accountId}`
      if (entries) rejectUnlessDrawnFrom(own, await jsonHashInTurns(entries, owner))
      const names = entries ? await jsonInTurns(entries, owner) : 'null'
      const named = [...commitmentIds(own)]
      if (named.length > COMMITMENTS_MAX) {
        throw invalidField(['body', 'receipts'], `The receipts can belong to at most ${COMMITMENTS_MAX} commitments`)
      }
      return sql.begin(async (tx) => {
        // Prevents deleting a commitment of the account meanwhile.
        await lockOwner(tx, accountId)
        const commitments = await findReceipts(tx, named)
        const row: PublishedRow = {
          id: randomBytes(ID_BYTES).toString('base64url'),
          title,
          createdAt: new Date(nowMs()),
          unrevealed: commitments.filter((one) => one.round === null && !one.revealReceipt).map((one) => one.id),
          page: pageOf({ receipts: own, names, commitments, count: await countCommitments(tx, accountId, named) }),
        }
        const [draw, ...others] = own
        const drawId = draw && others.length === 0 ? draw.id : null
        const limits = { accountId, drawId, rowsMax: PUBLISHED_MAX, bytesMax: PUBLISHED_MIB_MAX * 1_048_576 }
        if (await insertPublished(tx, { ...row, ...limits })) {
          await notePublished(tx, accountId, { id: row.id, drawIds: own.map(({ id }) => id) })
          return { ...row, fields: Buffer.concat([row.page, Buffer.from(']')]) }
        }
        const words = `An account can publish at most ${PUBLISHED_MAX} results, and ${PUBLISHED_MIB_MAX} MiB. Delete one first.`
        throw new ApiError('conflict', words)
      })
    },
    async find(id) {
      if (!ID.test(id)) notFound()
      const row = await findPublished(sql, id)
      const goneAt = row ? row.withdrawnAt : await findDeleted(sql, id)
      if (goneAt)
        throw new ApiError(
          'withdrawn',
          withdrawnWords(goneAt, row ? 'by its organiser' : 'with the account of its organiser'),
        )
      if (!row) notFound()
      const commitments = row.unrevealed.length > 0 ? await findReceipts(sql, row.unrevealed) : []
      const reveals = commitments.map(({ revealReceipt }) => (revealReceipt ? `,${revealReceipt}` : ''))
      return { ...row, fields: Buffer.concat([row.page, Buffer.from(`${reveals.join('')}]`)]) }
    },
    async title(id) {
      const title = ID.test(id) ? await findTitle(sql, id) : undefined
      return title === undefined ? undefined : printable(title)
    },
    async preview(id) {
      const row = ID.test(id) ? await findShown(sql, id) : undefined
      if (!row) return undefined
      const lines = row.shown === null ? [] : linesOf(JSON.parse(row.shown))
      return { lines, about: `Published on ${dayOf(row.createdAt)}. Anybody can open the page and check it.` }
    },
    list: (accountId, page) => listPublished(sql, accountId, page),
    async remove(accountId, id) {
      if (!ID.test(id) || !(await withdrawPublished(sql, { id, accountId, at: new Date(nowMs()) }))) notFound()
    },
  }
}

interface Written {
  readonly receipts: readonly Receipt[]
  /** The entries as JSON, or `null`. */
  readonly names: string
  readonly commitments: readonly { receipt: string; revealReceipt: string | null }[]
  readonly count: CommitmentCount | undefined
}

/** The JSON ends inside its last list, so that reveals can be appended. */
function pageOf({ receipts, names, commitments, count }: Written): Buffer {
  const beside = commitments.flatMap(({ receipt, revealReceipt }) =>
    revealReceipt ? [receipt, revealReceipt] : [receipt],
  )
  const counted = JSON.stringify(count ?? null)
  const page = `"receipts":${JSON.stringify(receipts)},"entries":${names},"commitments_made":${counted},"commitment_receipts":[${beside.join(',')}`
  const bytes = Buffer.from(page)
  if (bytes.length <= PAGE_BYTES_MAX) return bytes
  const words = `A published result can have at most ${PAGE_BYTES_MAX} bytes. Leave the names out, and publish their list elsewhere: the receipt has its hash.`
  throw invalidField(['body', names === 'null' ? 'receipts' : 'entries'], words)
}

/** `hash` is the `entriesHash` of the names. */
function rejectUnlessDrawnFrom(receipts: readonly Receipt[], hash: string): void {
  const lists = receipts.flatMap(({ settings }) => ('entries' in settings ? [settings.entries] : []))
  if (!lists.includes(hash)) {
    throw invalidField(['body', 'entries'], 'No receipt was drawn from this list, or its order is another one')
  }
  if (lists.some((other) => other !== hash)) {
    const words = 'Another receipt was drawn from another list. Leave the names out, and publish both lists elsewhere'
    throw invalidField(['body', 'entries'], words)
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

export function withdrawnWords(at: Date, how: string): string {
  return `This result was withdrawn ${how} on ${dayOf(at)}.`
}

function dayOf(at: Date): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

function notFound(): never {
  throw new ApiError('not_found', 'There is no published result with this id.')
}
