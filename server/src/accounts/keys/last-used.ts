// When keys and sessions were last used, and keys from where: collected in memory, written in batches every few seconds.
import { createNotes, type Sql } from '../../db/db.ts'
import type { Report } from '../../ground/errors.ts'
import type { Caller } from '../caller.ts'
import { touchSessions } from '../sign-in/session-store.ts'
import { type KeyUse, touchKeys } from './key-store.ts'

interface LastUsed {
  note(caller: Caller, address?: string): void
  close(): Promise<void>
}

const TERMS = { everyMs: 5_000, placesMax: 50_000 }

export function createLastUsed(sql: Sql, nowMs: () => number, report: Report): LastUsed {
  const keys = createNotes<[number, KeyUse]>({
    ...TERMS,
    write: (uses) => touchKeys(sql, new Map(uses)),
    report,
    failure: 'the last use of keys could not be saved',
  })
  const sessions = createNotes<[string, Date]>({
    ...TERMS,
    write: (uses) => touchSessions(sql, new Map(uses)),
    report,
    failure: 'the last use of sessions could not be saved',
  })
  return {
    note({ keyId, sessionId }, address) {
      const at = new Date(nowMs())
      if (keyId !== undefined) keys.add(String(keyId), () => [keyId, { at, address: address ?? null }])
      if (sessionId !== undefined) sessions.add(sessionId, () => [sessionId, at])
    },
    async close() {
      await keys.close()
      await sessions.close()
    },
  }
}
