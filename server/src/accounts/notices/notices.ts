// Notices: emails about an account that its owner did not ask for. Each is sent once, on any number of nodes, because the row that
// records it and the email in the outbox are written in one transaction. People choose which kinds they want.

import type { Sql, TransactionSql } from '../../db/db.ts'
import { DAY_MS } from '../../ground/calendar.ts'
import { accountGone, type Report } from '../../ground/errors.ts'
import type { AllowanceLevel } from '../../ground/plans.ts'
import type { Mail } from '../../mail/mail.ts'
import { emit } from '../../webhooks/webhooks.ts'
import { lockAccount } from '../account-store.ts'
import { insertAudit } from '../audit-store.ts'
import type { Caller, Origin } from '../caller.ts'
import {
  type FailedRenewal,
  failedRenewalText,
  keyExpiryText,
  type NoticeText,
  newNetworkText,
  usageText,
  webhookDisabledText,
} from './notice-emails.ts'
import {
  countNotices,
  type ExpiringKey,
  listExpiringKeys,
  listOptOuts,
  noteNetwork,
  putOptOut,
  takeNotice,
} from './notice-store.ts'

export const NOTICE_KINDS = ['usage', 'key_expiry', 'failed_renewal', 'sign_in'] as const
type NoticeKind = (typeof NOTICE_KINDS)[number]
type NoticeChoices = Readonly<Record<NoticeKind, boolean>>
type NoticeChanges = { readonly [kind in NoticeKind]?: boolean | undefined }

export interface Notices {
  /** False if no mail is configured; then nothing is sent. */
  readonly isConfigured: boolean
  choices(accountId: number): Promise<NoticeChoices>
  choose(caller: Caller, changes: NoticeChanges, origin: Origin): Promise<NoticeChoices>
  /** Reports that an account has used this percentage of an allowance. Never waits; repeated reports are ignored. */
  usage(level: AllowanceLevel): void
  failedRenewal(tx: TransactionSql, accountId: number, renewal: FailedRenewal): Promise<void>
  signedIn(tx: TransactionSql, accountId: number, origin: Origin): Promise<void>
  /** Nobody can switch this one off: it comes once, and nothing else says that events no longer arrive. */
  webhookDisabled(tx: TransactionSql, accountId: number, webhook: DisabledWebhook): Promise<void>
  /** Starts looking for keys that expire soon, at intervals. */
  start(): void
  look(): Promise<void>
  close(): Promise<void>
}

interface NoticeParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly mail: Mail | undefined
  readonly brandName: string
  readonly publicUrl: string
  readonly report: Report
}

const LOOK_EVERY_MS = 600_000
const KEYS_AT_ONCE_MAX = 500
/** Per account and day, so that sign-ins from many networks do not fill a mailbox. */
const NEW_NETWORKS_A_DAY_MAX = 5
/** Reported levels that this node remembers, so that it need not ask the database again. */
const REMEMBERED_MAX = 10_000

