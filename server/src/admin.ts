// equipoise-admin: environment → config → database → one command → its answer.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createAccounts } from './accounts/accounts.ts'
import { brandNamed } from './brand.ts'
import {
  type Answer,
  type Context,
  type DatabaseCommand,
  findCommand,
  helpText,
  type Options,
} from './commands/commands.ts'
import { type Config, configFrom } from './config.ts'
import { type Attached, attachDatabase, isUpToDate } from './db/db.ts'
import { createDraws } from './draws/draws.ts'
import { keptSecret } from './kept-secret.ts'
import { openMail } from './mail/mail.ts'
import { addTopup } from './usage/usage.ts'

const text = { type: 'string' } as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
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
  },
})

async function main(): Promise<number> {
  const found = findCommand(positionals)
  if (!found || values.help) {
    console.log(helpText())
    return values.help ? 0 : 2
  }
  const config = configFrom(process.env, (path) => readFileSync(path, 'utf8'))
  const { command, rest } = found
  if ('runAlone' in command)
    return print(await command.runAlone({ config, nowMs: Date.now, log: console.error }, optionsOf()))
  const dataDir = resolve(config.dataDir)
  const database = await attachDatabase({ url: config.databaseUrl, dataDir, log: console.error })
  try {
    return await run(config, database, { command, rest })
  } finally {
    await database.close()
  }
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
  const administration = accounts.administration({ addTopup, beforeDelete: async () => {} })
  const email = (to: string) => ({ to, subject: `${brand.name}: a test`, text: 'This email shows that mail works.' })
  const context: Context = {
    config,
    database,
    accounts,
    administration,
    receipts: createDraws({ sql, secrets, publicUrl, nowMs, report }).receipts,
    nowMs,
    sendTestEmail: mail && ((to) => mail.sendNow(email(to))),
    passphrase: config.backupPassphrase,
  }
  return { context, close: () => accounts.close() }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
