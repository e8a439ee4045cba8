// Scores texts: with the encoder on threads of their own, so that long texts keep nobody waiting, and by their words alone (tier
// `fast`) at once on the calling thread.
import { type Analysis, analyze, supportsSimd, type WordLists } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { ApiError } from '../../ground/errors.ts'
import { type Outcome, openThreads, startThread, type Thread } from '../threads.ts'
import type { Analyze } from './analyze.ts'

export type { Analyze, ScoreOptions } from './analyze.ts'
export { scoreAll } from './score-all.ts'

/** What a thread is asked. */
export interface Job extends WordLists {
  readonly text: string
}

/** What a thread answers. */
export interface Scored {
  readonly analysis: Analysis
}

export interface Scorer {
  readonly analyze: Analyze
  /** Whether the encoder is used at all. */
  readonly isDeep: boolean
  readonly close: () => Promise<void>
}

export interface ScorerOptions {
  /** `default`, `permissive`, `fast` (default weights, words alone) or the path of a file. */
  readonly which: string | undefined
  readonly threads: number
  /** From acceptance to answer, the wait in the queue included. */
  readonly timeoutMs: number
  readonly startThread?: (which: string) => Thread<Job, Scored>
}

/** Texts that may wait for each thread. */
const QUEUE_MAX_PER_THREAD = 64

export function openScorer({
  which = 'default',
  threads,
  timeoutMs,
  startThread: start = (data) => startThread({ beside: import.meta.url, data }),
}: ScorerOptions): Scorer {
  const model = readModel(which === 'fast' ? 'default' : which)
  const isDeep = (which === 'default' || which === 'permissive') && supportsSimd()
  const inline = (text: string, { ignore, flag }: WordLists = {}): Analysis => analyze(model, text, { ignore, flag })
  if (!isDeep) return { analyze: inline, isDeep, close: async () => undefined }
  const queue = openThreads({
    threads,
    startThread: () => start(which),
    queueMaxPerThread: QUEUE_MAX_PER_THREAD,
    timeoutMs,
  })
  const onThread = (job: Job, signal: AbortSignal | undefined): Promise<Analysis> => {
    if (queue.isFull()) throw overloaded()
    return queue.run(job, { signal }).then(answerOf)
  }
  return {
    analyze: (text, { tier = 'default', signal, ignore, flag } = {}) =>
      tier === 'fast' ? inline(text, { ignore, flag }) : onThread({ text, ignore, flag }, signal),
    isDeep,
    close: queue.close,
  }
}

function answerOf(outcome: Outcome<Scored>): Analysis {
  switch (outcome.outcome) {
    case 'done':
      return outcome.analysis
    case 'overloaded':
      throw overloaded()
    case 'timed_out':
      throw new ApiError('timed_out', 'The text could not be scored in time. Try again, or use the tier "fast".')
    case 'abandoned':
      throw new ApiError('caller_gone', 'The caller hung up.')
    case 'failed':
      throw outcome.cause
  }
}

function overloaded(): ApiError {
  const message = 'Too many texts are waiting to be scored. Try again in a moment, or use the tier "fast".'
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}
