// How many tokens models used and what they cost: collected in memory, written in batches every second.

import { createNotes, type Sql } from '../db/db.ts'
import { dayOf, monthOf } from '../ground/calendar.ts'
import type { Report } from '../ground/errors.ts'
import { addModelDays, type ModelDay } from './model-day-store.ts'
import { addTokens, NO_TOKENS, type TokenRow, type TokenUse } from './token-store.ts'

export interface TokenNote {
  readonly accountId: number
  readonly keyId: number | undefined
  readonly inputTokens: number
  readonly outputTokens: number
  readonly costMicros: number | undefined
  readonly model?: string | undefined
  readonly endUser?: string | undefined
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
  const days = createNotes<ModelDay>({
    everyMs: FLUSH_MS,
    placesMax: NOTED_MAX,
    write: (rows) => addModelDays(sql, rows),
    report,
    failure: 'token counts by model could not be saved',
  })
  return {
    note({ accountId, keyId = 0, inputTokens, outputTokens, costMicros = null, ...named }) {
      const day = dayOf(nowMs())
      const [model, endUser] = [storable(named.model), storable(named.endUser)]
      const counted = { inputTokens, outputTokens, costMicros }
      // As they are stored: the database rejects all rows of a batch if two of them are for the same place.
      days.add(JSON.stringify([accountId, keyId, day, model, endUser]), (known) =>
        addTo(known ?? { accountId, keyId, day, model, endUser, calls: 0, ...NO_TOKENS }, counted),
      )
      notes.add(`${accountId} ${keyId} ${day.slice(0, 7)}`, (known) =>
        addTo(known ?? { accountId, keyId, month: monthOf(nowMs()), calls: 0, ...NO_TOKENS }, counted),
      )
    },
    flush: async () => void (await Promise.all([notes.flush(), days.flush()])),
    close: async () => void (await Promise.all([notes.close(), days.close()])),
  }
}

/** The row itself, since nobody else has it before it is written. */
function addTo<Row extends Counted>(row: Row, { inputTokens, outputTokens, costMicros }: TokenUse): Row {
  row.calls++
  row.inputTokens += inputTokens
  row.outputTokens += outputTokens
  row.costMicros = sumOf(row.costMicros, costMicros)
  return row
}

type Counted = { -readonly [Field in keyof TokenUse | 'calls']: (TokenUse & { calls: number })[Field] }

const NAME_CHARS_MAX = 128

/** PostgreSQL cannot store NUL, and a lone surrogate is not valid text. */
function storable(name = ''): string {
  if (name === '') return name
  return name
    .slice(0, NAME_CHARS_MAX)
    .replaceAll('\0', '')
    .replaceAll(/\p{Cs}/gu, '\ufffd')
}

function sumOf(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 0) + (b ?? 0)
}
