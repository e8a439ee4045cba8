// What administrators can see and do about accounts. Needs the token of a signed-in administrator, never a key.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Account, Accounts, Act, Administration } from '../../accounts/accounts.ts'
import { ROLES } from '../../accounts/accounts.ts'
import type { Billing } from '../../billing/billing.ts'
import { ApiError, invalidField } from '../../ground/errors.ts'
import type { Catalogue } from '../../ground/plans.ts'
import { type App, callerOf, integer, named, originOf, plainText, queryInt, timeInput } from '../../http/http.ts'
import type { Usage } from '../../usage/usage.ts'
import { identityId } from '../account/identities.ts'
import { planInput } from '../service/plan-fields.ts'
import * as reference from './admin-reference.ts'

export interface AdminParts {
  readonly accounts: Accounts
  readonly administration: Administration
  readonly usage: Usage
  readonly billing: Billing
  readonly catalogue: Catalogue
  readonly hasMail: boolean
  readonly nowMs: () => number
}

const access = { credentials: 'required', kinds: ['jwt'], area: 'account', administrator: true } as const
export const adminConfig = { access } as const
const changing = { access, rejects: ['not_found', 'conflict'] } as const

const idMax = Number.MAX_SAFE_INTEGER
export const rowId = queryInt(integer().min(1).max(idMax), { minimum: 1 })
export const accountParams = z.object({ id: rowId.describe('The id of the account.') })
export const reason = plainText({ min: 3, max: 500, trimmed: true }).describe('The reason. It is written to the log.')
const UNITS_MAX = 1_000_000_000

const reasonBody = named('AdminRequest', 'The reason for the change.', z.object({ reason }))
export const done = named(
  'AdminDone',
  'The change was made.',
  z.object({ status: z.literal('done').describe('Always `done`.') }),
)
const planBodyOf = ({ order }: Catalogue) =>
  named(
    'AdminSetPlanRequest',
    'The plan, and when it ends.',
    z.object({
      plan: planInput(order).describe('The new plan.'),
      ends_at: timeInput.nullish().describe('When the plan ends. If you leave it out, it has no end.'),
      reason,
    }),
  )
const units = integer().min(-UNITS_MAX).max(UNITS_MAX).default(0)
const grantBody = named(
  'AdminGrantRequest',
  'The units to add.',
  z.object({ compute: units.describe('Compute units.'), ai_calls: units.describe('AI calls.'), reason }),
)
const roleBody = named(
  'AdminSetRoleRequest',
  'The new role.',
  z.object({ role: z.literal(ROLES).describe('The new role.'), reason }),
)
const resetShape = named(
  'AdminResetLink',
  'A link to set a new password.',
  z.object({
    status: z.literal(['sent', 'created']).describe('`sent` if it went out by email.'),
    link: z.string().nullable().describe('The link. Null if it went out by email.'),
  }),
)

export function actOf(request: FastifyRequest, why: string): Act {
  const { accountId, email } = callerOf(request)
  return { administrator: { accountId, email }, reason: why, origin: originOf(request) }
}

export function adminRoutes(app: App, parts: AdminParts): void {
  addPlainActs(app, parts.administration)
  addPlanAndUnits(app, parts)
  addAccess(app, parts)
}

function addPlainActs(app: App, administration: Administration): void {
  const acts = [
    ['disable', reference.disableAccount, (id, act) => administration.setDisabled(id, true, act)],
    ['enable', reference.enableAccount, (id, act) => administration.setDisabled(id, false, act)],
    ['verify-email', reference.verifyEmail, (id, act) => administration.verifyEmail(id, act)],
    ['sign-out', reference.signOut, (id, act) => administration.signOut(id, act)],
    ['second-factor/remove', reference.removeSecondFactor, (id, act) => administration.removeSecondFactor(id, act)],
  ] as const satisfies readonly (readonly [string, object, (id: number, act: Act) => Promise<void>])[]
  for (const [name, about, run] of acts) {
    const schema = { ...about, params: accountParams, body: reasonBody, response: { 200: done } }
    app.post(`/admin/accounts/:id/${name}`, { config: changing, schema }, async (request) => {
      await run(request.params.id, actOf(request, request.body.reason))
      return { status: 'done' as const }
    })
  }
  const schema = { ...reference.deleteAccount, params: accountParams, body: reasonBody, response: { 200: done } }
  app.delete(
    '/admin/accounts/:id',
    { config: { access, rejects: ['not_found', 'conflict', 'provider_failed'] }, schema },
    async (request) => {
      await administration.delete(request.params.id, actOf(request, request.body.reason))
      return { status: 'done' as const }
    },
  )
}

