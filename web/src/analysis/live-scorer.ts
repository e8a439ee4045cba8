// The score while somebody types: a small model in the browser, which costs nothing and works offline. The service's own score follows
// (see decision 0008). Nothing is loaded before the first text.

import weightsUrl from '@equipoise/score/weights/neutrality-permissive.bin?url'
import type { Analysis } from '@equipoise/sdk'

export interface LiveText {
  readonly text: string
  /** Words that the score leaves out. */
  readonly ignored: readonly string[]
}

/** What the service found in a text. */
export interface Checked extends LiveText {
  readonly analysis: Analysis
}

export interface LiveQuestion extends LiveText {
  /** What the service checked last. */
  readonly anchor: Checked | undefined
}

/** What the worker is sent: it needs no analysis of the anchor. */
export interface LiveTask extends LiveText {
  readonly anchor: LiveText | undefined
}

export interface LiveResult extends LiveText {
  readonly analysis: Analysis
  readonly anchored: Anchored | undefined
}

interface Anchored {
  /** This model's score of the anchor. The difference to the service's score is this model's error, which is then subtracted. */
  readonly score: number
  /** How much of the text is in the anchor, from 0 to 1: about other words this model makes another error. */
  readonly share: number
}

/** With the anchor that it was asked with: the service may have checked another text meanwhile. */
export interface LiveAnswer extends LiveResult {
  readonly anchor: Checked | undefined
}

export interface LiveScorer {
  /** Only the latest text counts: it replaces a waiting one, and only its analysis is reported. */
  ask(question: LiveQuestion): void
  subscribe(listener: (answer: LiveAnswer) => void): () => void
}

let scorer: LiveScorer | undefined

/** One scorer for the whole page. */
export function liveScorer(): LiveScorer {
  scorer ??= createLiveScorer()
  return scorer
}

function createLiveScorer(): LiveScorer {
  const listeners = new Set<(answer: LiveAnswer) => void>()
  let worker: Worker | undefined
  let waiting: LiveQuestion | undefined
  let asked: LiveQuestion | undefined
  let isBusy = true
  const next = () => {
    isBusy = waiting !== undefined
    if (waiting) {
      const { text, ignored, anchor } = waiting
      const task: LiveTask = { text, ignored, anchor: anchor && { text: anchor.text, ignored: anchor.ignored } }
      worker?.postMessage(task)
      asked = waiting
    }
    waiting = undefined
  }
  const start = async () => {
    const started = new Worker(new URL('./live-worker.ts', import.meta.url), { type: 'module' })
    worker = started
    started.onmessage = ({ data }: MessageEvent<LiveResult>) => {
      const anchor = asked?.anchor
      next()
      if (!isBusy) for (const listener of listeners) listener({ ...data, anchor })
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
      // If starting fails, the next text tries again.
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

/** The model is about a megabyte, so browsers in data-saving mode do not load it. */
export function mayLoadLive(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return typeof Worker !== 'undefined' && connection?.saveData !== true
}
