// equipoise-admin: environment → config → database → one command → its answer.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createAccounts } from './accounts/accounts.ts'
import { createBilling, createStripe, type StripeSettings } from './billing/billing.ts'
import { brandNamed } from './brand.ts'
import {
  type Answer,
  type Context,
  type DatabaseCommand,
  findCommand,
  helpText,
  type Options,
  settingsFailed,
} from './commands/commands.ts'
import { type Config, configFrom } from './config.ts'
import { type Attached, attachDatabase, isUpToDate, type Sql } from './db/db.ts'
import { createDraws } from './draws/draws.ts'
import { keptSecret } from './kept-secret.ts'
import { openMail } from './mail/mail.ts'
import { openSandbox } from './sandbox/sandbox.ts'
import type { Secret } from './secret.ts'
import { addTopup, createUsage } from './usage/usage.ts'

const text = { type: 'string' } as const
const OPTIONS = {
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  admin: { type: 'boolean' },
  reason: text,
  search: text,
  limit: text,
  until: text,
  compute: text,
  'ai-calls': text,
  email: text,
  plan: text,
  days: text,
  'old-programs': text,
} as const
const { values, positionals } = readArguments()

async function main(): Promise<number> {
  // As `npm start` and `equipoise serve` do; what is set in the environment wins.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const found = findCommand(positionals)
  if (!found && positionals.length > 0 && !values.help) {
    console.error(`There is no command "${positionals.join(' ')}". Run equipoise-admin --help to see all of them.`)
    return 2
  }
  if (!found || values.help) {
    console.log(helpText())
    return values.help ? 0 : 2
  }
  const config = readConfig(found.command.name)
  const { command, rest } = found
  if ('runAlone' in command)
    return print(await command.runAlone({ config, nowMs: Date.now, log: console.error }, optionsOf()))
  const dataDir = resolve(config.dataDir)
  // A command needs sessions of its own, for a snapshot as for timeouts.
  const url = config.databaseListenUrl ?? config.databaseUrl
  const database = await attachDatabase({ url, dataDir, log: console.error })
  try {
    return await run(config, database, { command, rest })
  } finally {
    await database.close()
  }
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch (error) {
    const [why] = error instanceof Error ? error.message.split('. ') : [String(error)]
    console.error(`${why}. Run equipoise-admin --help to see the commands and their options.`)
    process.exit(2)
  }
}

/** The doctor answers in its own form also where the settings are wrong. */
function readConfig(command: string): Config {
  try {
    return configFrom({ ...process.env, ...settingsBefore(command) }, (path) => readFileSync(path, 'utf8'))
  } catch (error) {
    if (command !== 'doctor') throw error
    process.exit(print(settingsFailed(error)))
  }
}

const NO_DATABASE = {
  DATABASE_URL: '',
  DATABASE_URL_FILE: '',
  DATABASE_LISTEN_URL: '',
  DATABASE_LISTEN_URL_FILE: '',
}

/** Setting up Stripe comes before its webhook has a secret, and needs no database. */
function settingsBefore(command: string): Record<string, string> {
  if (command !== 'stripe-setup') return {}
  const { env } = process
  const isMissing = (name: string) => !env[name] && !env[`${name}_FILE`]
  const needsOne = !isMissing('STRIPE_SECRET_KEY') && isMissing('STRIPE_WEBHOOK_SECRET')
  return { ...NO_DATABASE, ...(needsOne ? { STRIPE_WEBHOOK_SECRET: 'none yet' } : {}) }
}

async function run(
  config: Config,
  database: Attached,
  { command, rest }: { command: DatabaseCommand; rest: readonly string[] },
): Promise<number> {
  if (!command.anySchema && !(await isUpToDate(database.sql))) {
    throw new Error('The database has the schema of another release: start the service of this release once.')
  }
  const { context, close } = openContext(config, database)
  try {
    return print(await command.run(context, rest, optionsOf()))
  } finally {
    await close()
  }
}

function optionsOf(): Options {
  const { reason = 'command line', json: _json, help: _help, ...options } = values
  return { reason, ...options }
}

/** Answers the status of the process. */
function print({ value, text: words, hasFailed }: Answer): number {
  console.log(values.json ? JSON.stringify(value, null, 2) : words)
  return hasFailed ? 1 : 0
}

function openContext(config: Config, database: Attached): { context: Context; close: () => Promise<void> } {
  const { sql } = database
  const nowMs = Date.now
  const report = (error: unknown, message: string) => console.error(`${message}: ${error}`)
  const secrets = [config.jwtSecret ?? keptSecret(resolve(config.dataDir)), ...config.previousSecrets]
  const { smtpUrl, from } = config.mail
  const mail = smtpUrl && from ? openMail({ sql, nowMs, smtpUrl, from, secrets, report }) : undefined
  const brand = brandNamed(config.brand)
  const { publicUrl, signUpRules: rules } = config
  // Nothing is remembered here, so nothing needs to be heard.
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
  const administration = accounts.administration({ addTopup, beforeDelete: billing.close })
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
  const { secretKey, webhookSecret, apiBase } = stripe
  if (payments === 'stripe' && secretKey && webhookSecret)
    return { secretKey, webhookSecret, apiBase, plans: catalogue.order }
  if (payments !== 'sandbox' || !secret) return undefined
  return openSandbox({ sql, catalogue, publicUrl, brandName, secret, nowMs }).stripe
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
