// Decides whose job is next. Owners share by the cost of their jobs, as if all were served in parallel: an owner with many jobs waits
// behind their own, and a short job of another owner runs before a long one that came earlier (self-clocked fair queueing).

export interface Waiting {
  readonly owner: string
  /** The amount of work, in any unit. */
  readonly cost: number
  /** Jobs of accounts go before those of callers without one. */
  readonly anonymous: boolean
}

/** The virtual times, counted in cost, at which a job would start and end if all owners were served in parallel. */
export interface Turn {
  readonly starts: number
  readonly ends: number
}

export interface Turns {
  enter(job: Waiting): Turn
  /** A job was started: later jobs do not come before its start. */
  begin(place: Turn): void
  /** Nothing waits or runs, so no owner is ahead of another. */
  reset(): void
}

/** Owners that are remembered; beyond this number, those who are not ahead of others are forgotten. */
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
