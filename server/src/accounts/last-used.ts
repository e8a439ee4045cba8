// When keys and sessions were used last, and keys from where: noted in memory, written together every few seconds.
import type { Sql } from '../db/db.ts'
import type { Report } from '../errors.ts'
import type { Caller } from './caller.ts'
import { type KeyUse, touchKeys } from './key-store.ts'
import { touchSessions } from './session-store.ts'

export interface LastUsed {
  note(caller: Caller, address?: string): void
  close(): Promise<void>
}

const FLUSH_MS = 5_000
const NOTED_MAX = 50_000

export function createLastUsed(sql: Sql, nowMs: () => number, report: Report): LastUsed {
  let keys = new Map<number, KeyUse>()
  let sessions = new Map<string, Date>()
  const flush = async (): Promise<void> => {
    const used = { keys, sessions }
    keys = new Map()
    sessions = new Map()
    try {
      if (used.keys.size > 0) await touchKeys(sql, used.keys)
      if (used.sessions.size > 0) await touchSessions(sql, used.sessions)
    } catch (error) {
      // A few seconds of "last used" are lost; the calls themselves are not touched by it.
      report(error, 'last use of keys was not written')
    }
  }
  const timer = setInterval(flush, FLUSH_MS).unref()
  return {
    note({ keyId, sessionId }, address) {
      if (keyId !== undefined && keys.size < NOTED_MAX)
        keys.set(keyId, { at: new Date(nowMs()), address: address ?? null })
      if (sessionId !== undefined && sessions.size < NOTED_MAX) sessions.set(sessionId, new Date(nowMs()))
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
