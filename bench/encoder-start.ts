// One start of the scorer in a process of its own: prints how long the encoder took to its first score, and what it holds.
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
