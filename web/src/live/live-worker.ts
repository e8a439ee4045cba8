// Scores texts off the main thread, so that typing never waits for it.
import { analyze, loadModel, type Model } from '@equipoise/score'
import { apiShape } from '../editor/api-shape.ts'
import type { LiveAnswer, LiveQuestion } from './live-scorer.ts'

let model: Model | undefined
/** The score of the text that the service checked last: it is asked for again and again. */
let anchored: { text: string; score: number } | undefined

self.onmessage = ({ data }: MessageEvent<LiveQuestion | ArrayBuffer>) => {
  if (data instanceof ArrayBuffer) {
    model = loadModel(new Uint8Array(data))
    return
  }
  if (!model) return
  const analysis = apiShape(analyze(model, data.text))
  const { anchor } = data
  if (anchor !== undefined && anchored?.text !== anchor) {
    anchored = { text: anchor, score: analyze(model, anchor).ainScore }
  }
  const answer: LiveAnswer = {
    text: data.text,
    analysis,
    anchorScore: anchor === undefined ? undefined : anchored?.score,
  }
  self.postMessage(answer)
}
