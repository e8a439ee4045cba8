// Commands about the service itself: what is waiting, whether emails arrive, and whether everything is set up well.
import { readLastBackup } from '../db/db.ts'
import { readOutbox } from '../mail/mail.ts'
import { invalid } from './arguments.ts'
import type { CommandResult, Context, DatabaseCommand } from './command.ts'
import { examine, failureText } from './doctor.ts'
import { plainText } from './values.ts'

export const SERVICE_COMMANDS: readonly DatabaseCommand[] = [
  {
    name: 'jobs',
    run: showJobs,
  },
  {
    name: 'mail test',
    async run({ sendTestEmail }, [to]) {
      if (!sendTestEmail) throw new Error('Email is not configured: set SMTP_URL and MAIL_FROM.')
      if (!to?.includes('@')) throw invalid('ADDRESS must be the email address to send it to.')
      await sendTestEmail(to).catch((error: Error) => {
        throw new Error(`The mail server did not accept it (${failureText(error)}): check SMTP_URL and MAIL_FROM.`)
      })
      return { text: `The mail server accepted an email to ${to}.`, value: { status: 'sent' } }
    },
  },
  {
    name: 'doctor',
    accepts: 'none',
    run: examine,
  },
]

async function showJobs({ database, billing, administration }: Context): Promise<CommandResult> {
  const [emails, events, deletions, backupAt] = await Promise.all([
    readOutbox(database.sql),
    billing.unsettled(),
    administration.deletionsWaiting(),
    readLastBackup(database.sql),
  ])
  const value = { emails, payment_events: events, accounts_being_deleted: deletions, last_backup_at: backupAt }
  return { text: plainText(value), value }
}
