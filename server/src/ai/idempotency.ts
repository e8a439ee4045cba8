// Idempotency-Key: a repeated request gets the stored answer, on every node, for 24 hours. Answers are stored encrypted with a key
// derived from both the deployment's secret and the caller's Idempotency-Key, so neither a copy of the database nor the operator alone
// can read them.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import { ApiError, invalidField } from '../ground/errors.ts'
import type { Secret } from '../ground/secret.ts'
import type { FilteredAnswer } from './retry.ts'
import { type CallId, createIdempotencyStore } from './store.ts'

interface KeyedCall {
  readonly accountId: number
  readonly key: string
  /** What a repeated request must have in common: the route and the body, without secrets. */
  readonly request: string
}

export interface Claim {
  /** The stored answer; undefined if this request does the work. */
  readonly kept: FilteredAnswer | undefined
  keep(answer: FilteredAnswer): Promise<void>
  /** Called if the work failed: the next request with this key can try again. */
  release(): Promise<void>
}

export interface Idempotency {
  claim(call: KeyedCall): Promise<Claim>
}

interface IdempotencyOptions {
  readonly sql: Sql
  readonly secret: Secret
  readonly nowMs: () => number
  /** How long a request may run. A claim lasts longer, and expires by itself if its node crashes. */
  readonly callTimeoutMs: number
}

const KEPT_MS = 24 * 3_600_000
const LEASE_MARGIN_MS = 30_000
const CLAIM_TRIES_MAX = 3
const KEY = /^[\x21-\x7e]{1,255}$/
const RETRY_AFTER = { 'retry-after': '1' }

export function createIdempotency({ sql, secret, nowMs, callTimeoutMs }: IdempotencyOptions): Idempotency {
  const store = createIdempotencyStore(sql)
  const hmac = (label: string, text: string) =>
    createHmac('sha256', secret.reveal()).update(`${label}\0${text}`).digest()

  const claimOf = (id: CallId, key: string): Claim => ({
    kept: undefined,
    keep: (answer) => store.keep(id, seal(answer, sealing(secret, id, key)), new Date(nowMs() + KEPT_MS)),
    release: () => store.release(id),
  })

  return {
    async claim({ accountId, key, request }) {
      if (!KEY.test(key)) throw new ApiError('malformed', 'Idempotency-Key must be 1 to 255 printable ASCII characters')
      const id = { accountId, keyHash: hmac('idempotency key', key), holder: randomUUID() }
      const fingerprint = hmac('idempotent request', request)
      for (let tries = 0; tries < CLAIM_TRIES_MAX; tries++) {
        const now = new Date(nowMs())
        const until = new Date(nowMs() + callTimeoutMs + LEASE_MARGIN_MS)
        if (await store.claim(id, { fingerprint, now, until })) return claimOf(id, key)
        const found = await store.find(id)
        // Released in the meantime: claim again.
        if (!found) continue
        if (!found.fingerprint.equals(fingerprint)) throw otherRequest()
        if (!found.response) break
        return { ...claimOf(id, key), kept: unseal(found.response, sealing(secret, id, key)) }
      }
      throw new ApiError(
        'conflict',
        'A request with this Idempotency-Key is still running. Try again when it is done.',
        {
          headers: RETRY_AFTER,
        },
      )
    },
  }
}

function otherRequest(): ApiError {
  return invalidField(['body'], 'This Idempotency-Key was used with another request: use a new key')
}

const SALT_BYTES = 16
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = SALT_BYTES + IV_BYTES + TAG_BYTES

type KeyFor = (salt: Buffer) => Buffer

function sealing(secret: Secret, { accountId }: CallId, key: string): KeyFor {
  return (salt) => Buffer.from(hkdfSync('sha256', secret.reveal(), salt, `kept answer\0${accountId}\0${key}`, 32))
}

function seal(answer: FilteredAnswer, keyFor: KeyFor): Buffer {
  const salt = randomBytes(SALT_BYTES)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(salt), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed])
}

function unseal(sealed: Buffer, keyFor: KeyFor): FilteredAnswer {
  const salt = sealed.subarray(0, SALT_BYTES)
  const iv = sealed.subarray(SALT_BYTES, SALT_BYTES + IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyFor(salt), iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(SALT_BYTES + IV_BYTES, HEAD_BYTES))
  return JSON.parse(
    Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]).toString(),
  ) as FilteredAnswer
}
