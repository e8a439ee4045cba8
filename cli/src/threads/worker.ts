import { parentPort, workerData } from 'node:worker_threads'
import { type Job, openWork } from './work.ts'

const work = openWork(workerData)
parentPort?.on('message', (job: Job) => parentPort?.postMessage(work(job)))
