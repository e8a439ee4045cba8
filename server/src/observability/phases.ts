// What a request spends its time on, one phase at a time: inside `during` on that phase, otherwise on our own work.

/** `queue`: until the charge is on the disk. `ask`: until the AI provider has answered. `score`: until the text is scored. */
type Phase = 'queue' | 'ask' | 'score' | 'own'
/** Fails by its promise, never by throwing. */
type Work<T> = () => Promise<T>

export interface Phases {
  during<T>(phase: Exclude<Phase, 'own'>, work: Work<T>): Promise<T>
  /** As the value of `Server-Timing`, in milliseconds: together all the time so far. */
  shown(): string
}

export function startPhases(startedMs: number, nowMs: () => number = () => performance.now()): Phases {
  const spent: Record<Phase, number> = { queue: 0, ask: 0, score: 0, own: 0 }
  let [current, sinceMs]: [Phase, number] = ['own', startedMs]
  const enter = (next: Phase): Phase => {
    const [before, atMs] = [current, nowMs()]
    spent[before] += atMs - sinceMs
    current = next
    sinceMs = atMs
    return before
  }
  return {
    during(phase, work) {
      const before = enter(phase)
      return work().then(
        (result) => {
          enter(before)
          return result
        },
        (error) => {
          enter(before)
          throw error
        },
      )
    },
    shown() {
      enter(current)
      const { queue, ask, score, own } = spent
      const [q, a, s, o] = [queue, ask, score, own].map((ms) => ms.toFixed(2))
      return `queue;dur=${q}, ask;dur=${a}, score;dur=${s}, own;dur=${o}`
    },
  }
}

/** For work that can also be part of something that nobody times, such as an audit. */
export function inPhase<T>(phases: Phases | undefined, phase: Exclude<Phase, 'own'>, work: Work<T>): Promise<T> {
  return phases ? phases.during(phase, work) : work()
}
