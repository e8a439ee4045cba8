// What people can change about their own account: their name and the address they sign in with.
import type { Sql } from '../db/db.ts'
import { ApiError, type Report } from '../ground/errors.ts'
import type { Limits } from '../ground/limits.ts'
import { announceChange, lockCaller, updateEmail, updateLimits, updateName } from './account-store.ts'
import type { Admission } from './administration/admission.ts'
import { insertAudit } from './audit-store.ts'
import type { Caller, Origin } from './caller.ts'
import type { Emails } from './emails.ts'
import type { SignIn } from './sign-in/sign-in.ts'

export interface Profile {
  rename(caller: Caller, name: string, origin: Origin): Promise<void>
  /** What the account may use at most; null: no limits. */
  limit(caller: Caller, limits: Limits | null, origin: Origin): Promise<void>
  /** Needs the password and a second factor's code. If we can send emails, we inform the old address and ask the new one to confirm. */
  changeEmail(caller: Caller, given: NewAddress, origin: Origin): Promise<void>
}

interface NewAddress {
  readonly email: string
  readonly password: string
  readonly code?: string | undefined
}

interface ProfileParts {
  readonly sql: Sql
  readonly nowMs: () => number
  readonly signIn: Pick<SignIn, 'confirmWithCode'>
  readonly admission: Pick<Admission, 'resend'>
  readonly forget: (accountId: number) => void
  readonly report: Report
  readonly emails: Pick<Emails, 'isConfigured' | 'emailChanged' | 'wake'>
}

export function createProfile({ sql, nowMs, signIn, admission, forget, report, emails }: ProfileParts): Profile {
  return {
    async rename(caller, name, origin) {
      const { accountId } = caller
      await sql.begin(async (tx) => {
        await lockCaller(tx, caller)
        await updateName(tx, accountId, name)
        await insertAudit(tx, { accountId, at: new Date(nowMs()), event: 'name_changed', origin })
      })
    },
    async limit(caller, limits, origin) {
      const { accountId } = caller
      await sql.begin(async (tx) => {
        await lockCaller(tx, caller)
        await updateLimits(tx, accountId, limits)
        await insertAudit(tx, { accountId, at: new Date(nowMs()), event: 'account_limited', origin })
        await announceChange(tx, accountId)
      })
      forget(accountId)
    },
    async changeEmail(caller, { email, ...given }, origin) {
      const { accountId } = caller
      await signIn.confirmWithCode(caller, given, origin)
      await sql.begin(async (tx) => {
        await lockCaller(tx, caller)
        if (!(await updateEmail(tx, accountId, email))) {
          throw new ApiError('malformed', 'This email is already registered.')
        }
        const detail = { from: caller.email, to: email }
        await insertAudit(tx, { accountId, at: new Date(nowMs()), event: 'email_changed', origin, detail })
        await emails.emailChanged(tx, caller.email, email)
        await announceChange(tx, accountId)
      })
      forget(accountId)
      if (!emails.isConfigured) return
      emails.wake()
      // The change stands even if the email cannot be queued now: people can request it again.
      await admission.resend({ ...caller, email }).catch((error) => report(error, 'an email could not be queued'))
    },
  }
}
