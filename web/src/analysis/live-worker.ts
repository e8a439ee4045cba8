// Scores texts off the main thread, so that typing never waits for it.
import { analyze, loadModel, type Model } from '@equipoise/score'
import { apiShape } from '@equipoise/score/api-shape'
import { questionOf } from '../marked/ignored.ts'
import type { LiveResult, LiveTask, LiveText } from './live-scorer.ts'
import { runsIn, shareIn } from './shared-words.ts'

let model: Model | undefined
/** About the text that the service checked last, because each question asks for it. */
let known: { question: string; score: number; runs: ReadonlySet<string> } | undefined

self.onmessage = ({ data }: MessageEvent<LiveTask | ArrayBuffer>) => {
  if (data instanceof ArrayBuffer) {
    model = loadModel(new Uint8Array(data))
    return
  }
  if (!model) return
  const { text, ignored, anchor } = data
  const answer: LiveResult = {
    text,
    ignored,
    analysis: apiShape(analyze(model, text, { ignore: ignored })),
    anchored: anchor && anchoredBy(model, text, anchor),
  }
  self.postMessage(answer)
}

function anchoredBy(by: Model, text: string, anchor: LiveText): LiveResult['anchored'] {
  const question = questionOf(anchor.text, anchor.ignored)
  if (known?.question !== question) {
    const score = analyze(by, anchor.text, { ignore: anchor.ignored }).ainScore
    known = { question, score, runs: new Set(runsIn(anchor.text)) }
  }
  return { score: known.score, share: shareIn(text, known.runs) }
}
