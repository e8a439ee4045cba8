import { answerJobs } from '../threads.ts'
import { type Job, type Json, runJob } from './job.ts'

answerJobs<Job, Json>((job) => ({ json: runJob(job) }))
