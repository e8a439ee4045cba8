import { availableParallelism } from 'node:os'
import { afterMs, startThread, type Thread } from '../threads.ts'
import type { Job, Json } from './job.ts'

/** What the pool needs of the machine it runs on. */
export interface Host {
  threads: number
  /** A further thread is for jobs that take at most so long: there nobody waits for the end of a longer one. */
  shortMaxUs: number
  startThread(): Thread<Job, Json>
  nowMs(): number
  /** Calls back after a while, unless cancelled. */
  after(delayMs: number, callback: () => void): () => void
}

export const thisMachine: Host = {
  threads: Math.max(1, availableParallelism() - 1),
  // A signature of a beacon, and all that is below.
  shortMaxUs: 20_000,
  startThread: () => startThread({ beside: import.meta.url }),
  nowMs: () => performance.now(),
  after: afterMs,
}
