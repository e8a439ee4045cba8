// What the routes of /auth have in common: who may call them, and the fields of their bodies.
import { isCommon, PASSWORD_LENGTH } from '../../accounts/accounts.ts'
import { plainText } from '../../http/http.ts'

/** For anybody. */
export const open = { access: 'open' } as const
/** For somebody who signed in: a key does not act for the account. */
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
/** Confirms who somebody is that has signed in already. */
export const ownPassword = plainText({ max: PASSWORD_LENGTH.max }).describe(
  'The password of the account. Empty if it has none.',
)
