// Computes the statistics and pages of audits on a separate thread, because they take up to seconds.
import type { Composed } from '@equipoise/audit'
import { ApiError } from '../../ground/errors.ts'
import { openThreads, startThread } from '../threads.ts'
import type { About, Job, JobResult } from './job.ts'

export interface Auditor {
  /** The report as JSON, and the content of its receipt. Reports of one owner wait for each other, but do not hold up those of others. */
  compose(composed: Composed, owner: string): Promise<{ readonly json: string; readonly about: About }>
  page(report: string, owner: string): Promise<string>
  close(): Promise<void>
}

const QUEUE_MAX = 32
/** From acceptance to answer. The largest report takes about two seconds. */
const TIMEOUT_MS = 60_000

export function openAuditor(): Auditor {
  const threads = openThreads<Job, JobResult>({
    threads: 1,
    startThread: () => startThread({ beside: import.meta.url }),
    startsLate: true,
    queueMaxPerThread: QUEUE_MAX,
    timeoutMs: TIMEOUT_MS,
  })
  const run = async (job: Job, owner: string): Promise<JobResult> => {
    const outcome = await threads.run(job, { owner, cost: costOf(job) })
    if (outcome.outcome === 'done') return outcome
    const cause = outcome.outcome === 'failed' ? outcome.cause : outcome.outcome
    throw new ApiError('unavailable', 'Too many reports are being made right now. Try again in 30 seconds.', { cause })
  }
  return {
    async compose(composed, owner) {
      const { text, about } = await run({ kind: 'report', composed }, owner)
      if (!about) throw new Error('a report has no receipt')
      return { json: text, about }
    },
    page: async (report, owner) => (await run({ kind: 'page', report }, owner)).text,
    close: threads.close,
  }
}

/** The cost of a pair in a report, and of a character in its page, in microseconds. */
const COST_US = { pair: 2_000, character: 0.05 }

function costOf(job: Job): number {
  return job.kind === 'page' ? job.report.length * COST_US.character : job.composed.pairs.length * COST_US.pair
}
