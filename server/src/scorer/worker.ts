import { parentPort, workerData } from 'node:worker_threads'
import { type Analysis, analyze } from '@equipoise/score'
import { readDeep, readModel } from '@equipoise/score/weights'

/** What a thread answers: the analysis, or why there is none. */
export type Reply = { analysis: Analysis } | { cause: unknown }

const model = readModel(workerData as string)
const deep = readDeep(workerData as string)

parentPort?.on('message', (text: string) => {
  parentPort?.postMessage(answer(text))
})

function answer(text: string): Reply {
  try {
    return { analysis: analyze(model, text, { deep }) }
  } catch (cause) {
    return { cause }
  }
}
