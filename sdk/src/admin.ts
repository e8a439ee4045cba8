// What administrators can do. Every change needs a reason, which goes into the log.
import { pageCall, type Send } from './calls.ts'
import type { KeyListOptions } from './keys.ts'
import type * as shape from './shapes.ts'
import type { CallOptions } from './transport.ts'

type Done = { status: 'done' }

export function adminCalls(send: Send) {
  const read = <Result>(path: string, query: object = {}, options?: CallOptions) =>
    send<Result>({ method: 'GET', path, query: { ...query }, repeatable: true, ...options })
  const act = <Result = Done>(path: string, body: object, options?: CallOptions) =>
    send<Result>({ method: 'POST', path: `/admin/${path}`, body, ...options })
  const simple = (name: string) => (id: number, reason: string, options?: CallOptions) =>
    act(`accounts/${id}/${name}`, { reason }, options)
  return {
    /** A page of accounts that match the query. */
    accounts: (query: shape.AdminAccountQuery = {}, options?: CallOptions) =>
      read<shape.AdminAccountPage>('/admin/accounts', query, options),
    /** Everything about one account that administrators can see. */
    account: (id: number, options?: CallOptions) => read<shape.AdminAccount>(`/admin/accounts/${id}`, {}, options),
    /** A page of its keys that are not revoked. */
    keys: (id: number, options?: KeyListOptions) =>
      send<shape.ApiKey[]>(pageCall(`/admin/accounts/${id}/keys`, options)),
    /** Figures of the whole deployment. */
    overview: (options?: CallOptions) => read<shape.AdminOverview>('/admin/overview', {}, options),
    /** What administrators did, the newest first. */
    log: (before?: number, options?: CallOptions) =>
      read<shape.AdminEntry[]>('/admin/log', before === undefined ? {} : { before }, options),
    /** Changes the plan without a payment. */
    setPlan: (id: number, body: { plan: shape.PlanName; ends_at?: string | null; reason: string }) =>
      act(`accounts/${id}/plan`, body),
    /** Adds to the purchased balance. */
    grant: (id: number, body: { compute?: number; ai_calls?: number; reason: string }) =>
      act(`accounts/${id}/grant`, body),
    /** Makes somebody an administrator, or no longer one. */
    setRole: (id: number, body: { role: shape.Account['role']; reason: string }) => act(`accounts/${id}/role`, body),
    /** The account can no longer sign in, and its keys no longer work. */
    disable: simple('disable'),
    /** Undoes `disable`. */
    enable: simple('enable'),
    /** Confirms the email address on the owner’s behalf. */
    verifyEmail: simple('verify-email'),
    /** Ends all sessions of the account, and removes what was added before its address was confirmed. */
    signOut: simple('sign-out'),
    /** For somebody who lost their device. */
    removeSecondFactor: simple('second-factor/remove'),
    /** That identity can no longer sign in, and all sessions of the account end. */
    removeIdentity: (id: number, identityId: string, reason: string) =>
      act(`accounts/${id}/identities/${encodeURIComponent(identityId)}/remove`, { reason }),
    /** The plan does not renew, and stays until the end of the paid period. */
    cancelSubscription: simple('cancel-subscription'),
    /** What every screen shows; an empty text removes it. */
    setNotice: (body: { notice: string; reason: string }) =>
      send<Done>({ method: 'PUT', path: '/admin/notice', body, repeatable: true }),
    /** The link is null if it went out by email. */
    resetLink: (id: number, reason: string) =>
      act<{ status: 'sent' | 'created'; link: string | null }>(`accounts/${id}/reset-link`, { reason }),
    /** Revokes one API key. */
    revokeKey: (id: number, keyId: number, reason: string) => act(`accounts/${id}/keys/${keyId}/revoke`, { reason }),
    /** Deletes the account for good. */
    deleteAccount: (id: number, reason: string) =>
      send<Done>({ method: 'DELETE', path: `/admin/accounts/${id}`, body: { reason } }),
    /** All plans that an account can have, including those that are not on offer. */
    plans: (options?: CallOptions) => read<shape.AdminPlan[]>('/admin/plans', {}, options),
    /** All open invitations. */
    invitations: (options?: CallOptions) => read<shape.AdminInvitation[]>('/admin/invitations', {}, options),
    /** Creates an invitation, and sends it if the deployment can send emails. */
    invite: (body: shape.AdminInvite) => act<shape.AdminCreatedInvitation>('invitations', body),
    /** The link of the invitation no longer works. */
    withdrawInvitation: (id: number, reason: string) =>
      send<Done>({ method: 'DELETE', path: `/admin/invitations/${id}`, body: { reason } }),
  }
}
