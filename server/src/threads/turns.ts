// Whose job is next. Owners share by the cost of their jobs, as if all of them were worked on side by side: an owner who asks for much waits
// behind their own jobs, and a short job of somebody else is done before a long one that came earlier (self-clocked fair queueing).

/** A job that waits for its turn. */
export interface Waiting {
  /** Whose job it is. */
  readonly owner: string
  /** How much work it is, in any unit. */
  readonly cost: number
  /** Jobs of accounts go before those of callers without one. */
  readonly anonymous: boolean
}

/** Where a job stands: at the moments, counted in cost, when it would begin and end if all owners were served side by side. */
export interface Turn {
  readonly starts: number
  readonly ends: number
}

export interface Turns {
  /** The place of a job that comes now. */
  enter(job: Waiting): Turn
  /** A job was begun: what comes later does not come before its beginning. */
  begin(place: Turn): void
  /** Nobody waits and nothing runs, so nobody is ahead of anybody. */
  reset(): void
}

/** Owners whose account of work is kept; beyond it those are forgotten that are not ahead of the others. */
const OWNERS_MAX = 1_000

export function createTurns(): Turns {
  let now = 0
  const endsOf = new Map<string, number>()
  return {
    enter({ owner, cost }) {
      if (endsOf.size > OWNERS_MAX) for (const [one, ends] of endsOf) if (ends <= now) endsOf.delete(one)
      const starts = Math.max(now, endsOf.get(owner) ?? 0)
      endsOf.set(owner, starts + cost)
      return { starts, ends: starts + cost }
    },
    begin({ starts }) {
      now = Math.max(now, starts)
    },
    reset() {
      now = 0
      endsOf.clear()
    },
  }
}

/** Negative if the first one goes first. */
export function compareTurns(a: Waiting & Turn, b: Waiting & Turn): number {
  return Number(a.anonymous) - Number(b.anonymous) || a.ends - b.ends
}
