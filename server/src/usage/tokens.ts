// How many tokens models used and what they cost: collected in memory, written in batches every second.

import { createNotes, type Sql } from '../db/db.ts'
import { monthOf } from '../ground/calendar.ts'
import type { Report } from '../ground/errors.ts'
import { addTokens, NO_TOKENS, type TokenRow } from './token-store.ts'

export interface TokenNote {
  readonly accountId: number
  readonly keyId: number | undefined
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicros: number | undefined
}

interface Tokens {
  note(note: TokenNote): void
  /** Resolves when what was noted on this node is written, or could not be. */
  flush(): Promise<void>
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
      notes.add(`${accountId} ${keyId} ${month}`, (known = { accountId, keyId, month, calls: 0, ...NO_TOKENS }) => ({
        ...known,
        calls: known.calls + 1,
        inputTokens: known.inputTokens + inputTokens,
        outputTokens: known.outputTokens + outputTokens,
        costMicros: sumOf(known.costMicros, costMicros),
      }))
    },
    flush: notes.flush,
    close: notes.close,
  }
}

function sumOf(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0)
}
