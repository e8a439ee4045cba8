// The service itself: what waits, whether emails arrive, and whether everything is set up well.
import { statfs } from 'node:fs/promises'
import { readOutbox } from '../mail/mail.ts'
import { readClock, readVersion } from './check-store.ts'
import type { DatabaseCommand as Command, Context } from './command.ts'

interface Finding {
  readonly what: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly about: string
}

const CLOCK_OFF_MAX_MS = 5_000
const DISK_FREE_MIN = 0.1
const EMAIL_AGE_MAX_MS = 600_000
const POSTGRES_MIN = 140_000

export const SERVICE_COMMANDS: readonly Command[] = [
  {
    name: 'jobs',
    usage: 'jobs',
    about: 'Show what waits to be done: emails in the outbox',
    async run({ database }) {
      const outbox = await readOutbox(database.sql)
      const text = `emails waiting  ${outbox.waiting}${outbox.lastError ? `  (${outbox.lastError})` : ''}`
      return { text, value: { emails: outbox } }
    },
  },
  {
    name: 'mail test',
    usage: 'mail test ADDRESS',
    about: 'Send an email at once, and show what the mail server answers',
    async run({ sendTestEmail }, [to]) {
      if (!sendTestEmail) throw new Error('Email is not configured: set SMTP_URL and MAIL_FROM.')
      if (!to?.includes('@')) throw new Error('Say to which address.')
      await sendTestEmail(to)
      return { text: `The mail server took an email for ${to}.`, value: { status: 'sent' } }
    },
  },
  {
    name: 'doctor',
    usage: 'doctor',
    about: 'Check settings, database, mail, provider, payments, clock and disk, and say what to do',
    async run(context) {
      const findings = await examine(context)
      const text = findings.map(({ what, state, about }) => `${SIGNS[state]} ${what.padEnd(9)} ${about}`).join('\n')
      return { text, value: findings, hasFailed: findings.some(({ state }) => state === 'failed') }
    },
  },
]

const SIGNS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const

async function examine(context: Context): Promise<Finding[]> {
  const { config } = context
  const checks: [string, () => Promise<Omit<Finding, 'what'>>][] = [
    ['database', () => checkDatabase(context)],
    ['clock', () => checkClock(context)],
    ['disk', () => checkDisk(context)],
    ['email', () => checkEmail(context)],
    [
      'provider',
      async () =>
        present(config.chat.apiKey !== undefined, 'CHAT_API_KEY is set', 'set CHAT_API_KEY: /ai/chat answers 503'),
    ],
    [
      'payments',
      async () =>
        config.payments === 'stripe'
          ? { state: 'ok', about: 'Stripe' }
          : {
              state: 'warning',
              about: `${config.payments}: no money moves; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET`,
            },
    ],
    [
      'address',
      async () =>
        config.publicUrl.startsWith('https:')
          ? { state: 'ok', about: config.publicUrl }
          : { state: 'warning', about: `${config.publicUrl} is not https: set PUBLIC_URL to the address people use` },
    ],
    ['admin', () => checkAdministrator(context)],
  ]
  return Promise.all(
    checks.map(async ([what, check]) => {
      const found = await check().catch((error: Error) => ({ state: 'failed' as const, about: error.message }))
      return { what, ...found }
    }),
  )
}

async function checkDatabase({ database }: Context): Promise<Omit<Finding, 'what'>> {
  const version = await readVersion(database.sql)
  if (version.number < POSTGRES_MIN) return { state: 'failed', about: `PostgreSQL ${version.text}: needs 14 or later` }
  return { state: 'ok', about: `PostgreSQL ${version.text} (${database.kind})` }
}

async function checkClock({ database, nowMs }: Context): Promise<Omit<Finding, 'what'>> {
  const beforeMs = nowMs()
  const offMs = Math.abs((await readClock(database.sql)).getTime() - (beforeMs + nowMs()) / 2)
  if (offMs <= CLOCK_OFF_MAX_MS) return { state: 'ok', about: 'agrees with the database' }
  return {
    state: 'failed',
    about: `${Math.round(offMs / 1000)} s apart from the database: turn on time synchronisation`,
  }
}

async function checkDisk({ config }: Context): Promise<Omit<Finding, 'what'>> {
  const { bavail, blocks, bsize } = await statfs(config.databaseUrl ? '.' : config.dataDir)
  const share = bavail / blocks
  const about = `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free`
  return { state: share < DISK_FREE_MIN ? 'warning' : 'ok', about }
}

async function checkEmail({ config, database, nowMs }: Context): Promise<Omit<Finding, 'what'>> {
  if (!config.mail.smtpUrl) {
    return { state: 'warning', about: 'off: nobody can reset a password; set SMTP_URL and MAIL_FROM' }
  }
  const { waiting, oldestAt, lastError } = await readOutbox(database.sql)
  const isLate = oldestAt !== null && nowMs() - oldestAt.getTime() > EMAIL_AGE_MAX_MS
  if (!isLate) return { state: 'ok', about: `${waiting} waiting; try it with: mail test ADDRESS` }
  return { state: 'failed', about: `${waiting} emails wait; the mail server said: ${lastError ?? 'nothing'}` }
}

async function checkAdministrator({ administration }: Context): Promise<Omit<Finding, 'what'>> {
  const [one] = await administration.list({ sort: 'oldest', state: 'administrator', rowsMax: 1 })
  return present(
    one !== undefined,
    'there is one',
    'nobody: run accounts make-admin ACCOUNT, or open the link that the start prints',
  )
}

function present(isThere: boolean, ok: string, missing: string): Omit<Finding, 'what'> {
  return isThere ? { state: 'ok', about: ok } : { state: 'warning', about: missing }
}
