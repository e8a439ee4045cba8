// Long work on the event loop, a few milliseconds at a time: whatever else waits for the loop gets its turn in between, and those whose
// work is long take turns with each other.

/** Work that can stop at each `yield` and goes on later. */
export type Steps<T> = Generator<undefined, T, undefined>

interface Job {
  readonly steps: Steps<unknown>
  resolve(value: never): void
  reject(error: unknown): void
}

const TURN_MS = 2
/** Of each owner what was asked for first; the owner whose turn is next comes first. */
const jobsOf = new Map<string, Job[]>()

export function inTurns<T>(owner: string, steps: Steps<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const jobs = jobsOf.get(owner) ?? []
    jobs.push({ steps, resolve, reject })
    if (jobsOf.size === 0) setImmediate(takeTurn)
    jobsOf.set(owner, jobs)
  })
}

function takeTurn(): void {
  const [[owner, jobs = []] = ['']] = jobsOf
  jobsOf.delete(owner)
  if (isDone(jobs[0])) jobs.shift()
  if (jobs.length > 0) jobsOf.set(owner, jobs)
  if (jobsOf.size > 0) setImmediate(takeTurn)
}

function isDone(job: Job | undefined): boolean {
  const untilMs = performance.now() + TURN_MS
  try {
    while (job && performance.now() < untilMs) {
      const { done, value } = job.steps.next()
      if (!done) continue
      job.resolve(value as never)
      return true
    }
    return false
  } catch (error) {
    job?.reject(error)
    return true
  }
}
