// What an account has of its prize draws, for its export: piece by piece, because entries can be 32 MiB.
import type { Sql } from '../db/db.ts'
import { findNames, findPrize, listPrizeIds } from './prize-store.ts'

export interface ExportedPrize {
  readonly id: string
  readonly lock: unknown
  readonly result: unknown
}

export interface ExportedEntry {
  readonly draw: string
  readonly position: number
  readonly entry: string
}

export async function* eachPrize(sql: Sql, accountId: number): AsyncGenerator<ExportedPrize[]> {
  for (const id of await listPrizeIds(sql, accountId)) {
    const { lock, result = null } = (await findPrize(sql, id)) ?? {}
    if (lock !== undefined) yield [{ id, lock: JSON.parse(lock), result: result === null ? null : JSON.parse(result) }]
  }
}

/** The entries that are stored: none of a draw whose names were deleted. */
export async function* eachEntry(sql: Sql, accountId: number): AsyncGenerator<ExportedEntry[]> {
  for (const draw of await listPrizeIds(sql, accountId)) {
    let position = 0
    for (let page = 0; ; page++) {
      const names = await findNames(sql, draw, page)
      if (names === undefined) break
      yield (JSON.parse(names) as string[]).map((entry) => ({ draw, position: ++position, entry }))
    }
  }
}
