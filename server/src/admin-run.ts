// Runs one command of equipoise-admin: reads the configuration, opens the database, prints the result.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createAccounts } from './accounts/accounts.ts'
import { createBilling, createStripe, openSandbox, type StripeSettings } from './billing/billing.ts'
import {
  type Accepts,
  type Arguments,
  type CommandName,
  type CommandResult,
  type Context,
  loadCommands,
} from './commands/commands.ts'
import { type Config, configFrom } from './config.ts'
import { type Attached, attachDatabase, type Sql, schemaState, withoutDatabase } from './db/db.ts'
import { createDraws } from './draws/draws.ts'
import { brandNamed } from './ground/brand.ts'
import { findSecret, keptSecret } from './ground/kept-secret.ts'
import { Secret } from './ground/secret.ts'
import { openMail } from './mail/mail.ts'
import { addTopup, createUsage, grantUnits } from './usage/usage.ts'

const FAILED = 1
const { commandNamed, jsonText, SCHEMA_PROBLEMS, settingsFailed } = await loadCommands()

interface Run {
  readonly name: CommandName
  readonly rest: readonly string[]
  readonly given: Arguments
  readonly env: NodeJS.ProcessEnv
}

/** Returns the exit status of the process. */
export async function runCommand({ name, rest, given, env }: Run): Promise<number> {
  const command = commandNamed(name)
  const { options } = given
  const config = readConfig(name, given, env)
  const answer =
    'runAlone' in command
      ? await command.runAlone(
          {
            config,
            nowMs: Date.now,
            log: console.error,
            onDatabase: (accepts, work) => onDatabase(config, accepts, work),
          },
          rest,
          options,
        )
      : await onDatabase(config, command.accepts, (context) => command.run(context, rest, options))
  return print(answer, given)
}

async function onDatabase(
  config: Config,
  accepts: Accepts,
  work: (context: Context) => Promise<CommandResult>,
): Promise<CommandResult> {
  const database = await attach(config, accepts)
  try {
    await rejectSchema(accepts, database)
    const { context, close } = openContext(config, database, secretsOf(config, accepts))
    return await work(context).finally(close)
  } finally {
    await database.close()
  }
}

async function attach(config: Config, accepts: Accepts): Promise<Attached> {
  // A command needs sessions of its own, for snapshots and timeouts, so it avoids a pooler.
  const url = config.databaseListenUrl ?? config.databaseUrl
  const options = { url, dataDir: resolve(config.dataDir), log: console.error, mayCreate: accepts === 'empty' }
  return attachDatabase(options).catch((error: Error) => {
    if (accepts !== 'none') throw error
    return withoutDatabase(error)
  })
}

/** The doctor reports invalid settings in its own format. */
function readConfig(command: CommandName, given: Arguments, env: NodeJS.ProcessEnv): Config {
  try {
    return configFrom({ ...env, ...settingsBefore(command, env) }, (path) => readFileSync(path, 'utf8'))
  } catch (error) {
    if (command !== 'doctor') throw error
    process.exit(print(settingsFailed(error), given))
  }
}

const NO_DATABASE = {
  DATABASE_URL: '',
  DATABASE_URL_FILE: '',
  DATABASE_LISTEN_URL: '',
  DATABASE_LISTEN_URL_FILE: '',
}

/** Settings that a command does not need and so does not check: stripe-setup runs before its webhook has a secret. */
function settingsBefore(command: CommandName, env: NodeJS.ProcessEnv): Record<string, string> {
  // A passphrase shorter than is allowed today still decrypts older backups.
  if (command === 'restore') return { BACKUP_DIR: '' }
  if (command === 'backup check') return { ...NO_DATABASE, BACKUP_DIR: '' }
  if (command !== 'stripe-setup') return {}
  const isMissing = (name: string) => !env[name] && !env[`${name}_FILE`]
  const needsOne = !isMissing('STRIPE_SECRET_KEY') && isMissing('STRIPE_WEBHOOK_SECRET')
  return { ...NO_DATABASE, ...(needsOne ? { STRIPE_WEBHOOK_SECRET: 'none yet' } : {}) }
}

