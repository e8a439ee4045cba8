// Backup, restore, and the schema.
import { resolve } from 'node:path'
import { backUp, type CheckedBackup, checkBackup, distribute, hasCitus, migrate, restore } from '../db/db.ts'
import { invalid } from './arguments.ts'
import type { Alone, Command, CommandResult, Context } from './command.ts'
import { hintAboutSecret } from './sealed-data.ts'

export const DATA_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    accepts: 'any release',
    async run({ database, nowMs, passphrase, log }, [file]) {
      const path = pathOf(file)
      const summary = await backUp(database.sql, { path, passphrase, nowMs, log })
      await checkBackup(path, passphrase, log)
      const sealed = passphrase ? ', encrypted' : ''
      return { text: `${path}: ${summary.rows} rows of ${summary.tables} tables${sealed}, checked.`, value: summary }
    },
  },
  {
    name: 'backup check',
    runAlone: check,
  },
  {
    name: 'restore',
    /** Checks the file first: if it is missing or damaged, no database is created for it. */
    async runAlone({ config, log, onDatabase }, [file]) {
      const backup = await checkBackup(pathOf(file), config.backupPassphrase, log)
      return onDatabase('empty', (context) => putBack(context, backup))
    },
  },
  {
    name: 'migrate',
    accepts: 'empty',
    async run({ database }) {
      const applied = await migrate(database.sql)
      const text = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'There is nothing to do.'
      return { text, value: { applied } }
    },
  },
  {
    name: 'distribute',
    async run({ database, log }) {
      const distribution = await distribute(database.sql, log)
      const { tables, servers } = distribution
      const done = tables.length > 0 ? `Distributed ${tables.join(', ')}` : 'The tables are already distributed'
      const text = `${done}. ${servers} database ${servers === 1 ? 'server has' : 'servers have'} accounts. Start the nodes now.`
      return { text, value: distribution }
    },
  },
]

async function putBack({ database, secrets, log }: Context, backup: CheckedBackup): Promise<CommandResult> {
  if (database.kind === 'running') throw new Error('Stop the service first: its database is in use.')
  const summary = await restore(database.sql, backup, { log })
  const next = (await hasCitus(database.sql))
    ? 'Run equipoise-admin distribute, then start the nodes.'
    : 'Start the service now.'
  const done = `Restored ${summary.rows} rows of ${summary.tables} tables from ${summary.createdAt}. ${next}`
  const hint = await hintAboutSecret(database.sql, secrets)
  return { text: hint ? `${done}\n${hint}` : done, value: { ...summary, hint: hint ?? null } }
}

async function check({ config, log }: Alone, [file]: readonly string[]): Promise<CommandResult> {
  const { head, tail } = await checkBackup(pathOf(file), config.backupPassphrase, log)
  const text = `The backup is intact: ${tail.rows} rows of ${tail.tables} tables, made ${head.createdAt}.`
  return { text, value: { head, tail } }
}

function pathOf(file: string | undefined): string {
  if (!file) throw invalid('FILE is missing.')
  return resolve(file)
}
