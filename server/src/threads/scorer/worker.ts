import { analyze, type WordLists } from '@equipoise/score'
import { readDeep, readModel } from '@equipoise/score/weights'
import { answerJobs, givenData } from '../threads.ts'
import { createKeptReadings, TURN_OVER } from './in-steps.ts'
import type { Job, Loaded, Scored } from './scorer.ts'

const { weights, isDeep } = givenData() as Loaded
const model = readModel(weights)
const deep = isDeep ? readDeep(weights) : undefined
const kept = createKeptReadings(() => performance.now())

answerJobs<Job, Scored>(({ text, tier, ignore, flag, accept }, id) => {
  const lists = { ...readOnce({ ignore, flag }), accept }
  if (!deep || tier === 'fast') return { analysis: analyze(model, text, lists) }
  try {
    const analysis = analyze(model, text, { deep: kept.inSteps(deep, id), ...lists })
    kept.forget(id)
    return { analysis }
  } catch (error) {
    if (error === TURN_OVER) return { unfinished: true }
    kept.forget(id)
    throw error
  }
})

let last: { readonly said: string; readonly lists: WordLists } | undefined

/** The texts of one account arrive with the same lists in new objects; the objects of the previous text are reused. */
function readOnce({ ignore = [], flag = [] }: WordLists): WordLists {
  if (ignore.length + flag.length === 0) return {}
  const said = JSON.stringify([ignore, flag])
  if (last?.said !== said) last = { said, lists: { ignore: Object.freeze(ignore), flag: Object.freeze(flag) } }
  return last.lists
}
