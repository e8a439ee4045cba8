import { availableParallelism } from 'node:os'
import { afterMs, startThread, type Thread } from '../threads.ts'
import type { Job, Json } from './job.ts'

/** What the pool needs from its machine. */
export interface Host {
  threads: number
  /** One more thread takes only jobs up to this length, so that short jobs do not wait for long ones. */
  shortMaxUs: number
  startThread(): Thread<Job, Json>
  nowMs(): number
  /** Calls back after a delay, unless cancelled. */
  after(delayMs: number, callback: () => void): () => void
}

export const thisMachine: Host = {
  threads: Math.max(1, availableParallelism() - 1),
  // Long enough for a beacon signature, and everything shorter.
  shortMaxUs: 20_000,
  startThread: () => startThread({ beside: import.meta.url }),
  nowMs: () => performance.now(),
  after: afterMs,
}
