import { workerData } from 'node:worker_threads'
import { analyze } from '@equipoise/score'
import { readDeep, readModel } from '@equipoise/score/weights'
import { answerJobs } from '../threads.ts'
import type { Job, Scored } from './scorer.ts'

const model = readModel(workerData as string)
const deep = readDeep(workerData as string)

answerJobs<Job, Scored>(({ text, ignore, flag }) => ({ analysis: analyze(model, text, { deep, ignore, flag }) }))
