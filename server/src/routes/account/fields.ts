// What the routes of /auth share: who can call them, and the fields of their bodies.
import { isCommon, PASSWORD_LENGTH } from '../../accounts/accounts.ts'
import { plainText } from '../../http/http.ts'

export const open = { access: 'open' } as const
/** For signed-in people: a key cannot act for the account. */
export const signedInOnly = { access: { credentials: 'required', kinds: ['jwt'], area: 'account' } } as const

const examples = ['correct horse battery']
export const newPassword = plainText(PASSWORD_LENGTH)
  .refine((text) => !isCommon(text), { error: 'This password is one of the most common ones: choose another' })
  .meta({ examples, description: 'The new password. The most common passwords are not accepted.' })
export const oldPassword = plainText({ min: 1, max: PASSWORD_LENGTH.max }).meta({
  examples,
  description: 'The password of the account.',
})
export const token = plainText({ min: 1, max: 200 })
export const secondFactorCode = plainText({ min: 6, max: 20 }).describe(
  'Six digits from the authenticator app, or a recovery code. Needed if the account has a second factor.',
)
/** Confirms the identity of somebody who is already signed in. */
export const ownPassword = plainText({ max: PASSWORD_LENGTH.max }).describe(
  'The password of the account. Empty if it has none.',
)
