import { analyze } from '@equipoise/score'
import { readDeep, readModel } from '@equipoise/score/weights'
import { answerJobs, givenData } from '../threads.ts'
import { createKeptReadings } from './in-steps.ts'
import type { Job, Loaded, Scored } from './scorer.ts'

const { weights, isDeep } = givenData() as Loaded
const model = readModel(weights)
const deep = isDeep ? readDeep(weights) : undefined
const kept = createKeptReadings(() => performance.now())

answerJobs<Job, Scored>(({ text, tier, ignore, flag }, turn) => {
  if (!deep || tier === 'fast') return { analysis: analyze(model, text, { ignore, flag }) }
  const analysis = analyze(model, text, { deep: kept.inSteps(deep, turn), ignore, flag })
  kept.forget(turn)
  return { analysis }
})
