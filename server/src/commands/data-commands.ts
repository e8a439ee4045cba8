// Backup, restore, and the schema.
import { resolve } from 'node:path'
import { backUp, checkBackup, migrate, restore, upgradeEmbedded } from '../db/db.ts'
import { invalid } from './arguments.ts'
import type { Alone, Answer, Command, Context } from './command.ts'
import { hintAboutSecret } from './sealed-data.ts'

export const DATA_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    usage: 'backup FILE',
    about: 'Write everything to a file; works while the service runs; BACKUP_PASSPHRASE encrypts it',
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
    usage: 'backup check FILE',
    about: 'Read a whole backup and check it, without restoring it',
    runAlone: check,
  },
  {
    name: 'restore',
    usage: 'restore FILE',
    about: 'Restore a backup into an empty deployment, embedded or remote',
    accepts: 'empty',
    run: putBack,
  },
  {
    name: 'migrate',
    usage: 'migrate',
    about: 'Bring the database to the schema of this release before its nodes start; older nodes keep running',
    accepts: 'empty',
    async run({ database }) {
      const applied = await migrate(database.sql)
      const text = applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'There is nothing to do.'
      return { text, value: { applied } }
    },
  },
  {
    name: 'upgrade-database',
    usage: 'upgrade-database [--old-programs DIR]',
    about: 'Move the embedded database to the PostgreSQL of this release; stop the service first',
    async runAlone({ config, nowMs, log }, _words, options) {
      if (config.databaseUrl) throw new Error('DATABASE_URL is set: upgrade that server with its own tools.')
      const dataDir = resolve(config.dataDir)
      const upgrade = await upgradeEmbedded({ dataDir, oldPrograms: options['old-programs'], nowMs, log })
      const { from, to, rows, oldDir } = upgrade
      const text = oldDir
        ? `PostgreSQL ${from} to ${to}: ${rows} rows. Start the service now. The old data is in ${oldDir}; delete it when all is well.`
        : `The database already has PostgreSQL ${to}. There is nothing to do.`
      return { text, value: upgrade }
    },
  },
]

async function putBack(context: Context, [file]: readonly string[]): Promise<Answer> {
  const { database, passphrase, secrets, log } = context
  if (database.kind === 'running') throw new Error('Stop the service first: its database is in use.')
  const summary = await restore(database.sql, { path: pathOf(file), passphrase, log })
  const done = `Restored ${summary.rows} rows of ${summary.tables} tables from ${summary.createdAt}. Start the service now.`
  const hint = await hintAboutSecret(database.sql, secrets)
  return { text: hint ? `${done}\n${hint}` : done, value: { ...summary, hint: hint ?? null } }
}

async function check({ config, log }: Alone, [file]: readonly string[]): Promise<Answer> {
  const { head, tail } = await checkBackup(pathOf(file), config.backupPassphrase, log)
  const text = `The backup is intact: ${tail.rows} rows of ${tail.tables} tables, made ${head.createdAt}.`
  return { text, value: { head, tail } }
}

function pathOf(file: string | undefined): string {
  if (!file) throw invalid('FILE is missing.')
  return resolve(file)
}
