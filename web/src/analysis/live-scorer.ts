// The score while somebody types: a small model in the browser, which costs nothing and works without a connection.
// The service's own score follows (see decision 0008). Nothing is loaded before the first question.

import weightsUrl from '@equipoise/score/weights/neutrality-permissive.bin?url'
import type { Analysis } from '@equipoise/sdk'

export interface LiveText {
  readonly text: string
  /** Words that are left out. */
  readonly ignored: readonly string[]
}

export interface LiveQuestion extends LiveText {
  /** What the service checked last. */
  readonly anchor: LiveText | undefined
}

export interface LiveAnswer extends LiveText {
  readonly analysis: Analysis
  /** What this model makes of the anchor, so that its bias can be taken out. */
  readonly anchorScore: number | undefined
}

export interface LiveScorer {
  /** Only the latest text counts: a waiting one is replaced, and only results for the latest are reported. */
  ask(question: LiveQuestion): void
  subscribe(listener: (answer: LiveAnswer) => void): () => void
}

let scorer: LiveScorer | undefined

/** One for the whole page. */
export function liveScorer(): LiveScorer {
  scorer ??= createLiveScorer()
  return scorer
}

function createLiveScorer(): LiveScorer {
  const listeners = new Set<(answer: LiveAnswer) => void>()
  let worker: Worker | undefined
  let waiting: LiveQuestion | undefined
  let isBusy = true
  const next = () => {
    isBusy = waiting !== undefined
    if (waiting) worker?.postMessage(waiting)
    waiting = undefined
  }
  const start = async () => {
    const started = new Worker(new URL('./live-worker.ts', import.meta.url), { type: 'module' })
    worker = started
    started.onmessage = ({ data }: MessageEvent<LiveAnswer>) => {
      next()
      if (!isBusy) for (const listener of listeners) listener(data)
    }
    const response = await fetch(weightsUrl)
    if (!response.ok) throw new Error('the weights could not be loaded')
    const weights = await response.arrayBuffer()
    started.postMessage(weights, [weights])
    next()
  }
  return {
    ask(question) {
      waiting = question
      // A failed start is tried again with the next question.
      if (!worker)
        start().catch(() => {
          worker?.terminate()
          worker = undefined
        })
      else if (!isBusy) next()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Browsers that save data do not load a megabyte for convenience. */
export function mayLoadLive(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return typeof Worker !== 'undefined' && connection?.saveData !== true
}
