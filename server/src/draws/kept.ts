// What an account keeps of its draws, for all of its devices: the last ones, and the names it is about to draw from. Each kept draw has its
// receipt, and as many of its values as fit into a list.
import { countsOf, printable, type Receipt, throwText } from '@equipoise/engine'
import type { Sql } from '../db/db.ts'
import { counted } from '../ground/counted.ts'
import { ApiError } from '../ground/errors.ts'
import {
  deleteKept,
  findNames,
  findReceipt,
  insertKept,
  type KeptRow,
  type KeptWithReceipt,
  listKept,
  listReceipts,
  replaceNames,
} from './kept-store.ts'

export type { KeptRow } from './kept-store.ts'

export interface Shown {
  readonly kind: string
  readonly values: readonly unknown[]
  readonly totals?: readonly number[]
}

export interface KeptDraws {
  keep(accountId: number, drawn: Shown & { readonly receipt: Receipt }): Promise<void>
  /** The newest first. */
  list(accountId: number): Promise<KeptRow[]>
  /** All of them, with what was drawn, as JSON. */
  receipts(accountId: number): Promise<Pick<KeptWithReceipt, 'drawn' | 'receipt'>[]>
  /** As JSON. */
  receipt(accountId: number, id: string): Promise<string>
  clear(accountId: number): Promise<void>
  names(accountId: number): Promise<string>
  replaceNames(accountId: number, names: string): Promise<void>
}

export const KEPT_MAX = 50
/** Of the values of one draw: a list of all kept draws has at most 50 times as much. */
const VALUES_BYTES_MAX = 8_192

export function createKept({ sql, nowMs }: { readonly sql: Sql; readonly nowMs: () => number }): KeptDraws {
  return {
    keep: (accountId, { receipt, ...drawn }) =>
      insertKept(sql, {
        id: receipt.id,
        accountId,
        drawnAt: new Date(receipt.issued_at),
        drawn: JSON.stringify(firstOf(drawn)),
        receipt: JSON.stringify(receipt),
        rowsMax: KEPT_MAX,
      }),
    list: (accountId) => listKept(sql, accountId),
    receipts: (accountId) => listReceipts(sql, accountId),
    async receipt(accountId, id) {
      const receipt = await findReceipt(sql, accountId, id)
      if (receipt === undefined) throw new ApiError('not_found', 'Your history has no draw with this id.')
      return receipt
    },
    clear: (accountId) => deleteKept(sql, accountId),
    names: (accountId) => findNames(sql, accountId),
    replaceNames: (accountId, names) => replaceNames(sql, accountId, { names, at: new Date(nowMs()) }),
  }
}

function firstOf({ kind, values, totals }: Shown) {
  let bytes = 0
  const beyond = values.findIndex((value) => {
    bytes += Buffer.byteLength(JSON.stringify(value)) + 1
    return bytes > VALUES_BYTES_MAX
  })
  const shown = beyond < 0 ? values.length : Math.max(1, beyond)
  const first = { kind, count: values.length, values: values.slice(0, shown) }
  return totals ? { ...first, totals: totals.slice(0, shown) } : first
}

const LINES_MAX = 3

/** The first values as a person would write them. */
export function linesOf({ kind, values, totals, count }: Shown & { readonly count: number }): string[] {
  const words = values.map((value, i) => {
    const total = totals?.[i]
    return Array.isArray(value) && total !== undefined ? throwText(value, total) : printable(String(value))
  })
  // Of a long draw only the first values are here, and they tell nothing about how often each came.
  if (kind === 'loot' && values.length === count) {
    return shortened(countsOf(words).map(([word, times]) => (times > 1 ? `${word} × ${counted(times)}` : word)))
  }
  return shortened(words, count)
}

function shortened(words: readonly string[], count = words.length): string[] {
  const fit = count > LINES_MAX ? LINES_MAX - 1 : count
  const lines = words.slice(0, fit)
  return count > fit ? [...lines, `and ${counted(count - fit)} more`] : lines
}
