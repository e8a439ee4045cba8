// All of /auth: the group is one line in app.ts, and each file of it has one subject.
import type { App } from '../../http/http.ts'
import { type AccountParts, accountRoutes } from './account.ts'
import { invitationRoutes } from './invitation.ts'
import { noticeRoutes } from './notices.ts'
import { oidcRoutes } from './oidc.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { signInRoutes } from './sign-in.ts'

export function authRoutes(app: App, parts: AccountParts): void {
  const { accounts, brand, publicUrl, nowMs } = parts
  signInRoutes(app, { accounts, brand, publicUrl, nowMs })
  invitationRoutes(app, { accounts, nowMs })
  secondFactorRoutes(app, { accounts })
  if (accounts.oidc) oidcRoutes(app, { oidc: accounts.oidc, brand, publicUrl })
  accountRoutes(app, parts)
  noticeRoutes(app, accounts)
}
