// equipoise-admin: environment → config → database → one command → its answer.
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createAccounts } from './accounts/accounts.ts'
import { createBilling, createStripe, openSandbox, type StripeSettings } from './billing/billing.ts'
import {
  type Answer,
  type Arguments,
  type Context,
  checkArguments,
  type DatabaseCommand,
  findCommand,
  helpText,
  readArguments,
  SCHEMA_PROBLEMS,
  settingsFailed,
} from './commands/commands.ts'
import { type Config, configFrom } from './config.ts'
import { type Attached, attachDatabase, type Sql, schemaState, withoutDatabase } from './db/db.ts'
import { createDraws } from './draws/draws.ts'
import { brandNamed } from './ground/brand.ts'
import { ApiError } from './ground/errors.ts'
import { findSecret, keptSecret } from './ground/kept-secret.ts'
import { Secret } from './ground/secret.ts'
import { openMail } from './mail/mail.ts'
import { addTopup, createUsage, grantUnits } from './usage/usage.ts'

const FAILED = 1
const INVALID = 2

async function main(): Promise<number> {
  // As `npm start` and `equipoise serve` do; what is set in the environment wins.
  if (existsSync('.env')) process.loadEnvFile('.env')
  const given = readArguments(process.argv.slice(2))
  const { words, options, isHelp } = given
  const found = findCommand(words)
  if (!found && words.length > 0 && !isHelp) {
    console.error(`There is no command "${words.join(' ')}". Run equipoise-admin --help to see all of them.`)
    return INVALID
  }
  if (!found || isHelp) {
    console.log(helpText())
    return isHelp ? 0 : INVALID
  }
  const { command, rest } = found
  checkArguments(command, rest, options)
  const config = readConfig(command.name, given)
  if ('runAlone' in command) {
    return print(await command.runAlone({ config, nowMs: Date.now, log: console.error }, rest, options), given)
  }
  const database = await attach(config, command)
  try {
    return await run(config, database, { command, rest, given })
  } finally {
    await database.close()
  }
}

async function attach(config: Config, { accepts }: DatabaseCommand): Promise<Attached> {
  // A command needs sessions of its own, for a snapshot as for timeouts.
  const url = config.databaseListenUrl ?? config.databaseUrl
  const options = { url, dataDir: resolve(config.dataDir), log: console.error, mayCreate: accepts === 'empty' }
  return attachDatabase(options).catch((error: Error) => {
    if (accepts !== 'none') throw error
    return withoutDatabase(error)
  })
}

/** The doctor answers in its own form also where the settings are wrong. */
function readConfig(command: string, given: Arguments): Config {
  try {
    return configFrom({ ...process.env, ...settingsBefore(command) }, (path) => readFileSync(path, 'utf8'))
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

/** Setting up Stripe comes before its webhook has a secret. */
function settingsBefore(command: string): Record<string, string> {
  if (command === 'backup check') return NO_DATABASE
  if (command !== 'stripe-setup') return {}
  const { env } = process
  const isMissing = (name: string) => !env[name] && !env[`${name}_FILE`]
  const needsOne = !isMissing('STRIPE_SECRET_KEY') && isMissing('STRIPE_WEBHOOK_SECRET')
  return { ...NO_DATABASE, ...(needsOne ? { STRIPE_WEBHOOK_SECRET: 'none yet' } : {}) }
}

async function run(
  config: Config,
  database: Attached,
  { command, rest, given }: { command: DatabaseCommand; rest: readonly string[]; given: Arguments },
): Promise<number> {
  await refuseSchema(command, database)
  const { context, close } = openContext(config, database, secretsOf(config, command))
  try {
    return print(await command.run(context, rest, given.options), given)
  } finally {
    await close()
  }
}

async function refuseSchema({ accepts }: DatabaseCommand, { sql }: Attached): Promise<void> {
  if (accepts === 'none') return
  const state = await schemaState(sql)
  if (state === 'empty' && accepts !== 'empty') throw new Error(SCHEMA_PROBLEMS.empty)
  if (state === 'other' && accepts === undefined) throw new Error(SCHEMA_PROBLEMS.other)
}

/** A command that does not need the kept secret makes none, in particular not in a folder that was mistyped. */
function secretsOf(config: Config, { accepts }: DatabaseCommand): readonly Secret[] {
  const dataDir = resolve(config.dataDir)
  const newest = config.jwtSecret ?? (accepts === undefined ? keptSecret(dataDir) : findSecret(dataDir))
  return [...(newest ? [newest] : []), ...config.previousSecrets]
}

/** Answers the status of the process. */
function print({ value, text, hasFailed }: Answer, { isJson }: Arguments): number {
  console.log(isJson ? JSON.stringify(value, null, 2) : text)
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
  // Nothing was encrypted with this one, and nothing will be.
  const secrets = known.length > 0 ? known : [new Secret(randomUUID())]
  const { smtpUrl, from } = config.mail
  const outbox = known.length > 0 ? { sql, report } : { sql: withoutDatabase(new Error('no secret')).sql, report() {} }
  const mail = smtpUrl && from ? openMail({ nowMs, smtpUrl, from, secrets, ...outbox }) : undefined
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
  const { secretKey, webhookSecret, apiBase } = stripe
  if (payments === 'stripe' && secretKey && webhookSecret)
    return { secretKey, webhookSecret, apiBase, plans: catalogue.order }
  if (payments !== 'sandbox' || !secret) return undefined
  return openSandbox({ sql, catalogue, publicUrl, brandName, secret, nowMs }).stripe
}

process.exitCode = await main().catch((error: unknown) => {
  const words = error instanceof Error ? error.message : String(error)
  console.error(words.charAt(0).toUpperCase() + words.slice(1))
  return error instanceof ApiError && error.kind === 'invalid' ? INVALID : FAILED
})
