// Checks whether everything that the service needs is there and works, and says what to do if not.
import { statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { unknownPlans } from '../accounts/accounts.ts'
import { CONNECTIONS_PER_WORKER, isPassing, POOLER_WARNING, schemaState } from '../db/db.ts'
import { readOutbox } from '../mail/mail.ts'
import { readClock, readConnectionsMax, readVersion } from './check-store.ts'
import type { CommandResult, Context } from './command.ts'
import { countSecondFactors } from './sealed-data.ts'

interface Finding {
  readonly what: string
  readonly state: 'ok' | 'warning' | 'failed'
  readonly about: string
}

type Observation = Omit<Finding, 'what'>

const CLOCK_OFF_MAX_MS = 5_000
const DISK_FREE_MIN = 0.1
const EMAIL_AGE_MAX_MS = 600_000
const POSTGRES_MIN = 140_000
const SIGNS = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' } as const

export const SCHEMA_PROBLEMS = {
  empty: 'The database is empty: start the service once.',
  other: 'The database has the schema of another release: start the service of this release once.',
} as const

interface Check {
  readonly what: string
  readonly run: (context: Context) => Promise<Observation>
  /** The check is left out if the database does not work. */
  readonly needsDatabase?: true
}

const CHECKS: readonly Check[] = [
  { what: 'workers', run: checkWorkers, needsDatabase: true },
  { what: 'clock', run: checkClock, needsDatabase: true },
  { what: 'plans', run: checkPlans, needsDatabase: true },
  { what: 'secret', run: checkSecret, needsDatabase: true },
  { what: 'disk', run: checkDisk },
  { what: 'email', run: checkEmail },
  { what: 'provider', run: checkProviders },
  { what: 'payments', run: checkPayments },
  { what: 'address', run: checkAddress },
  { what: 'admin', run: checkAdministrator, needsDatabase: true },
]

export async function examine(context: Context): Promise<CommandResult> {
  const settings: Finding = { what: 'settings', state: 'ok', about: 'valid and consistent' }
  const database = await find({ what: 'database', run: checkDatabase }, context)
  const possible = CHECKS.filter(({ needsDatabase }) => !needsDatabase || database.state !== 'failed')
  const others = await Promise.all(possible.map((check) => find(check, context)))
  return answerOf([settings, database, ...others])
}

async function find({ what, run }: Check, context: Context): Promise<Finding> {
  const found = await run(context).catch((error: Error) => ({ state: 'failed' as const, about: failureText(error) }))
  return { what, ...found }
}

/** If every address of a host was tried, the error itself is empty and lists the reasons. */
export function failureText(error: Error): string {
  const [first] = error instanceof AggregateError ? error.errors : []
  return error.message || (first instanceof Error ? first.message : String(error))
}

/** The only check reported if the settings cannot be read. */
export function settingsFailed(error: unknown): CommandResult {
  const about = error instanceof Error ? error.message : String(error)
  return answerOf([{ what: 'settings', state: 'failed', about }])
}

function answerOf(findings: readonly Finding[]): CommandResult {
  const text = findings.map(({ what, state, about }) => `${SIGNS[state]} ${what.padEnd(9)} ${about}`).join('\n')
  return { text, value: findings, hasFailed: findings.some(({ state }) => state === 'failed') }
}

async function checkDatabase({ config, database }: Context): Promise<Observation> {
  const setting = config.databaseListenUrl ? 'DATABASE_LISTEN_URL' : 'DATABASE_URL'
  const version = await readVersion(database.sql).catch((error: Error) => {
    if (!isPassing(error) || !config.databaseUrl) throw error
    throw new Error(`${failureText(error)}. Check ${setting}, and that PostgreSQL runs there`)
  })
  const schema = await schemaState(database.sql)
  if (schema !== 'current') return { state: 'failed', about: SCHEMA_PROBLEMS[schema] }
  if (version.number < POSTGRES_MIN)
    return { state: 'failed', about: `PostgreSQL ${version.text}: upgrade it to 14 or later` }
  const about = `PostgreSQL ${version.text} (${database.kind})`
  if (database.sql.sharesSessions) return { state: 'warning', about: `${about}; ${POOLER_WARNING}` }
  return { state: 'ok', about }
}

/** An embedded database is started with as many connections as the workers need. */
async function checkWorkers({ config, database }: Context): Promise<Observation> {
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

async function checkClock({ database, nowMs }: Context): Promise<Observation> {
  const beforeMs = nowMs()
  const offMs = Math.abs((await readClock(database.sql)).getTime() - (beforeMs + nowMs()) / 2)
  if (offMs <= CLOCK_OFF_MAX_MS) return { state: 'ok', about: 'agrees with the database' }
  return {
    state: 'failed',
    about: `${Math.round(offMs / 1000)} s different from the database: turn on time synchronisation`,
  }
}

async function checkPlans({ config: { catalogue }, database, nowMs }: Context): Promise<Observation> {
  const problem = await unknownPlans(database.sql, catalogue, nowMs())
  if (problem) return { state: 'failed', about: problem.replaceAll(/\n\s*/g, ' ') }
  return { state: 'ok', about: `${catalogue.offered.join(', ')}; all accounts are on one of these` }
}

async function checkSecret({ database, secrets }: Context): Promise<Observation> {
  const { all, lost } = await countSecondFactors(database.sql, secrets)
  if (lost === 0) return { state: 'ok', about: `decrypts all second factors (${all})` }
  return {
    state: 'failed',
    about: `cannot decrypt ${lost} of ${all} second factors: add the old secret to JWT_SECRET_PREVIOUS, or copy the old jwt-secret to DATA_DIR`,
  }
}

/** Checks the data folder, and the backup folder if backups are scheduled. */
async function checkDisk({ config }: Context): Promise<Observation> {
  const folders = [
    config.databaseUrl ? { setting: 'current folder', path: '.' } : { setting: 'DATA_DIR', path: config.dataDir },
    ...(config.backups ? [{ setting: 'BACKUP_DIR', path: config.backups.dir }] : []),
  ]
  const disks = await Promise.all(folders.map(freeSpace))
  const isFull = disks.some(({ share }) => share < DISK_FREE_MIN)
  const about = disks.map(({ words }) => words).join(', ')
  return isFull
    ? { state: 'warning', about: `${about}: less than 10 % free; delete files or add space` }
    : { state: 'ok', about }
}

async function freeSpace({ setting, path }: { setting: string; path: string }) {
  const { bavail, blocks, bsize } = await statfs(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`${setting} ${path} does not exist: create the folder`)
    throw new Error(`${setting} ${path} cannot be read (${error.message}): check it and its permissions`)
  })
  return { share: bavail / blocks, words: `${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB free in ${path}` }
}

