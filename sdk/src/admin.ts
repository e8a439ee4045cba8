// What administrators can do. Every change needs a reason, which goes into the log.
import type * as shape from './shapes.ts'
import type { Call, CallOptions } from './transport.ts'

type Send = <Result>(call: Call) => Promise<Result>
type Done = { status: 'done' }

export function adminCalls(send: Send) {
  const read = <Result>(path: string, query: object = {}, options?: CallOptions) =>
    send<Result>({ method: 'GET', path, query: { ...query }, repeatable: true, ...options })
  const act = <Result = Done>(path: string, body: object, options?: CallOptions) =>
    send<Result>({ method: 'POST', path: `/admin/${path}`, body, ...options })
  const simple = (name: string) => (id: number, reason: string, options?: CallOptions) =>
    act(`accounts/${id}/${name}`, { reason }, options)
  return {
    accounts: (query: shape.AdminAccountQuery = {}, options?: CallOptions) =>
      read<shape.AdminAccountPage>('/admin/accounts', query, options),
    account: (id: number, options?: CallOptions) => read<shape.AdminAccount>(`/admin/accounts/${id}`, {}, options),
    overview: (options?: CallOptions) => read<shape.AdminOverview>('/admin/overview', {}, options),
    log: (before?: number, options?: CallOptions) =>
      read<shape.AdminEntry[]>('/admin/log', before === undefined ? {} : { before }, options),
    setPlan: (id: number, body: { plan: shape.PlanName; ends_at?: string | null; reason: string }) =>
      act(`accounts/${id}/plan`, body),
    grant: (id: number, body: { compute?: number; ai_calls?: number; reason: string }) =>
      act(`accounts/${id}/grant`, body),
    setRole: (id: number, body: { role: shape.Account['role']; reason: string }) => act(`accounts/${id}/role`, body),
    disable: simple('disable'),
    enable: simple('enable'),
    verifyEmail: simple('verify-email'),
    signOut: simple('sign-out'),
    removeSecondFactor: simple('second-factor/remove'),
    /** The link is null if it went out by email. */
    resetLink: (id: number, reason: string) =>
      act<{ status: 'sent' | 'created'; link: string | null }>(`accounts/${id}/reset-link`, { reason }),
    revokeKey: (id: number, keyId: number, reason: string) => act(`accounts/${id}/keys/${keyId}/revoke`, { reason }),
    deleteAccount: (id: number, reason: string) =>
      send<Done>({ method: 'DELETE', path: `/admin/accounts/${id}`, body: { reason } }),
    invitations: (options?: CallOptions) => read<shape.AdminInvitation[]>('/admin/invitations', {}, options),
    invite: (body: shape.AdminInvite) => act<shape.AdminCreatedInvitation>('invitations', body),
    withdrawInvitation: (id: number, reason: string) =>
      send<Done>({ method: 'DELETE', path: `/admin/invitations/${id}`, body: { reason } }),
  }
}
