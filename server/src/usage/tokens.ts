// How many tokens models used and what they cost: collected in memory, written in batches every second.

import { createNotes, type Sql } from '../db/db.ts'
import { monthOf } from '../ground/calendar.ts'
import type { Report } from '../ground/errors.ts'
import { addTokens, readTokens, type TokenRow } from './token-store.ts'

export interface TokenNote {
  readonly accountId: number
  readonly keyId: number | undefined
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicros: number | undefined
}

export interface TokenUse {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null if no request had a known price. */
  readonly costMicros: number | null
}

interface Tokens {
  note(note: TokenNote): void
  /** Of this month, including what this node has not written yet; by key, 0 for requests without one. */
  read(accountId: number): Promise<ReadonlyMap<number, TokenUse>>
  close(): Promise<void>
}

interface TokenParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly report: Report
}

const FLUSH_MS = 1_000
const NOTED_MAX = 50_000

export function createTokens({ sql, nowMs, report }: TokenParts): Tokens {
  const notes = createNotes<TokenRow>({
    everyMs: FLUSH_MS,
    placesMax: NOTED_MAX,
    write: (rows) => addTokens(sql, rows),
    report,
    failure: 'token counts could not be saved',
  })
  return {
    note({ accountId, keyId = 0, inputTokens, outputTokens, costMicros = null }) {
      const month = monthOf(nowMs())
      notes.add(`${accountId} ${keyId} ${month}`, (known = { accountId, keyId, month, ...NOTHING }) => ({
        ...known,
        calls: known.calls + 1,
        inputTokens: known.inputTokens + inputTokens,
        outputTokens: known.outputTokens + outputTokens,
        costMicros: sumOf(known.costMicros, costMicros),
      }))
    },
    async read(accountId) {
      await notes.flush()
      const rows = await readTokens(sql, accountId, monthOf(nowMs()))
      return new Map(rows.map(({ keyId, month: _month, ...use }) => [keyId, use]))
    },
    close: notes.close,
  }
}

const NOTHING: TokenUse = { calls: 0, inputTokens: 0, outputTokens: 0, costMicros: null }

function sumOf(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0)
}

export function totalOf(uses: Iterable<TokenUse>): TokenUse {
  let total = NOTHING
  for (const { calls, inputTokens, outputTokens, costMicros } of uses) {
    total = {
      calls: total.calls + calls,
      inputTokens: total.inputTokens + inputTokens,
      outputTokens: total.outputTokens + outputTokens,
      costMicros: sumOf(total.costMicros, costMicros),
    }
  }
  return total
}
