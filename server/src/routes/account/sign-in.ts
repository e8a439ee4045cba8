// Registering, signing in and out, and passwords.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { type Accounts, DEVICE_KNOWN_SECONDS, type SignedIn, shownAccount } from '../../accounts/accounts.ts'
import {
  type App,
  type CookieParts,
  callerOf,
  clearedCookie,
  deviceCookie,
  deviceOf,
  named,
  originOf,
  plainText,
  sessionCookie,
} from '../../http/http.ts'
import { accountShape } from './account.ts'
import { emailInput } from './email-input.ts'
import { newPassword, oldPassword, open, ownPassword, secondFactorCode, signedInOnly, token } from './fields.ts'
import * as reference from './sign-in-reference.ts'

export interface SignInRouteParts extends CookieParts {
  readonly accounts: Accounts
  readonly nowMs: () => number
}

const signedInShape = named(
  'SignedIn',
  'A new session.',
  z.object({
    access_token: z.string().describe('Send it as `Authorization: Bearer <token>`.'),
    token_type: z.literal('bearer').describe('Always `bearer`.'),
    expires_in: z.int().describe('How long the token is valid, in seconds.'),
    account: accountShape,
  }),
)
const signUpBody = named(
  'SignUpRequest',
  'A new account.',
  z.object({
    email: emailInput,
    password: newPassword,
    name: plainText({ max: 100 }).nullish().describe('The name of the person.'),
    invitation: token.nullish().describe('The token of an invitation, if sign-up needs one.'),
  }),
)
const signInBody = named(
  'SignInRequest',
  'Who signs in.',
  z.object({ email: emailInput, password: oldPassword, code: secondFactorCode.nullish() }),
)
const signedOut = named(
  'SignedOut',
  'The session is over.',
  z.object({ status: z.literal('signed_out').describe('Always `signed_out`.') }),
)
const changed = named(
  'PasswordChanged',
  'The password is changed.',
  z.object({ status: z.literal('changed').describe('Always `changed`.') }),
)
const resetEmailSent = named(
  'PasswordResetRequested',
  'If the address has an account, an email is on its way.',
  z.object({ status: z.literal('sent').describe('Always `sent`, whether or not the address has an account.') }),
)
const passwordBody = named(
  'ChangePasswordRequest',
  'The current and the new password.',
  z.object({ current_password: ownPassword, new_password: newPassword }),
)
const forgotBody = named('ForgotPasswordRequest', 'Who forgot the password.', z.object({ email: emailInput }))
const resetBody = named(
  'ResetPasswordRequest',
  'The token from the email, and the new password.',
  z.object({
    token: token.describe('The token from the link in the email.'),
    password: newPassword,
    revoke_api_keys: z
      .boolean()
      .nullish()
      .describe(
        'Whether to revoke all your API keys as well. If you leave it out, they still work, unless the address was not confirmed before.',
      ),
  }),
)

export function signInRoutes(app: App, parts: SignInRouteParts): void {
  addComingIn(app, parts)
  addPasswords(app, parts)
  const schema = { ...reference.signOut, response: { 200: signedOut } }
  app.post('/auth/logout', { config: signedInOnly, schema }, async (request, reply) => {
    await parts.accounts.signIn.logout(callerOf(request), originOf(request))
    reply.header('set-cookie', clearedCookie(parts))
    return { status: 'signed_out' as const }
  })
}

function addComingIn(app: App, parts: SignInRouteParts): void {
  const { signIn } = parts.accounts
  app.post(
    '/auth/register',
    {
      config: { ...open, rejects: ['forbidden'] },
      schema: {
        ...reference.signUp,
        body: signUpBody,
        response: { 201: signedInShape },
      },
    },
    async (request, reply) => {
      const { email, password, name: given, invitation } = request.body
      const wish = { email, password, name: given?.trim() ?? '', invitation: invitation ?? undefined }
      const signedIn = await signIn.register(wish, originOf(request))
      return reply.status(201).send(welcome(signedIn, reply, parts))
    },
  )
  app.post(
    '/auth/login',
    {
      config: { ...open, rejects: ['unauthenticated', 'forbidden'] },
      schema: {
        ...reference.signIn,
        body: signInBody,
        response: { 200: signedInShape },
      },
    },
    async (request, reply) => {
      const { email, password, code } = request.body
      const device = deviceOf(parts, request.headers.cookie)
      const given = { email, password, code: code ?? undefined, device }
      return welcome(await signIn.login(given, originOf(request)), reply, parts)
    },
  )
}

/** The token goes into the body for programs, and into the cookie for browsers. */
export function welcome({ account, token, expiresInSeconds }: SignedIn, reply: FastifyReply, parts: SignInRouteParts) {
  const mark = parts.accounts.signIn.markDevice(account.email)
  reply.header('set-cookie', [
    sessionCookie(parts, token, expiresInSeconds),
    deviceCookie(parts, mark, DEVICE_KNOWN_SECONDS),
  ])
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: expiresInSeconds,
    account: shownAccount(account, parts.nowMs()),
  }
}

function addPasswords(app: App, { accounts }: SignInRouteParts): void {
  const { signIn } = accounts
  app.post(
    '/auth/password',
    {
      config: signedInOnly,
      schema: {
        ...reference.changePassword,
        body: passwordBody,
        response: { 200: changed },
      },
    },
    async (request) => {
      const { current_password: current, new_password: next } = request.body
      await signIn.changePassword(callerOf(request), { current, next }, originOf(request))
      return { status: 'changed' as const }
    },
  )
  app.post(
    '/auth/forgot',
    {
      config: { ...open, rejects: ['forbidden'] },
      schema: {
        ...reference.requestPasswordReset,
        body: forgotBody,
        response: { 200: resetEmailSent },
      },
    },
    async (request) => {
      await signIn.forgot(request.body.email, originOf(request))
      return { status: 'sent' as const }
    },
  )
  app.post(
    '/auth/reset',
    {
      config: open,
      schema: {
        ...reference.resetPassword,
        body: resetBody,
        response: { 200: changed },
      },
    },
    async (request) => {
      const { token: given, password, revoke_api_keys: revokes } = request.body
      await signIn.reset({ token: given, password, revokesKeys: revokes ?? false }, originOf(request))
      return { status: 'changed' as const }
    },
  )
}
