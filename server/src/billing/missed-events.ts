// Events that never reached us, and events that could not be settled. Neither kind holds up the others.
import { isPassing } from '../db/db.ts'
import { type FailedEvent, failedAmong, listFailed, noteFailure, setAside } from './failed-event-store.ts'
import type { PaymentEvent, PaymentProvider } from './payment-provider.ts'
import { type SettlementParts, settleNamed } from './settlement.ts'
import { subjectOf } from './state.ts'
import { knownEvents } from './store.ts'

/** After this time, a failing event is set aside for a person. */
export const TRIED_FOR_MS = 24 * 3_600_000

interface MissedParts extends SettlementParts {
  readonly paymentProvider: PaymentProvider
  readonly onSetAside: (type: string) => void
}

/**
 * Settles all events that the payment provider lists since then and we have not seen, and retries those that failed before. Returns how
 * many were settled. The order does not matter, because each event's object is read back.
 */
export async function settleMissed(parts: MissedParts, sinceMs: number): Promise<number> {
  let settled = 0
  const failed = await listFailed(parts.sql)
  for await (const page of parts.paymentProvider.eventPages(sinceMs)) {
    for (const missed of await unseen(parts, page)) settled += await attempt(parts, missed)
  }
  // Failed events come last: if the provider cannot even list its events, the loop above throws and they are not counted as failing.
  for (const one of failed) settled += await attempt(parts, one)
  return settled
}

async function unseen({ sql }: MissedParts, page: readonly PaymentEvent[]): Promise<FailedEvent[]> {
  const ids = page.map(({ id }) => id)
  const [known, failed] = await Promise.all([knownEvents(sql, ids), failedAmong(sql, ids)])
  return page.flatMap((event) => {
    const subject = subjectOf(event)
    return subject && !known.has(event.id) && !failed.has(event.id) ? [{ id: event.id, type: event.type, subject }] : []
  })
}

/** An unavailable database ends the whole look; any other error concerns this event only. */
async function attempt(parts: MissedParts, event: FailedEvent): Promise<number> {
  const { sql, nowMs, report, onSetAside, paymentProvider } = parts
  try {
    await settleNamed(parts, paymentProvider, event)
    return 1
  } catch (error) {
    if (isPassing(error)) throw error
    const { firstAt, isNew } = await noteFailure(sql, event, { error: String(error), at: new Date(nowMs()) })
    const what = `the payment event ${event.id} (${event.type}) could not be settled`
    if (isNew) report(error, `${what}; it will be tried again for a day`)
    if (nowMs() - firstAt.getTime() < TRIED_FOR_MS) return 0
    await setAside(sql, event.id, new Date(nowMs()))
    onSetAside(event.type)
    report(error, `${what} for a day and is set aside; when the cause is fixed, send it again from Stripe's dashboard`)
    return 0
  }
}