async function rejectSchema(accepts: Accepts, { sql }: Attached): Promise<void> {
  if (accepts === 'none') return
  const state = await schemaState(sql)
  if (state === 'empty' && accepts !== 'empty') throw new Error(SCHEMA_PROBLEMS.empty)
  if (state === 'other' && accepts === undefined) throw new Error(SCHEMA_PROBLEMS.other)
}

/** A command that does not need the stored secret creates none, above all not in a mistyped folder. */
function secretsOf(config: Config, accepts: Accepts): readonly Secret[] {
  const dataDir = resolve(config.dataDir)
  const newest = config.jwtSecret ?? (accepts === undefined ? keptSecret(dataDir) : findSecret(dataDir))
  return [...(newest ? [newest] : []), ...config.previousSecrets]
}

function print({ value, text, hasFailed }: CommandResult, { isJson }: Arguments): number {
  console.log(isJson ? jsonText(value) : text)
  return hasFailed ? FAILED : 0
}

function openContext(
  config: Config,
  database: Attached,
  known: readonly Secret[],
): { context: Context; close: () => Promise<void> } {
  const { sql } = database
  const nowMs = Date.now
  const report = (error: unknown, message: string) => console.error(`${message}: ${error}`)
  // A command without a secret encrypts nothing, so a random one does no harm.
  const secrets = known.length > 0 ? known : [new Secret(randomUUID())]
  const { smtpUrl, from } = config.mail
  const outbox = known.length > 0 ? { sql, report } : { sql: withoutDatabase(new Error('no secret')).sql, report() {} }
  const mail = smtpUrl && from ? openMail({ nowMs, smtpUrl, from, secrets, ...outbox }) : undefined
  const brand = brandNamed(config.brand)
  const { publicUrl, signUpRules: rules } = config
  // A command caches nothing, so it needs no notifications.
  const listen = () => ({ close: async () => {} })
  const accounts = createAccounts({ database: { sql, listen }, nowMs, brand, publicUrl, secrets, mail, rules, report })
  const stripe = stripeOf(config, { sql, nowMs, brandName: brand.name, secret: secrets[0] })
  const { changePlan } = accounts
  const settlement = { sql, nowMs, changePlan, addTopup, report }
  const { catalogue } = config
  const billing = createBilling({
    ...settlement,
    paymentProvider: stripe && createStripe(stripe),
    catalogue,
    publicUrl,
  })
  const administration = accounts.administration({ addTopup: grantUnits, beforeDelete: billing.close })
  const usage = createUsage({ sql, nowMs, report })
  const email = (to: string) => ({
    to,
    subject: `${brand.name}: a test`,
    text: 'This is a test. If you can read it, email works.',
  })
  const context: Context = {
    config,
    database,
    accounts,
    administration,
    usage,
    receipts: createDraws({ sql, secrets, publicUrl, nowMs, report }).receipts,
    billing,
    secrets: known,
    nowMs,
    sendTestEmail: mail && ((to) => mail.sendNow(email(to))),
    reachMail: mail?.reach,
    passphrase: config.backupPassphrase,
    log: console.error,
  }
  const close = async () => {
    await usage.close()
    await accounts.close()
  }
  return { context, close }
}

function stripeOf(
  { payments, stripe, catalogue, publicUrl }: Config,
  { sql, nowMs, brandName, secret }: { sql: Sql; nowMs: () => number; brandName: string; secret: Secret | undefined },
): StripeSettings | undefined {
  const { secretKey, webhookSecret, apiBase, computesTax } = stripe
  if (payments === 'stripe' && secretKey && webhookSecret)
    return { secretKey, webhookSecret, apiBase, computesTax, plans: catalogue.order }
  if (payments !== 'sandbox' || !secret) return undefined
  return openSandbox({ sql, catalogue, publicUrl, brandName, secret, nowMs }).stripe
}
