// The source of secret seeds. With CERTIFIED_MODE, callers cannot choose seeds, the source is tested continuously, and every seed depends
// on the process and its start, so that no two of them share a stream.
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import type { Sql } from '../db/db.ts'
import { ApiError, type Report } from '../ground/errors.ts'
import { insertBoot } from './boot-store.ts'
import { createHealth, STARTUP_BYTES } from './health.ts'

export interface Randomness {
  /** This many random bytes, in hexadecimal. */
  seed(bytes: number): Promise<string>
  /** If true, callers cannot choose seeds. */
  readonly isCertified: boolean
}

interface CertifiedParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly report: Report
  /** Writes to the administrators' log that draws are stopped. */
  readonly onAlarm: (test: string) => Promise<void>
  readonly source?: (bytes: number) => Uint8Array
}

const KEY_BYTES = 32

export const plainRandomness: Randomness = {
  seed: async (bytes) => randomBytes(bytes).toString('hex'),
  isCertified: false,
}

export function createCertifiedRandomness(parts: CertifiedParts): Randomness {
  const { sql, nowMs, report, onAlarm, source = randomBytes } = parts
  const instance = randomUUID()
  const health = createHealth()
  let boot: Promise<number> | undefined
  let isTold = false
  let drawn = 0
  const taken = async (count: number): Promise<Uint8Array> => {
    const bytes = source(count)
    const failed = health(bytes)
    if (failed === undefined) return bytes
    if (!isTold) {
      isTold = true
      report(new Error(`the random source failed a health test: ${failed}`), 'draws are stopped')
      await onAlarm(failed)
    }
    throw new ApiError(
      'unavailable',
      `Draws are stopped: the random source failed a health test (${failed}). The operator must check it and restart.`,
    )
  }
  return {
    isCertified: true,
    async seed(bytes) {
      if (drawn === 0) await taken(STARTUP_BYTES)
      boot ??= insertBoot(sql, { instance, at: new Date(nowMs()) })
      boot.catch(() => {
        boot = undefined
      })
      const label = `certified/1|${instance}|${await boot}|${drawn++}`
      const key = await taken(KEY_BYTES)
      return createHmac('sha256', key)
        .update(label)
        .digest('hex')
        .slice(0, 2 * bytes)
    },
  }
}
