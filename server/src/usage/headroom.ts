// Who had plenty left a moment ago, by what this node saw. It is a guess: it decides what may begin before a charge is
// durable, never what is answered.

import { keepYoungest } from '../ground/keep-youngest.ts'

export interface Headroom {
  /** What had been used when a charge was granted; undefined: it is no longer known. */
  note(subject: string, used: number | undefined): void
  isAmple(subject: string, allowance: number | null): boolean
}

interface Noted {
  readonly used: number
  readonly atMs: number
}

/** Far more than an account with a limit may have running at once, for other nodes may be charging it, too. */
const AMPLE = 500
/** As long as an identity is remembered. */
const NOTED_MS = 10_000
const SUBJECTS_MAX = 50_000

export function createHeadroom(nowMs: () => number, subjectsMax = SUBJECTS_MAX): Headroom {
  const noted = new Map<string, Noted>()
  return {
    note(subject, used) {
      if (used === undefined) noted.delete(subject)
      else keepYoungest(noted, subject, { used, atMs: nowMs() }, subjectsMax)
    },
    isAmple(subject, allowance) {
      const last = noted.get(subject)
      if (!last || nowMs() - last.atMs > NOTED_MS) return false
      return allowance === null || allowance - last.used >= AMPLE
    },
  }
}
