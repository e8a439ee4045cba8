// Accepting invitations, and confirming an email address.
import { z } from 'zod'
import { type Accounts, ROLES, shownAccount } from '../../accounts/accounts.ts'
import { type App, callerOf, named, originOf, timestamp } from '../../http/http.ts'
import { planName } from '../service/plan-fields.ts'
import { accountShape } from './account.ts'
import { open, signedInOnly, token } from './fields.ts'
import * as reference from './invitation-reference.ts'

interface InvitationRouteParts {
  readonly accounts: Accounts
  readonly nowMs: () => number
}

const tokenBody = named(
  'TokenRequest',
  'A token from a link.',
  z.object({ token: token.describe('The token from the link.') }),
)
const invitationShape = named(
  'Invitation',
  'What an invitation is for.',
  z.object({
    email: z.string().nullable().describe('The only email address that can accept it. Null if any address can.'),
    role: z.literal(ROLES).describe('The role that the account gets.'),
    plan: planName('The plan that the account gets. Null if it keeps its own.').nullable(),
    plan_ends_at: timestamp('When that plan ends. Null if it has no end date.').nullable(),
    expires_at: timestamp('Until when the invitation can be accepted.'),
  }),
)
const verified = named(
  'EmailVerified',
  'The email address is confirmed.',
  z.object({ status: z.literal('verified').describe('Always `verified`.') }),
)
const resent = named(
  'VerificationSent',
  'Whether we sent an email.',
  z.object({
    status: z.literal(['sent', 'verified']).describe('`verified` if the address was already confirmed.'),
  }),
)

export function invitationRoutes(app: App, { accounts: { admission }, nowMs }: InvitationRouteParts): void {
  app.post(
    '/auth/invitation/look',
    { config: open, schema: { ...reference.lookAtInvitation, body: tokenBody, response: { 200: invitationShape } } },
    async (request) => {
      const { email, role, plan, planEndsAt, expiresAt } = await admission.look(request.body.token, originOf(request))
      const planEnds = planEndsAt?.toISOString() ?? null
      return { email, role, plan, plan_ends_at: planEnds, expires_at: expiresAt.toISOString() }
    },
  )
  app.post(
    '/auth/invitation',
    {
      config: signedInOnly,
      schema: { ...reference.acceptInvitation, body: tokenBody, response: { 200: accountShape } },
    },
    async (request) => {
      const account = await admission.accept(callerOf(request), request.body.token, originOf(request))
      return shownAccount(account, nowMs())
    },
  )
  app.post(
    '/auth/verify',
    {
      // A person who is signed in to the account keeps it.
      config: { access: { ...signedInOnly.access, credentials: 'optional' }, rejects: ['forbidden'] },
      schema: { ...reference.verifyEmail, body: tokenBody, response: { 200: verified } },
    },
    async (request) => {
      await admission.verify(request.body.token, request.caller, originOf(request))
      return { status: 'verified' as const }
    },
  )
  app.post(
    '/auth/verify/resend',
    { config: signedInOnly, schema: { ...reference.resendVerification, response: { 200: resent } } },
    async (request) => ({ status: await admission.resend(callerOf(request)) }),
  )
}
