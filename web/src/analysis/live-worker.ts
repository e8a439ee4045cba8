// Scores texts off the main thread, so that typing never waits for it.
import { analyze, loadModel, type Model } from '@equipoise/score'
import { apiShape } from '@equipoise/score/api-shape'
import { questionOf } from '../marked/ignored.ts'
import type { LiveAnswer, LiveQuestion, LiveText } from './live-scorer.ts'

let model: Model | undefined
/** The score of the text that the service checked last, because each question asks for it. */
let anchored: { question: string; score: number } | undefined

self.onmessage = ({ data }: MessageEvent<LiveQuestion | ArrayBuffer>) => {
  if (data instanceof ArrayBuffer) {
    model = loadModel(new Uint8Array(data))
    return
  }
  if (!model) return
  const { text, ignored, anchor } = data
  const answer: LiveAnswer = {
    text,
    ignored,
    analysis: apiShape(analyze(model, text, { ignore: ignored })),
    anchorScore: anchor && anchorScore(model, anchor),
  }
  self.postMessage(answer)
}

function anchorScore(by: Model, { text, ignored }: LiveText): number {
  const question = questionOf(text, ignored)
  if (anchored?.question !== question) anchored = { question, score: analyze(by, text, { ignore: ignored }).ainScore }
  return anchored.score
}
