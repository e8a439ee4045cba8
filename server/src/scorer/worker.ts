import { workerData } from 'node:worker_threads'
import { analyze } from '@equipoise/score'
import { readDeep, readModel } from '@equipoise/score/weights'
import { answerJobs } from '../threads/threads.ts'
import type { Scored } from './scorer.ts'

const model = readModel(workerData as string)
const deep = readDeep(workerData as string)

answerJobs<string, Scored>((text) => ({ analysis: analyze(model, text, { deep }) }))