async function checkEmail({ config, database, nowMs, reachMail }: Context): Promise<Observation> {
  if (!config.mail.smtpUrl) {
    return { state: 'warning', about: 'off, so nobody can reset a password: set SMTP_URL and MAIL_FROM' }
  }
  await reachMail?.().catch((error: Error) => {
    throw new Error(
      `the mail server does not work (${failureText(error)}): check SMTP_URL, and that the server runs there`,
    )
  })
  const outbox = await readOutbox(database.sql).catch(() => undefined)
  if (!outbox) return { state: 'ok', about: 'the mail server responds' }
  const { waiting, oldestAt, lastError } = outbox
  const isLate = oldestAt !== null && nowMs() - oldestAt.getTime() > EMAIL_AGE_MAX_MS
  if (isLate) {
    const about = `${waiting} emails are waiting; the mail server said: ${lastError ?? 'nothing'}; try it with: mail test ADDRESS`
    return { state: 'failed', about }
  }
  return {
    state: 'ok',
    about: `the mail server responds, ${waiting} emails are waiting; try it with: mail test ADDRESS`,
  }
}

/** Checks every AI provider that is called with a key of the deployment. */
async function checkProviders({ config: { chat, providers } }: Context): Promise<Observation> {
  const targets = chat.targets ?? (chat.apiKey ? [{ provider: chat.provider, apiKey: chat.apiKey }] : [])
  if (targets.length === 0) return { state: 'warning', about: 'off, so /ai/chat returns 503: set CHAT_API_KEY' }
  // Imported here because every command loads this file and only this check needs ai/: that saves them a tenth of their start.
  const { probeProvider } = await import('../ai/ai.ts')
  const found = targets.map(async ({ provider, apiKey: key }) => {
    const setting = providers[provider]
    if (!setting) throw new Error(`${provider} is not one of PROVIDERS: add it there`)
    const keys = chat.targets ? 'CHAT_TARGETS' : 'CHAT_API_KEY'
    const said = await probeProvider({ ...setting, key }).catch((error: Error) => {
      throw new Error(`${provider}: ${failureText(error)}; check its key (${keys}) and its base_url (PROVIDERS)`)
    })
    return `${provider} ${said}`
  })
  return { state: 'ok', about: (await Promise.all(found)).join(', ') }
}

async function checkPayments({ config: { payments }, billing }: Context): Promise<Observation> {
  if (payments !== 'stripe') {
    const about = `${payments}: no money moves; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET`
    return { state: 'warning', about }
  }
  const missing = await billing.missingPrices().catch((error: Error) => explainStripe(error))
  if (missing.length === 0) return { state: 'ok', about: 'Stripe responds and has every price' }
  return { state: 'failed', about: `Stripe has no price for ${missing.join(', ')}: run stripe-setup` }
}

/** The error for callers names no cause; its `cause` has Stripe's kind of error. */
function explainStripe(error: Error): never {
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  if (cause.includes('StripeConnectionError')) {
    throw new Error('Stripe could not be reached: check the network, and STRIPE_API_BASE if it is set')
  }
  if (/StripeAuthenticationError|StripePermissionError/.test(cause)) {
    throw new Error('Stripe does not accept the key: set STRIPE_SECRET_KEY to a secret key of your account')
  }
  throw new Error(`Stripe rejected the request (${cause}): check STRIPE_SECRET_KEY, and try again in a minute`)
}

async function checkAddress({ config: { publicUrl } }: Context): Promise<Observation> {
  if (publicUrl.startsWith('https:')) return { state: 'ok', about: publicUrl }
  return { state: 'warning', about: `${publicUrl} is not https: set PUBLIC_URL to the address people use` }
}

async function checkAdministrator({ administration }: Context): Promise<Observation> {
  const [one] = await administration.list({ sort: 'oldest', state: 'administrator', rowsMax: 1 })
  if (one) return { state: 'ok', about: 'there is at least one' }
  return {
    state: 'warning',
    about: 'nobody: run accounts make-admin ACCOUNT, or open the link that the service prints when it starts',
  }
}