export function createNotices(parts: NoticeParts): Notices {
  const { sql, nowMs, mail, report } = parts
  const send = createSending(parts)
  const underWay = new Set<Promise<void>>()
  const told = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    const at = new Date(nowMs())
    for (const untold of mail ? (['email', 'webhook'] as const) : (['webhook'] as const)) {
      for (const key of await listExpiringKeys(sql, { now: at, untold, rowsMax: KEYS_AT_ONCE_MAX })) {
        await sql.begin((tx) => (untold === 'email' ? tellExpiry(parts, send, tx, key) : emitExpiry(tx, key, at)))
      }
    }
    mail?.wake()
  }
  const lookAndReport = () => void look().catch((error) => report(error, 'expiring keys could not be looked up'))
  return {
    isConfigured: mail !== undefined,
    choices: async (accountId) => choicesOf(await listOptOuts(sql, accountId)),
    choose: (caller, changes, origin) => choose(parts, caller, { changes, origin }),
    usage(level) {
      const name = `${level.accountId} ${subjectOf(level)}`
      if (!mail || level.percent === 50 || told.has(name)) return
      remember(told, name)
      const telling = tellLevel(parts, send, level)
        .catch((error) => {
          // The next charge of this account tries again.
          told.delete(name)
          report(error, 'an email about usage could not be queued')
        })
        .finally(() => underWay.delete(telling))
      underWay.add(telling)
    },
    async failedRenewal(tx, accountId, renewal) {
      const subject = `${renewal.subscriptionId} ${renewal.periodEnd.toISOString()}`
      await send(tx, { accountId, kind: 'failed_renewal', subject }, failedRenewalText(parts, renewal))
      const { plan, periodEnd, endsAt } = renewal
      const data = { plan, period_end: periodEnd.toISOString(), plan_ends_at: endsAt?.toISOString() ?? null }
      await emit(tx, { accountId, type: 'payment.failed', subject, data }, new Date(nowMs()))
    },
    async webhookDisabled(tx, accountId, webhook) {
      const subject = `${webhook.at.toISOString()} ${webhook.id}`
      await send(tx, { accountId, kind: 'webhook', subject }, webhookDisabledText(parts, webhook))
    },
    signedIn: (tx, accountId, origin) => tellNetwork(parts, send, { tx, accountId, origin }),
    start() {
      lookAndReport()
      timer = setInterval(lookAndReport, LOOK_EVERY_MS).unref()
    },
    look,
    async close() {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

interface DisabledWebhook {
  readonly id: string
  readonly url: string
  readonly error: string
  readonly isGone: boolean
  readonly at: Date
}

interface Notice {
  readonly accountId: number
  readonly kind: NoticeKind | 'webhook'
  readonly subject: string
}

type Send = (tx: TransactionSql, notice: Notice, text: NoticeText) => Promise<void>

function createSending({ mail, nowMs }: NoticeParts): Send {
  return async (tx, { accountId, kind, subject }, text) => {
    if (!mail) return
    const to = await takeNotice(tx, { accountId, kind, subject, at: new Date(nowMs()) })
    if (to !== undefined) await mail.queue(tx, { to, ...text })
  }
}

function tellExpiry(parts: NoticeParts, send: Send, tx: TransactionSql, key: ExpiringKey): Promise<void> {
  return send(tx, { ...key, kind: 'key_expiry', subject: String(key.id) }, keyExpiryText(parts, key))
}

function emitExpiry(tx: TransactionSql, key: ExpiringKey, at: Date): Promise<void> {
  const { id, accountId, name, keyPrefix, expiresAt } = key
  const data = { key_id: id, name, key_prefix: keyPrefix, expires_at: expiresAt.toISOString() }
  return emit(tx, { accountId, type: 'key.expiring', subject: String(id), data }, at)
}

/** Once "all used" was sent, "80 % used" is no longer sent. */
async function tellLevel(parts: NoticeParts, send: Send, level: AllowanceLevel): Promise<void> {
  const { accountId, percent } = level
  const at = new Date(parts.nowMs())
  await parts.sql.begin(async (tx) => {
    await send(tx, { accountId, kind: 'usage', subject: subjectOf(level) }, usageText(parts, level))
    if (percent === 80) return
    await takeNotice(tx, { accountId, kind: 'usage', subject: subjectOf({ ...level, percent: 80 }), at })
  })
  parts.mail?.wake()
}

/** The same text for every charge to this allowance in this month, so that the notice is sent once. */
function subjectOf({ month, meter, percent, plan }: AllowanceLevel): string {
  return `${month} ${meter} ${percent} ${plan}`
}

function remember(told: Set<string>, name: string): void {
  told.add(name)
  for (const oldest of told) {
    if (told.size <= REMEMBERED_MAX) return
    told.delete(oldest)
  }
}

async function tellNetwork(
  parts: NoticeParts,
  send: Send,
  { tx, accountId, origin }: { tx: TransactionSql; accountId: number; origin: Origin },
): Promise<void> {
  const at = new Date(parts.nowMs())
  const network = wideNetworkOf(origin.address)
  if (!(await noteNetwork(tx, { accountId, network, at })) || !parts.mail) return
  const since = new Date(at.getTime() - DAY_MS)
  if ((await countNotices(tx, { accountId, kind: 'sign_in', since })) >= NEW_NETWORKS_A_DAY_MAX) return
  const subject = `${at.toISOString()} ${network}`
  await send(tx, { accountId, kind: 'sign_in', subject }, newNetworkText(parts, { ...origin, at }))
}

/** The addresses of one connection change within such a range: /24 for IPv4, /48 for IPv6. */
export function wideNetworkOf(address: string): string {
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(address)
  if (four) return `${four[1]}.0/24`
  const [head = ''] = address.split('%', 1)
  const [left = '', right = ''] = head.split('::')
  const leading = left === '' ? [] : left.split(':')
  const trailing = right === '' ? [] : right.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - leading.length - trailing.length) }, () => '0')
  const groups = [...leading, ...zeros, ...trailing].slice(0, 3)
  return `${groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, '')).join(':')}::/48`
}

async function choose(
  { sql, nowMs }: NoticeParts,
  { accountId }: Caller,
  { changes, origin }: { changes: NoticeChanges; origin: Origin },
): Promise<NoticeChoices> {
  return sql.begin(async (tx) => {
    if (!(await lockAccount(tx, accountId))) throw accountGone()
    const given = NOTICE_KINDS.filter((kind) => changes[kind] !== undefined)
    for (const kind of given) await putOptOut(tx, { accountId, kind, isRejected: changes[kind] === false })
    if (given.length > 0) {
      const detail = Object.fromEntries(given.map((kind) => [kind, changes[kind] ? 'on' : 'off']))
      await insertAudit(tx, { accountId, at: new Date(nowMs()), event: 'notices_changed', origin, detail })
    }
    return choicesOf(await listOptOuts(tx, accountId))
  })
}

function choicesOf(rejected: readonly string[]): NoticeChoices {
  return Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, !rejected.includes(kind)])) as NoticeChoices
}
