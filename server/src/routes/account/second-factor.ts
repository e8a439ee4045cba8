// The second factor of the signed-in account.
import { z } from 'zod'
import type { Accounts } from '../../accounts/accounts.ts'
import { type App, callerOf, named, originOf } from '../../http/http.ts'
import { ownPassword, secondFactorCode, signedInOnly } from './fields.ts'
import * as reference from './second-factor-reference.ts'

const changing = { ...signedInOnly, rejects: ['conflict'] } as const

const stateShape = named(
  'SecondFactor',
  'The state of a second factor.',
  z.object({
    enabled: z.boolean().describe('Whether signing in needs a code.'),
    recovery_codes_left: z.int().describe('How many recovery codes are unused.'),
  }),
)
const beginBody = named('BeginSecondFactorRequest', 'Confirms who you are.', z.object({ password: ownPassword }))
const setupShape = named(
  'SecondFactorSetup',
  'The secret for an authenticator app.',
  z.object({
    secret: z.string().describe('The secret in base32, to type into an app.'),
    otpauth_url: z.string().describe('The secret as a URI, usually shown as a QR code.'),
  }),
)
const confirmBody = named(
  'ConfirmSecondFactorRequest',
  'The first code from the app.',
  z.object({ code: secondFactorCode }),
)
const codesShape = named(
  'RecoveryCodes',
  'Recovery codes. Each works once instead of a code from the app.',
  z.object({ recovery_codes: z.array(z.string()).describe('Keep them in a safe place.') }),
)
const removeBody = named(
  'RemoveSecondFactorRequest',
  'Confirms who you are.',
  z.object({ password: ownPassword, code: secondFactorCode }),
)
const removed = named(
  'SecondFactorRemoved',
  'Signing in no longer needs a code.',
  z.object({ status: z.literal('removed').describe('Always `removed`.') }),
)

export function secondFactorRoutes(app: App, { accounts }: { accounts: Accounts }): void {
  const { signIn, secondFactors } = accounts
  app.get(
    '/auth/second-factor',
    { config: signedInOnly, schema: { ...reference.getSecondFactor, response: { 200: stateShape } } },
    async (request) => {
      const { isOn, recoveryCodesLeft } = await secondFactors.state(callerOf(request).accountId)
      return { enabled: isOn, recovery_codes_left: recoveryCodesLeft }
    },
  )
  app.post(
    '/auth/second-factor',
    { config: changing, schema: { ...reference.beginSecondFactor, body: beginBody, response: { 200: setupShape } } },
    async (request) => {
      const caller = callerOf(request)
      await signIn.confirm(caller, request.body.password, originOf(request))
      const { secret, url } = await secondFactors.begin(caller)
      return { secret, otpauth_url: url }
    },
  )
  app.post(
    '/auth/second-factor/confirm',
    {
      config: changing,
      schema: { ...reference.confirmSecondFactor, body: confirmBody, response: { 200: codesShape } },
    },
    async (request) => ({
      recovery_codes: await secondFactors.confirm(callerOf(request), request.body.code, originOf(request)),
    }),
  )
  app.delete(
    '/auth/second-factor',
    { config: signedInOnly, schema: { ...reference.removeSecondFactor, body: removeBody, response: { 200: removed } } },
    async (request) => {
      const caller = callerOf(request)
      await signIn.confirm(caller, request.body.password, originOf(request))
      await secondFactors.check(caller.accountId, request.body.code, originOf(request))
      await secondFactors.remove(caller, originOf(request))
      return { status: 'removed' as const }
    },
  )
}