function addPlanAndUnits(app: App, { administration, billing, catalogue, nowMs }: AdminParts): void {
  const schema = { ...reference.setPlan, params: accountParams, body: planBodyOf(catalogue), response: { 200: done } }
  app.post('/admin/accounts/:id/plan', { config: changing, schema }, async (request) => {
    const { id } = request.params
    const { plan, ends_at: ends, reason: why } = request.body
    const endsAt = futureOf(ends, 'ends_at', nowMs())
    await accountOf(administration, id)
    await billing.rejectPaying(id)
    await administration.setPlan(id, { plan, endsAt }, actOf(request, why))
    return { status: 'done' as const }
  })
  const cancel = { ...reference.cancelSubscription, params: accountParams, body: reasonBody, response: { 200: done } }
  const cancelling = { access, rejects: ['not_found', 'provider_failed'] } as const
  app.post('/admin/accounts/:id/cancel-subscription', { config: cancelling, schema: cancel }, async (request) => {
    const { id, email, plan } = await accountOf(administration, request.params.id)
    await billing.cancel({ accountId: id, email, plan })
    await administration.noteSubscriptionCancelled(id, actOf(request, request.body.reason))
    return { status: 'done' as const }
  })
  const grant = { ...reference.grantUnits, params: accountParams, body: grantBody, response: { 200: done } }
  app.post('/admin/accounts/:id/grant', { config: changing, schema: grant }, async (request) => {
    const { compute, ai_calls: aiCalls, reason: why } = request.body
    if (compute === 0 && aiCalls === 0) {
      throw invalidField(['body', 'compute'], 'One of compute and ai_calls should not be 0')
    }
    await administration.grant(request.params.id, { compute, aiCalls }, actOf(request, why))
    return { status: 'done' as const }
  })
}

function addAccess(app: App, { administration, hasMail }: AdminParts): void {
  const schema = { ...reference.setRole, params: accountParams, body: roleBody, response: { 200: done } }
  app.post('/admin/accounts/:id/role', { config: changing, schema }, async (request) => {
    const { role, reason: why } = request.body
    await administration.setRole(request.params.id, role, actOf(request, why))
    return { status: 'done' as const }
  })
  const reset = { ...reference.resetLink, params: accountParams, body: reasonBody, response: { 200: resetShape } }
  app.post('/admin/accounts/:id/reset-link', { config: changing, schema: reset }, async (request) => {
    const by = hasMail ? 'email' : 'link'
    const link = await administration.resetLink(request.params.id, by, actOf(request, request.body.reason))
    return { status: hasMail ? ('sent' as const) : ('created' as const), link: link ?? null }
  })
  const keyParams = accountParams.extend({ key_id: rowId.describe('The id of the key.') })
  const revoke = { ...reference.revokeKey, params: keyParams, body: reasonBody, response: { 200: done } }
  app.post('/admin/accounts/:id/keys/:key_id/revoke', { config: changing, schema: revoke }, async (request) => {
    const { id, key_id: keyId } = request.params
    await administration.revokeKey(id, keyId, actOf(request, request.body.reason))
    return { status: 'done' as const }
  })
  const identityParams = accountParams.extend({ identity_id: identityId })
  const disconnect = { ...reference.removeIdentity, params: identityParams, body: reasonBody, response: { 200: done } }
  app.post(
    '/admin/accounts/:id/identities/:identity_id/remove',
    { config: changing, schema: disconnect },
    async (request) => {
      const { id, identity_id: identity } = request.params
      await administration.removeIdentity(id, identity, actOf(request, request.body.reason))
      return { status: 'done' as const }
    },
  )
}

/** Returns null if none was given. */
export function futureOf(text: string | null | undefined, field: string, nowMs: number): Date | null {
  if (!text) return null
  const date = new Date(text)
  if (date.getTime() <= nowMs) throw invalidField(['body', field], 'Input should be in the future')
  return date
}

export async function accountOf(administration: Administration, id: number): Promise<Account> {
  const account = await administration.find({ id })
  if (!account) throw new ApiError('not_found', 'There is no account with this id.')
  return account
}
