// Emails, through an outbox in the database: an email that was queued in a transaction is sent even if the mail server is down or this
// node stops.
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from '../db/db.ts'
import { DAY_MS } from '../ground/calendar.ts'
import type { Report } from '../ground/errors.ts'
import { createSeal } from '../ground/sealed.ts'
import type { Secret } from '../ground/secret.ts'
import {
  deleteEmail,
  insertEmail,
  leaseDue,
  type OutboxState,
  postpone,
  type QueuedEmail,
  readOutbox,
} from './outbox-store.ts'
import { type Email, isRejected, openSmtp, type Smtp } from './smtp.ts'

export { readOutbox } from './outbox-store.ts'
export type { Email } from './smtp.ts'

export interface Mail {
  /** Runs in the caller's transaction. Call `wake` after the commit; otherwise the email is sent a few seconds later. */
  queue(tx: Sql | TransactionSql, email: Email, options?: { usefulForMs?: number }): Promise<void>
  wake(): void
  /** Sends one email at once, without the outbox, so that an operator sees the mail server's own answer. */
  sendNow(email: Email): Promise<void>
  /** Rejects if the mail server does not answer or does not accept the sign-in. */
  reach(): Promise<void>
  outbox(): Promise<OutboxState>
  /** Waits briefly for emails being sent; the others are sent by another node or after the next start. */
  close(): Promise<void>
}

interface MailParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly smtpUrl: Secret
  readonly from: string
  /** The first secret encrypts the outbox, all of them decrypt it. */
  readonly secrets: readonly Secret[]
  readonly report: Report
}

const BATCH_MAX = 10
const POLL_MS = 5_000
const CLOSE_TIMEOUT_MS = 5_000
/** Longer than the sum of the timeouts of one attempt. */
const LEASE_MS = 120_000
const USEFUL_FOR_MS = 3 * DAY_MS
/** After these pauses, the longest repeats until the email is too old to be useful. */
const PAUSES_MS = [10_000, 30_000, 60_000, 120_000, 300_000, 600_000]
const PAUSE_MAX_MS = 1_800_000
const ERROR_LENGTH_MAX = 300

export function openMail(parts: MailParts): Mail {
  const { sql, nowMs, report } = parts
  const smtp = openSmtp(parts)
  const seal = createSeal(parts.secrets, 'outbox')
  let isClosed = false
  let running: Promise<void> | undefined
  let isWanted = false

  const run = async (): Promise<void> => {
    while (!isClosed) {
      isWanted = false
      const now = new Date(nowMs())
      const leaseUntil = new Date(nowMs() + LEASE_MS)
      const due = await leaseDue(sql, { now, leaseUntil, rowsMax: BATCH_MAX })
      await Promise.all(due.map((email) => deliver({ ...parts, smtp, open: seal.open }, email)))
      if (due.length === 0 && !isWanted) return
    }
  }
  const wake = (): void => {
    isWanted = true
    if (isClosed || running) return
    running = run()
      .catch((error: unknown) => report(error, 'the outbox could not be read'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(wake, POLL_MS).unref()
  return {
    queue: (tx, { to, ...content }, { usefulForMs = USEFUL_FOR_MS } = {}) =>
      insertEmail(tx, {
        recipient: to,
        content: seal.seal(JSON.stringify(content)),
        at: new Date(nowMs()),
        expiresAt: new Date(nowMs() + usefulForMs),
      }),
    wake,
    sendNow: (email) => smtp.send(email),
    reach: () => smtp.reach(),
    outbox: () => readOutbox(sql),
    async close() {
      isClosed = true
      clearInterval(timer)
      const waited = new AbortController()
      const tooLong = delay(CLOSE_TIMEOUT_MS, undefined, { signal: waited.signal }).catch(() => {})
      await Promise.race([running, tooLong])
      waited.abort()
      smtp.close()
    },
  }
}

interface Delivery extends Pick<MailParts, 'sql' | 'nowMs' | 'report' | 'from'> {
  readonly smtp: Smtp
  readonly open: (sealed: Buffer) => string | undefined
}

async function deliver({ sql, nowMs, report, smtp, open, from }: Delivery, queued: QueuedEmail): Promise<void> {
  const { id, recipient, attempts, expiresAt } = queued
  const drop = (error: unknown) => deleteEmail(sql, id).then(() => report(error, 'an email was not delivered'))
  try {
    const content = open(queued.content)
    if (content === undefined) return await drop(new Error('it was encrypted with a secret that is no longer known'))
    if (expiresAt.getTime() <= nowMs()) return await drop(new Error(`it expired after ${attempts - 1} attempts`))
    const failure = await smtp.send({ to: recipient, ...JSON.parse(content) }, messageIdOf(queued, from)).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
    if (!failure) return await deleteEmail(sql, id)
    if (isRejected(failure.error)) return await drop(failure.error)
    report(failure.error, `an email could not be sent yet (attempt ${attempts})`)
    const dueAt = new Date(nowMs() + (PAUSES_MS[attempts - 1] ?? PAUSE_MAX_MS))
    const error = (failure.error instanceof Error ? failure.error.message : String(failure.error)).slice(
      0,
      ERROR_LENGTH_MAX,
    )
    await postpone(sql, id, { dueAt, error })
  } catch (error) {
    // The database is unavailable: the email is sent again when the lease is over.
    report(error, 'an email could not be removed from the outbox')
  }
}

/** Derived from the queued row, so that every attempt has the same id. */
function messageIdOf({ id, content }: QueuedEmail, from: string): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 24)
  const [, domain = 'localhost'] = /@([\w.-]+)/.exec(from) ?? []
  return `<${id}.${digest}@${domain}>`
}
