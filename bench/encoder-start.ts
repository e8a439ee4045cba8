// Starts the scorer once in a separate process: prints the time to the encoder's first score, and its memory.
import { analyze } from '@equipoise/score'
import { readDeep, readModel } from '@equipoise/score/weights'

const SENTENCE = 'The council approved the new budget on Tuesday after a debate of two hours.'

const model = readModel('default')
analyze(model, SENTENCE)
const before = heldMb()
const startMs = performance.now()
analyze(model, SENTENCE, { deep: readDeep('default') })
const readyMs = performance.now() - startMs
process.stdout.write(JSON.stringify({ readyMs, memoryMb: heldMb() - before }))

function heldMb(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}
