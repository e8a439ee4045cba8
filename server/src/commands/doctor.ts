// Whether everything that the service needs is there and works, and what to do where it does not.
import { statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { unknownPlans } from '../accounts/accounts.ts'
import { probeProvider } from '../ai/ai.ts'
import { CONNECTIONS_PER_WORKER } from '../db/db.ts'
import { readOutbox } from '../mail/mail.ts'
import { readClock, readConnectionsMax, readVersion } from './check-store.ts'
import type { Answer, Context } from './command.ts'

interface Finding {
  readonly what: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly about: string
}

type Found = Omit<Finding, 'what'>

const CLOCK_OFF_MAX_MS = 5_000
const DISK_FREE_MIN = 0.1
const EMAIL_AGE_MAX_MS = 600_000
const POSTGRES_MIN = 140_000
const SIGNS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const

const CHECKS: readonly [string, (context: Context) => Promise<Found>][] = [
  ['settings', async () => ({ state: 'ok', about: 'valid and consistent' })],
  ['database', checkDatabase],
  ['workers', checkWorkers],
  ['clock', checkClock],
  ['plans', checkPlans],
  ['disk', checkDisk],
  ['email', checkEmail],
  ['provider', checkProviders],
  ['payments', checkPayments],
  ['address', checkAddress],
  ['admin', checkAdministrator],
]

export async function examine(context: Context): Promise<Answer> {
  const findings = CHECKS.map(async ([what, check]) => {
    const found = await check(context).catch((error: Error) => ({ state: 'failed' as const, about: error.message }))
    return { what, ...found }
  })
  return answerOf(await Promise.all(findings))
}

/** The only finding where the settings cannot be read. */
export function settingsFailed(error: unknown): Answer {
  const about = error instanceof Error ? error.message : String(error)
  return answerOf([{ what: 'settings', state: 'failed', about }])
}

function answerOf(findings: readonly Finding[]): Answer {
  const text = findings.map(({ what, state, about }) => `${SIGNS[state]} ${what.padEnd(9)} ${about}`).join('\n')
  return { text, value: findings, hasFailed: findings.some(({ state }) => state === 'failed') }
}

async function checkDatabase({ database }: Context): Promise<Found> {
  const version = await readVersion(database.sql)
  if (version.number < POSTGRES_MIN) return { state: 'failed', about: `PostgreSQL ${version.text}: needs 14 or later` }
  return { state: 'ok', about: `PostgreSQL ${version.text} (${database.kind})` }
}

/** An embedded database is started with as many connections as the workers need. */
async function checkWorkers({ config, database }: Context): Promise<Found> {
  const cores = availableParallelism()
  const workers = config.workers === 'auto' ? cores : config.workers
  const about = `${workers} on ${cores} cores`
  const needed = workers * CONNECTIONS_PER_WORKER
  const allowed = config.databaseUrl ? await readConnectionsMax(database.sql) : needed
  if (needed > allowed) {
    const most = Math.max(1, Math.floor(allowed / CONNECTIONS_PER_WORKER))
    return {
      state: 'warning',
      about: `${about} need up to ${needed} connections and PostgreSQL allows ${allowed}: raise max_connections, or set WORKERS to ${most}`,
    }
  }
  if (workers > cores) return { state: 'warning', about: `${about}: more than one for each core gain nothing` }
  return { state: 'ok', about }
}

async function checkClock({ database, nowMs }: Context): Promise<Found> {
  const beforeMs = nowMs()
  const offMs = Math.abs((await readClock(database.sql)).getTime() - (beforeMs + nowMs()) / 2)
  if (offMs <= CLOCK_OFF_MAX_MS) return { state: 'ok', about: 'agrees with the database' }
  return {
    state: 'failed',
    about: `${Math.round(offMs / 1000)} s different from the database: turn on time synchronisation`,
  }
}

async function checkPlans({ config: { catalogue }, database, nowMs }: Context): Promise<Found> {
  const problem = await unknownPlans(database.sql, catalogue, nowMs())
  if (problem) return { state: 'failed', about: problem.replaceAll(/\n\s*/g, ' ') }
  return { state: 'ok', about: `${catalogue.offered.join(', ')}; all accounts are on one of these` }
}

/** Of the data folder, and of the backups where they are scheduled. */
async function checkDisk({ config }: Context): Promise<Found> {
  const folders = [config.databaseUrl ? '.' : config.dataDir, ...(config.backups ? [config.backups.dir] : [])]
  const found = folders.map(async (folder) => {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { share: bavail / blocks, about: `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free in ${folder}` }
  })
  const disks = await Promise.all(found)
  const isFull = disks.some(({ share }) => share < DISK_FREE_MIN)
  return { state: isFull ? 'warning' : 'ok', about: disks.map(({ about }) => about).join(', ') }
}

async function checkEmail({ config, database, nowMs, reachMail }: Context): Promise<Found> {
  if (!config.mail.smtpUrl) {
    return { state: 'warning', about: 'off, so nobody can reset a password: set SMTP_URL and MAIL_FROM' }
  }
  await reachMail?.()
  const { waiting, oldestAt, lastError } = await readOutbox(database.sql)
  const isLate = oldestAt !== null && nowMs() - oldestAt.getTime() > EMAIL_AGE_MAX_MS
  if (isLate)
    return { state: 'failed', about: `${waiting} emails are waiting; the mail server said: ${lastError ?? 'nothing'}` }
  return {
    state: 'ok',
    about: `the mail server responds, ${waiting} emails are waiting; try it with: mail test ADDRESS`,
  }
}

/** Every place that is asked with a key of the deployment. */
async function checkProviders({ config: { chat, providers } }: Context): Promise<Found> {
  const targets = chat.targets ?? (chat.apiKey ? [{ provider: chat.provider, apiKey: chat.apiKey }] : [])
  if (targets.length === 0) return { state: 'warning', about: 'off, so /ai/chat returns 503: set CHAT_API_KEY' }
  const found = targets.map(async ({ provider, apiKey: key }) => {
    const setting = providers[provider]
    if (!setting) throw new Error(`${provider} is not one of PROVIDERS`)
    const said = await probeProvider({ ...setting, key }).catch((error: Error) => {
      throw new Error(`${provider}: ${error.message}; check its key and base_url`)
    })
    return `${provider} ${said}`
  })
  return { state: 'ok', about: (await Promise.all(found)).join(', ') }
}

async function checkPayments({ config: { payments }, billing }: Context): Promise<Found> {
  if (payments !== 'stripe') {
    const about = `${payments}: no money moves; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET`
    return { state: 'warning', about }
  }
  const missing = await billing.missingPrices()
  if (missing.length === 0) return { state: 'ok', about: 'Stripe responds and has every price' }
  return { state: 'failed', about: `Stripe has no price for ${missing.join(', ')}: run stripe-setup` }
}

async function checkAddress({ config: { publicUrl } }: Context): Promise<Found> {
  if (publicUrl.startsWith('https:')) return { state: 'ok', about: publicUrl }
  return { state: 'warning', about: `${publicUrl} is not https: set PUBLIC_URL to the address people use` }
}

async function checkAdministrator({ administration }: Context): Promise<Found> {
  const [one] = await administration.list({ sort: 'oldest', state: 'administrator', rowsMax: 1 })
  if (one) return { state: 'ok', about: 'there is at least one' }
  return {
    state: 'warning',
    about: 'nobody: run accounts make-admin ACCOUNT, or open the link that the service prints when it starts',
  }
}
