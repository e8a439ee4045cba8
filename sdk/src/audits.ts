// Audits of models.
import { again, get, post, type Send } from './calls.ts'
import type * as shape from './shapes.ts'
import type { CallOptions } from './transport.ts'

export function auditCalls(send: Send) {
  const at = (id: string, rest = '') => `/audits/${encodeURIComponent(id)}${rest}`
  return {
    /** Starts an audit, which goes on in the background. */
    create: (body: shape.AuditRequest = {}, options?: CallOptions) =>
      send<shape.StartedAudit>({ ...post('/audits', body), ...options }),
    /** All audits of the account, the newest first. */
    list: (options?: CallOptions) => send<shape.Audit[]>({ ...get('/audits'), ...options }),
    /** One audit, and how far it is. */
    get: (id: string, options?: CallOptions) => send<shape.Audit>({ ...get(at(id)), ...options }),
    /** What happened to an audit. */
    events: (id: string, options?: CallOptions) => send<shape.AuditEvent[]>({ ...get(at(id, '/events')), ...options }),
    /** The report with its receipt, once the audit is done. */
    report: (id: string, options?: CallOptions) => send<shape.AuditReport>({ ...get(at(id, '/report')), ...options }),
    /** Asks nothing more. The answers stay. */
    cancel: (id: string, options?: CallOptions) => send<shape.Audit>({ ...again(at(id, '/cancel')), ...options }),
    /** Asks what has no answer yet. */
    resume: (id: string, body: shape.ResumeAuditRequest = {}, options?: CallOptions) =>
      send<shape.Audit>({ ...post(at(id, '/resume'), body), ...options }),
    /** Deletes an audit with its answers and its report. */
    delete: (id: string, options?: CallOptions) =>
      send<shape.DeletedAudit>({ method: 'DELETE', path: at(id), ...options }),
  }
}
