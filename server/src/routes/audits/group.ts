// Audits of models: long work that ends in a signed report.
import type { Group } from '../../http/http.ts'
import { type AuditParts, auditRoutes } from './audits.ts'

export function auditsGroup(parts: AuditParts): Group {
  return async (app) => {
    auditRoutes(app, parts)
  }
}
