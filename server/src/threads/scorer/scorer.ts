// Scores texts on separate threads, so that long texts delay nobody. Only a single short text in the tier `fast` is scored at once on the
// calling thread.
import { type Analysis, analyze, supportsSimd, type WordLists } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { ApiError } from '../../ground/errors.ts'
import type { Tier } from '../../ground/filter-mode.ts'
import { type Outcome, openThreads, startThread, type Thread } from '../threads.ts'
import type { Analyze } from './analyze.ts'

export type { Analyze, ScoreOptions } from './analyze.ts'
export { scoreAll } from './score-all.ts'

export interface Job extends WordLists {
  readonly text: string
  readonly tier?: Tier | undefined
}

export interface Scored {
  readonly analysis: Analysis
}

export interface Loaded {
  readonly weights: string
  readonly isDeep: boolean
}

export interface Scorer {
  readonly analyze: Analyze
  readonly isDeep: boolean
  /** Resolves when every thread has its model and the code that scores is compiled, so that the first callers do not wait for it. */
  readonly warm: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface ScorerOptions {
  /** `default`, `permissive`, `fast` (default weights, words alone) or the path of a file. */
  readonly which: string | undefined
  readonly threads: number
  /** From acceptance to answer, including the wait in the queue. */
  readonly timeoutMs: number
  readonly startThread?: (loaded: Loaded) => Thread<Job, Scored>
}

/** A turn is far shorter, so only a thread that hangs is ended; its successor needs a second to load the model. */
const STOP_GRACE_MS = 10_000
const QUEUE_MAX_PER_THREAD = 64
/** Scoring this much text takes a few milliseconds, with the encoder little more; longer texts would delay other callers. */
const SHORT_CHARACTERS_MAX = 2_000
/** This many own words are read as fast. */
const SHORT_ENTRIES_MAX = 20
/** For sharing turns: the fixed cost of a text in characters, the share that the fast tier costs, and the cost of one own word. */
const COST = { text: 100, fastShare: 0.05, entry: 0.2 }

/** The queue adds this many threads, for short texts alone. */
const SHORT_THREADS = 1
const WARM_TIMES = 200
const WARM_TEXT =
  'The council met on Tuesday and discussed the budget for the next year. Critics called the plan reckless, and the mayor said that it ' +
  'would pay for two new schools. "We must act now," she added.'

export function openScorer({
  which = 'default',
  threads,
  timeoutMs,
  startThread: start = (data) => startThread({ beside: import.meta.url, data }),
}: ScorerOptions): Scorer {
  const weights = which === 'fast' ? 'default' : which
  const model = readModel(weights)
  const isDeep = (which === 'default' || which === 'permissive') && supportsSimd()
  const queue = openThreads({
    threads,
    startThread: () => start({ weights, isDeep }),
    // Without the encoder, few texts are long enough to need a thread.
    startsLate: !isDeep,
    queueMaxPerThread: QUEUE_MAX_PER_THREAD,
    timeoutMs,
    graceMs: STOP_GRACE_MS,
    shortMax: SHORT_CHARACTERS_MAX,
  })
  return {
    analyze: (text, { tier, signal, ignore, flag, accept, owner, anonymous, isOneOfMany = false }) => {
      const isFast = !isDeep || tier === 'fast'
      const entries = (ignore?.length ?? 0) + (flag?.length ?? 0)
      const isShort = text.length <= SHORT_CHARACTERS_MAX && entries <= SHORT_ENTRIES_MAX
      if (isFast && isShort && !isOneOfMany) return analyze(model, text, { ignore, flag, accept })
      const cost = COST.text + text.length * (isFast ? COST.fastShare : 1) + entries * COST.entry
      return queue.run({ text, tier, ignore, flag, accept }, { signal, owner, anonymous, cost }).then(answerOf)
    },
    isDeep,
    async warm() {
      const readers = isDeep ? Array.from({ length: threads + SHORT_THREADS }, (_, at) => `warm ${at}`) : []
      const jobs = readers.map((owner) => queue.run({ text: WARM_TEXT }, { owner, cost: 1 }))
      for (let time = 0; time < WARM_TIMES; time++) analyze(model, WARM_TEXT)
      await Promise.all(jobs)
    },
    close: queue.close,
  }
}

function answerOf(outcome: Outcome<Scored>): Analysis {
  switch (outcome.outcome) {
    case 'done':
      return outcome.analysis
    case 'overloaded':
      throw overloaded()
    case 'timed_out': {
      const words = 'The text could not be scored in time. Try again, or use the tier "fast".'
      throw new ApiError('timed_out', words, { keepsCharge: outcome.begun })
    }
    case 'abandoned':
      throw new ApiError('caller_gone', 'The caller hung up.', { keepsCharge: outcome.begun })
    case 'failed':
      throw outcome.cause
  }
}

function overloaded(): ApiError {
  const message = 'Too many texts are waiting to be scored. Try again in a moment, or use the tier "fast".'
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}
