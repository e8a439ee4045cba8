// Works on running audits. One node holds each for a while and renews its hold; if the node crashes, another one, or the same one after
// its restart, takes the audit when the hold has expired, and continues with the unanswered prompts.
import { randomUUID } from 'node:crypto'
import type { Secret } from '../ground/secret.ts'
import { removeUnanswered } from './answer-store.ts'
import { askOpenPrompts } from './asking.ts'
import {
  type Audit,
  type AuditEventName,
  type AuditState,
  changeState,
  holdAudit,
  insertEvent,
  type PauseReason,
  releaseHold,
  renewHold,
} from './audit-store.ts'
import { finish } from './finishing.ts'
import { Pause } from './patience.ts'
import type { Held, RunnerParts } from './run-parts.ts'

export interface Runner {
  /** Works on this audit, unless another node does. */
  begin(id: string, key?: Secret): Promise<void>
  /** Takes running audits that no live node works on. */
  look(): Promise<void>
  /** Stops working on an audit that was paused, cancelled or deleted. */
  leave(id: string): void
  /** Releases all audits, so that other nodes can continue at once. */
  close(): Promise<void>
}

const NODE_AUDITS_MAX = 16
/** After this long without a renewal, another node continues. */
const HELD_MS = 30_000
const RENEW_MS = 10_000

export function createRunner(parts: RunnerParts): Runner {
  const { sql, nowMs, report } = parts
  const node = randomUUID()
  const working = new Map<string, { readonly ending: AbortController; readonly done: Promise<void> }>()
  const keys = new Map<string, Secret>()
  let isClosed = false
  const until = () => new Date(nowMs() + HELD_MS)

  const take = async (id?: string): Promise<boolean> => {
    if (isClosed || working.size >= NODE_AUDITS_MAX) return false
    const audit = await sql.begin(async (tx) => {
      const isCrowded = working.size >= NODE_AUDITS_MAX / 2
      const found = await holdAudit(tx, { node, now: new Date(nowMs()), until: until(), id: id ?? null, isCrowded })
      const at = new Date(nowMs())
      if (found?.wasHeld) await insertEvent(tx, { id: found.id, accountId: found.accountId, at, event: 'taken_over' })
      return found
    })
    if (!audit) return false
    const ending = new AbortController()
    const held = { audit, hold: { id: audit.id, node }, ending, key: keys.get(audit.id) }
    const done = work(held).finally(() => {
      if (working.get(audit.id)?.ending === ending) working.delete(audit.id)
    })
    working.set(audit.id, { ending, done })
    return true
  }
  const work = async (held: Held): Promise<void> => {
    const renewing = setInterval(() => {
      renewHold(sql, held.hold, until()).then(
        (isOurs) => isOurs || held.ending.abort(),
        // While the database is unavailable, no other node can take it either.
        () => {},
      )
    }, RENEW_MS)
    try {
      await askOpenPrompts(parts, held)
      if (!held.ending.signal.aborted) await finish(parts, held)
    } catch (error) {
      if (!held.ending.signal.aborted) await pause(parts, held, error)
    } finally {
      clearInterval(renewing)
      // If the audit was resumed meanwhile, another key may be stored.
      if (keys.get(held.audit.id) === held.key) keys.delete(held.audit.id)
    }
  }
  return {
    async begin(id, key) {
      if (key) keys.set(id, key)
      await take(id)
    },
    async look() {
      while (await take());
    },
    leave(id) {
      keys.delete(id)
      working.get(id)?.ending.abort()
      working.delete(id)
    },
    async close() {
      isClosed = true
      const open = [...working]
      for (const [, { ending }] of open) ending.abort()
      await Promise.all(open.map(([, { done }]) => done))
      const letGo = open.map(([id]) => releaseHold(sql, { id, node }))
      await Promise.all(letGo).catch((error) => report(error, 'audits could not be released: they go on in 30 seconds'))
    },
  }
}

async function pause(parts: RunnerParts, { audit, hold }: Held, error: unknown): Promise<void> {
  const isKnown = error instanceof Pause
  if (!isKnown) parts.report(error, `audit ${audit.id} was interrupted`)
  const reason: PauseReason = isKnown ? error.reason : 'internal'
  const detail = isKnown ? error.message : 'Something went wrong on our side. Nothing is lost: resume the audit.'
  try {
    await stop(parts, audit, { from: ['running'], to: 'paused', event: 'paused', node: hold.node, reason, detail })
  } catch (failure) {
    // The hold expires, and the next node that takes the audit will pause it again.
    parts.report(failure, `audit ${audit.id} could not be paused`)
  }
}

interface Stop {
  readonly from: readonly AuditState[]
  readonly to: 'paused' | 'cancelled'
  readonly event: AuditEventName
  readonly node?: string
  readonly reason?: PauseReason
  readonly detail?: string
}

/** Returns whether the audit was in one of the states. Pausing refunds unanswered prompts; cancelling keeps sent questions charged. */
export async function stop(
  { sql, nowMs, usage }: Pick<RunnerParts, 'sql' | 'nowMs' | 'usage'>,
  { id, accountId }: Pick<Audit, 'id' | 'accountId'>,
  { event, ...change }: Stop,
): Promise<boolean> {
  const at = new Date(nowMs())
  return sql.begin(async (tx) => {
    if (!(await changeState(tx, { id, at, ...change }))) return false
    const unanswered = await removeUnanswered(tx, id)
    if (change.to === 'paused') for (const charge of unanswered) await usage.refundWithin(tx, charge)
    await insertEvent(tx, { id, accountId, at, event, ...(change.detail !== undefined && { detail: change.detail }) })
    return true
  })
}
