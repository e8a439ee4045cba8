import { answerJobs } from '../threads/threads.ts'
import { type Job, type Json, runJob } from './job.ts'

answerJobs<Job, Json>((job) => ({ json: runJob(job) }))
