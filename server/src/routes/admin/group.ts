// What administrators see and do: accounts, and the deployment itself.
import type { Group } from '../../http/http.ts'
import { type AdminParts, adminRoutes } from './accounts.ts'
import { type AdminDeploymentParts, adminDeploymentRoutes } from './deployment.ts'
import { adminViewRoutes } from './views.ts'

export function adminGroup(parts: AdminParts & AdminDeploymentParts): Group {
  return async (app) => {
    adminViewRoutes(app, parts)
    adminRoutes(app, parts)
    adminDeploymentRoutes(app, parts)
  }
}
