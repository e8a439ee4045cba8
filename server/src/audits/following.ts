// Follows an audit that may run on any node, by polling its row and its events.
import { type Audit, type AuditEvent, findAudit, listEvents } from './audit-store.ts'
import type { RunnerParts } from './run-parts.ts'

export interface Step {
  readonly audit: Audit
  readonly events: readonly AuditEvent[]
}

export interface Following {
  /** The last event that the caller knows. */
  readonly after: number
  readonly signal: AbortSignal
}

interface Followed extends Following {
  readonly accountId: number
  readonly id: string
  readonly rowsMax: number
}

const LOOK_MS = 1_000

export async function* followAudit(
  { sql, sleep }: Pick<RunnerParts, 'sql' | 'sleep'>,
  { accountId, id, after, signal, rowsMax }: Followed,
): AsyncGenerator<Step> {
  let known = after
  while (!signal.aborted) {
    // The state first: a state change and its event are written in one transaction.
    const audit = await findAudit(sql, { id, accountId })
    if (!audit) return
    const events = await listEvents(sql, id, { rowsMax, after: known })
    known = events.at(-1)?.number ?? known
    yield { audit, events }
    if (audit.state !== 'running') return
    await sleep(LOOK_MS, signal).catch(() => {})
  }
}
