import { answerJobs } from '../threads.ts'
import { type Answer, type Job, runJob } from './job.ts'

answerJobs<Job, Answer>(runJob)
