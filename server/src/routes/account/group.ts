// The caller's own account: signing in, the account itself, its keys and its usage.
import type { Group } from '../../http/http.ts'
import { type AccountParts, accountRoutes } from './account.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { identityRoutes } from './identities.ts'
import { invitationRoutes } from './invitation.ts'
import { modelUseRoutes } from './model-use.ts'
import { noticeRoutes } from './notices.ts'
import { oidcRoutes } from './oidc.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { signInRoutes } from './sign-in.ts'
import { usageRoutes } from './usage.ts'

export function accountGroup(parts: AccountParts): Group {
  const { accounts, usage, catalogue, brand, publicUrl, nowMs } = parts
  return async (app) => {
    signInRoutes(app, { accounts, brand, publicUrl, nowMs })
    invitationRoutes(app, { accounts, nowMs })
    secondFactorRoutes(app, { accounts })
    identityRoutes(app, accounts)
    if (accounts.oidc) oidcRoutes(app, { accounts, oidc: accounts.oidc, brand, publicUrl, nowMs })
    accountRoutes(app, parts)
    noticeRoutes(app, accounts)
    apiKeyRoutes(app, { accounts, usage, catalogue, brand, nowMs })
    usageRoutes(app, { accounts, usage, catalogue })
    modelUseRoutes(app, { usage, nowMs })
  }
}
