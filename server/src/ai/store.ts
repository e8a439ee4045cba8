// The table of requests with an Idempotency-Key. One row per key: claimed while the request runs, then with its response.
import type { Sql } from '../db/db.ts'

export interface CallId {
  readonly accountId: number
  readonly keyHash: Buffer
  /** The request that holds the claim: a late one cannot overwrite its successor. */
  readonly holder: string
}

interface KeptCall {
  readonly fingerprint: Buffer
  readonly response: Buffer | null
}

interface IdempotencyStore {
  /** Takes the key if it is free or expired; one statement, so exactly one of many requests succeeds. */
  claim(id: CallId, claim: { fingerprint: Buffer; now: Date; until: Date }): Promise<boolean>
  find(id: CallId): Promise<KeptCall | undefined>
  keep(id: CallId, response: Buffer, until: Date): Promise<void>
  release(id: CallId): Promise<void>
}

export function createIdempotencyStore(sql: Sql): IdempotencyStore {
  return {
    async claim({ accountId, keyHash, holder }, { fingerprint, now, until }) {
      const claimed = await sql`
        insert into idempotent_calls (account_id, key_hash, fingerprint, holder, expires_at)
        values (${accountId}, ${keyHash}, ${fingerprint}, ${holder}, ${until})
        on conflict (account_id, key_hash) do update
          set fingerprint = excluded.fingerprint, holder = excluded.holder, response = null, expires_at = excluded.expires_at
          where idempotent_calls.expires_at <= ${now}
        returning 1`
      return claimed.length === 1
    },
    async find({ accountId, keyHash }) {
      const [found] = await sql<KeptCall[]>`
        select fingerprint, response from idempotent_calls where account_id = ${accountId} and key_hash = ${keyHash}`
      return found
    },
    async keep({ accountId, keyHash, holder }, response, until) {
      await sql`
        update idempotent_calls set response = ${response}, expires_at = ${until}
        where account_id = ${accountId} and key_hash = ${keyHash} and holder = ${holder}`
    },
    async release({ accountId, keyHash, holder }) {
      await sql`
        delete from idempotent_calls
        where account_id = ${accountId} and key_hash = ${keyHash} and holder = ${holder} and response is null`
    },
  }
}
