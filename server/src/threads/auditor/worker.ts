import { answerJobs } from '../threads.ts'
import { type Job, type JobResult, runJob } from './job.ts'

answerJobs<Job, JobResult>(runJob)
