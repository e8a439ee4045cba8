// Accounts, sessions and what belongs to them.
import { eachItem, get, type PageOptions, pageCall, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { CallOptions } from './transport.ts'

export function authCalls(send: Send) {
  return { ...signingIn(send), ...ownAccount(send) }
}

function signingIn(send: Send) {
  return {
    /** Creates an account and signs in. */
    register: (body: shape.Registration, options?: CallOptions) =>
      send<shape.SignedIn>({ ...post('/auth/register', body), ...options }),
    /** Signs in. `AuthenticationError.needsCode` says that a code of the second factor is missing. */
    login: (body: shape.Login, options?: CallOptions) =>
      send<shape.SignedIn>({ ...post('/auth/login', body), ...options }),
    /** Finishes a sign-in through the identity provider with the code of the second factor. */
    finishProviderSignIn: (code: string, options?: CallOptions) =>
      send<shape.SignedIn>({ ...post('/auth/oidc/code', { code }), ...options }),
    /** The account that is signed in. */
    me: (options?: CallOptions) => send<shape.Account>({ ...get('/auth/me'), ...options }),
    /** Who is signed in by cookie; `account` is null if nobody is. */
    session: (options?: CallOptions) => send<shape.SessionState>({ ...get('/auth/session'), ...options }),
    /** Changes the name or the limits of the account. */
    change: (body: shape.UpdateAccountRequest, options?: CallOptions) =>
      send<shape.Account>({ method: 'PATCH', path: '/auth/me', body, ...options }),
    /** Changes the email address, which is then unconfirmed. */
    changeEmail: (body: { email: string; password: string; code?: string }, options?: CallOptions) =>
      send<shape.Account>({ ...post('/auth/email', body), ...options }),
    /** Ends this session. */
    logout: (options?: CallOptions) => send<unknown>({ ...post('/auth/logout'), ...options }),
    /** Changes the password and ends all other sessions. */
    changePassword: (body: shape.PasswordChange, options?: CallOptions) =>
      send<unknown>({ ...post('/auth/password', body), ...options }),
    /** Sends an email with a link for a new password, if there is such an account. */
    forgotPassword: (email: string, options?: CallOptions) =>
      send<unknown>({ ...post('/auth/forgot', { email }), ...options }),
    /** Sets a new password with the token of that link. */
    resetPassword: (body: shape.PasswordReset, options?: CallOptions) =>
      send<unknown>({ ...post('/auth/reset', body), ...options }),
    /** What an invitation is for; changes nothing. */
    lookAtInvitation: (token: string, options?: CallOptions) =>
      send<shape.Invitation>({ ...post('/auth/invitation/look', { token }), ...options }),
    /** For somebody who has an account already; others send the token to `register`. */
    acceptInvitation: (token: string, options?: CallOptions) =>
      send<shape.Account>({ ...post('/auth/invitation', { token }), ...options }),
    /** Confirms the email address with the token of the link. Sign in first: otherwise the password, keys and sessions go. */
    verifyEmail: (token: string, options?: CallOptions) =>
      send<unknown>({ ...post('/auth/verify', { token }), ...options }),
    /** Sends the link to confirm the email address once more. */
    resendVerification: (options?: CallOptions) =>
      send<{ status: 'sent' | 'verified' }>({ ...post('/auth/verify/resend'), ...options }),
  }
}

function ownAccount(send: Send) {
  return {
    /** Whether the account has a second factor, and how many recovery codes are left. */
    secondFactor: (options?: CallOptions) => send<shape.SecondFactor>({ ...get('/auth/second-factor'), ...options }),
    /** The secret for an authenticator app. Codes are asked for once one was confirmed. */
    beginSecondFactor: (password: string, options?: CallOptions) =>
      send<shape.SecondFactorSetup>({ ...post('/auth/second-factor', { password }), ...options }),
    /** Answers the recovery codes, which are shown this once. */
    confirmSecondFactor: (code: string, options?: CallOptions) =>
      send<{ recovery_codes: string[] }>({ ...post('/auth/second-factor/confirm', { code }), ...options }),
    /** Codes are no longer asked for. */
    removeSecondFactor: (body: shape.SecondFactorRemoval, options?: CallOptions) =>
      send<unknown>({ method: 'DELETE', path: '/auth/second-factor', body, ...options }),
    /** Which emails about the account its owner gets. */
    notices: (options?: CallOptions) => send<shape.Notices>({ ...get('/auth/me/notices'), ...options }),
    /** What is left out stays as it is. */
    updateNotices: (body: Partial<shape.NoticeChoices>, options?: CallOptions) =>
      send<shape.Notices>({ method: 'PATCH', path: '/auth/me/notices', body, ...options }),
    /** Who can sign in to the account through the identity provider. */
    identities: (options?: CallOptions) => send<shape.Identity[]>({ ...get('/auth/identities'), ...options }),
    /** That identity can no longer sign in, and all other sessions end. */
    removeIdentity: (id: string, password: string, options?: CallOptions) =>
      send<unknown>({
        method: 'DELETE',
        path: `/auth/identities/${encodeURIComponent(id)}`,
        body: { password },
        ...options,
      }),
    /** Where to send the browser to connect the identity provider with this account. */
    connectProvider: (password: string, options?: CallOptions) =>
      send<{ authorization_url: string }>({ ...post('/auth/oidc/connect', { password }), ...options }),
    /** The newest first. */
    sessions: (options?: PageOptions<string>) => send<shape.Session[]>(pageCall('/auth/sessions', options)),
    /** Signs out one session. */
    endSession: (id: string, options?: CallOptions) =>
      send<unknown>({ method: 'DELETE', path: `/auth/sessions/${encodeURIComponent(id)}`, ...options }),
    /** The newest first. */
    audit: (options?: PageOptions<number>) => send<shape.AuditEntry[]>(pageCall('/auth/me/audit', options)),
    /** The whole audit log, page by page: `for await (const entry of client.auth.eachAuditEntry())`. */
    eachAuditEntry: (options?: PageOptions<number>) => eachItem<shape.AuditEntry>(send, '/auth/me/audit', options),
    /** Everything the service holds about this account. */
    exportAccount: (options?: CallOptions) => send<shape.AccountExport>({ ...get('/auth/me/export'), ...options }),
    /** Deletes the account for good. If it has a second factor, a code is needed too. */
    deleteAccount: (password: string, options?: CallOptions & { code?: string | undefined }) => {
      const { code, ...rest } = options ?? {}
      return send<unknown>({ method: 'DELETE', path: '/auth/me', body: { password, code }, ...rest })
    },
  }
}
