// What people can change about their own account.
import { z } from 'zod'
import type { Accounts } from '../accounts/accounts.ts'
import { accountGone } from '../errors.ts'
import { type App, callerOf, named, originOf, plainText } from '../http/http.ts'
import { accountShape, shownAccount } from './account.ts'
import { emailInput } from './auth.ts'
import * as reference from './reference/account.ts'

export interface ProfileParts {
  readonly accounts: Pick<Accounts, 'profile' | 'find'>
  readonly nowMs: () => number
}

const config = { access: { credentials: 'required', kinds: ['jwt'], area: 'account' } } as const

const profileBody = named(
  'UpdateAccountRequest',
  'What to change about the account.',
  z.object({ name: plainText({ min: 0, max: 100, trimmed: true }).describe('Your name. Empty removes it.') }),
)
const emailBody = named(
  'ChangeEmailRequest',
  'The new email address, and your password.',
  z.object({
    email: emailInput,
    password: plainText({ min: 1, max: 128 }).describe('Your password.'),
  }),
)

export function profileRoutes(app: App, { accounts, nowMs }: ProfileParts): void {
  const shown = async (accountId: number) => {
    const account = await accounts.find(accountId)
    if (!account) throw accountGone()
    return shownAccount(account, nowMs())
  }
  app.patch(
    '/auth/me',
    { config, schema: { ...reference.updateAccount, body: profileBody, response: { 200: accountShape } } },
    async (request) => {
      const caller = callerOf(request)
      await accounts.profile.rename(caller, request.body.name, originOf(request))
      return shown(caller.accountId)
    },
  )
  app.post(
    '/auth/email',
    { config, schema: { ...reference.changeEmail, body: emailBody, response: { 200: accountShape } } },
    async (request) => {
      const caller = callerOf(request)
      await accounts.profile.changeEmail(caller, request.body, originOf(request))
      return shown(caller.accountId)
    },
  )
}
