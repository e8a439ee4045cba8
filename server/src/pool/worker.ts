import { parentPort } from 'node:worker_threads'
import { type Job, runJob } from './job.ts'

/** What a thread answers: the JSON text, or why there is none. */
export type Reply = { json: string } | { cause: unknown }

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(answer(job))
})

function answer(job: Job): Reply {
  try {
    return { json: runJob(job) }
  } catch (cause) {
    return { cause }
  }
}
