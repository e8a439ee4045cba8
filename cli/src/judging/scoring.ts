import { type Analysis, type FlaggedWord, joinAnalyses, splitText } from '@equipoise/score'
import { fromApiShape } from '@equipoise/score/api-shape'
import type { Equipoise } from '@equipoise/sdk'
import type { Tier } from '../reading/settings.ts'
import { openThreads, type Threads, threadsHere } from '../threads/threads.ts'
import { openScoring, type Scoring } from '../threads/work.ts'

// Scores texts on this machine, or with a service.

export interface Lists {
  readonly ignore: readonly string[]
  readonly flag: readonly FlaggedWord[]
}

export type Score = (text: string, lists: Lists) => Analysis | Promise<Analysis>

/** Scores with the weights in the package; needs no network. */
export function scoreHere(scoring: Scoring): Score {
  const analyze = openScoring(scoring)
  return (text, lists) => analyze(text, lists)
}

/** With fewer texts per thread, scoring is faster than starting the thread. */
const TEXTS_PER_THREAD = 8

interface Spread {
  readonly score: Score
  /** How many texts to score in parallel, if there are this many. */
  lanesFor(texts: number): number
  close(): Promise<void>
}

/** Scores on all cores if that is faster. The fast tier uses one core, because it scores faster than texts can be sent to a thread. */
export function scoreSpread(scoring: Scoring): Spread {
  let threads: Threads | undefined
  let here: Score | undefined
  return {
    score(text, lists) {
      if (threads) return threads.run<Analysis>({ text, lists })
      here ??= scoreHere(scoring)
      return here(text, lists)
    },
    lanesFor(texts) {
      const count = scoring.tier === 'fast' ? 1 : Math.min(threadsHere(), Math.floor(texts / TEXTS_PER_THREAD))
      if (count > 1) threads ??= openThreads(scoring, count)
      return threads ? LANES_PER_THREAD * threads.count : 1
    },
    close: async () => threads?.close(),
  }
}

/** While one text is scored, the next is read. */
const LANES_PER_THREAD = 2

/** The limit of the service for one request. */
const REQUEST_CHARACTERS_MAX = 10_000

/** Scores with the service's weights. A long text costs one request per part. */
export function scoreAt(client: Equipoise, tier: Tier): Score {
  return async (text, { ignore, flag }) => {
    const parts = splitText(text, REQUEST_CHARACTERS_MAX).filter((part) => part.text.trim() !== '')
    const analyses: Analysis[] = []
    for (const part of parts) {
      const lists = {
        ...(ignore.length > 0 ? { ignore: [...ignore] } : {}),
        ...(flag.length > 0 ? { flag: [...flag] } : {}),
      }
      analyses.push(fromApiShape(await client.ai.analyze(part.text, { tier, ...lists })))
    }
    return analyses.length === 0 ? EMPTY : joinAnalyses(parts, analyses)
  }
}

const EMPTY: Analysis = {
  ainScore: 0.5,
  biasDirection: 'neutral',
  certified: false,
  wordRatios: { positive: 0, negative: 0, loaded: 0, neutral: 1 },
  wordCount: 0,
  band: 'moderate',
  sentences: [],
  withheldBy: [],
  accepted: [],
  evidence: [],
  evidenceTruncated: 0,
  balance: null,
  language: 'und',
  confidence: 0,
  reason: 'insufficient_text',
  modelVersion: '',
}
