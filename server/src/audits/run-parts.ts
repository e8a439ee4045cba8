// What the work on an audit needs.
import type { AuditReceipt, UnsignedReceipt } from '@equipoise/audit'
import type { Sql } from '../db/db.ts'
import type { Report } from '../ground/errors.ts'
import type { LimitedBy } from '../ground/limits.ts'
import type { Plan } from '../ground/plans.ts'
import type { Secret } from '../ground/secret.ts'
import type { Auditor } from '../threads/auditor/auditor.ts'
import type { Analyze } from '../threads/scorer/scorer.ts'
import type { Metering, MeteringWithin } from '../usage/usage.ts'
import type { Audit, Hold } from './audit-store.ts'
import type { Reserve } from './limited.ts'
import type { AskModel } from './model-call.ts'
import type { PatienceParts } from './patience.ts'

export interface RunnerParts extends PatienceParts {
  readonly sql: Sql
  readonly report: Report
  readonly usage: MeteringWithin & Pick<Metering, 'settle'>
  /** The account's plan and limits; undefined if the account or the key may no longer send requests, or may not use its own provider key. */
  readonly standingOf: (audit: Pick<Audit, 'accountId' | 'keyId' | 'terms'>) => Promise<Standing | undefined>
  readonly reserve: Reserve
  readonly ask: AskModel
  readonly analyze: Analyze
  readonly auditor: Pick<Auditor, 'compose' | 'page'>
  readonly sign: (content: UnsignedReceipt) => Promise<AuditReceipt>
}

export interface Standing {
  readonly plan: Plan
  /** The limits of the plan, the account and the key. */
  readonly limitedBy: readonly LimitedBy[]
}

export interface Held {
  readonly audit: Audit
  readonly hold: Hold
  /** Aborted when this node must stop working on the audit. */
  readonly ending: AbortController
  /** The caller's own key, which is stored nowhere else. */
  readonly key: Secret | undefined
}
