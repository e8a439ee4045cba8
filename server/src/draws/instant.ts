// Instant-win lists: which ticket has which prize is decided and sealed before sales. Nothing of it is stored but a key from which it
// follows, and nobody can read it until sales have ended, except who has the code of a ticket.
import { drawOutcome, type InstantLock, sha256Hex } from '@equipoise/engine'
import { invalidField } from '../ground/errors.ts'
import { lockPool, type PrizeParts } from './prize-locking.ts'
import type { Prize } from './prize-store.ts'

export interface InstantWish {
  readonly title: string
  readonly organiser: string
  readonly rules: readonly string[]
  readonly salesAt: Date
  readonly endsAt: Date
  readonly tickets: number
  readonly prizes: readonly { readonly name: string; readonly count: number }[]
}

/** Clocks differ. */
const NOTICE_MS = 3_000

export async function createInstant(parts: PrizeParts, accountId: number, wish: InstantWish): Promise<Prize> {
  const { title, organiser, rules, salesAt, endsAt, tickets: size, prizes } = wish
  const requireAhead = () => {
    if (salesAt.getTime() < parts.nowMs() + NOTICE_MS) {
      throw invalidField(['body', 'sales_at'], 'Sales must begin after the list is locked')
    }
  }
  requireAhead()
  return lockPool(parts, {
    accountId,
    size,
    bytes: 0,
    free: 0,
    namesBy: (key) => ticketsOf(key, { size, prizes }),
    row: { title, round: null, endsAt, nistAt: null, replaces: null },
    document: {
      subject: 'instant',
      title,
      organiser,
      rules,
      sales_at: salesAt.toISOString(),
      ends_at: endsAt.toISOString(),
      prizes,
    },
    decidedMs: salesAt.getTime(),
    requireAhead,
  })
}

/** The prize of each ticket, or nothing: the first places of an order of the tickets that follows from the key. */
export function ticketsOf(key: string, { size, prizes }: { size: number; prizes: InstantLock['prizes'] }): string[] {
  const names = prizes.flatMap(({ name, count }) => Array<string>(count).fill(name))
  const seed = sha256Hex(`prize/1 places|${key}`)
  const places = drawOutcome({ kind: 'winners', size, count: names.length, entries: sha256Hex('') }, seed)
  const tickets = Array<string>(size).fill('')
  for (const [i, place] of places.entries()) tickets[place] = names[i] ?? ''
  return tickets
}
