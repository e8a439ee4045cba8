// Scores texts on all cores: each thread has its own weights and does one job at a time.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Job, type JobResult, openWork, type Scoring } from './work.ts'

export interface Threads {
  readonly count: number
  run<Wanted extends JobResult>(job: Job): Promise<Wanted>
  close(): Promise<void>
}

/** A limit on the memory that one command needs. */
const THREADS_MAX = 64

export const threadsHere = (): number => Math.min(THREADS_MAX, availableParallelism())

interface Waiting {
  readonly job: Job
  done(answer: JobResult): void
  fail(error: unknown): void
}

/** Threads are started as jobs arrive; a count of 1 works in this thread. */
export function openThreads(scoring: Scoring, count: number): Threads {
  if (count <= 1) {
    const work = openWork(scoring)
    return { count: 1, run: async <Wanted>(job: Job) => work(job) as Wanted, close: async () => undefined }
  }
  const workers = new Set<Worker>()
  const idle: Worker[] = []
  const waiting: Waiting[] = []
  const busy = new Map<Worker, Waiting>()
  let isClosed = false
  const start = (): void => {
    const worker = startWorker(scoring)
    workers.add(worker)
    idle.push(worker)
    worker.on('message', (answer: JobResult) => {
      const one = busy.get(worker)
      busy.delete(worker)
      idle.push(worker)
      one?.done(answer)
      next()
    })
    let reason: unknown = new Error('a thread ended before its work was done')
    worker.on('error', (error) => {
      reason = error
    })
    // The next job starts a replacement.
    worker.on('exit', () => {
      workers.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
      busy.get(worker)?.fail(reason)
      busy.delete(worker)
      next()
    })
  }
  const next = (): void => {
    if (isClosed) return
    if (idle.length === 0 && workers.size < count && waiting.length > 0) start()
    const worker = waiting.length > 0 ? idle.pop() : undefined
    const one = worker && waiting.shift()
    if (!worker || !one) return
    busy.set(worker, one)
    worker.postMessage(one.job)
  }
  return {
    count,
    run: <Wanted>(job: Job) =>
      new Promise<Wanted>((resolve, reject) => {
        waiting.push({ job, done: (answer) => resolve(answer as Wanted), fail: reject })
        next()
      }),
    async close() {
      isClosed = true
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}

/** From the file beside this one. From source the worker needs a loader first, which Node 20 does not pass on to threads. */
function startWorker(scoring: Scoring): Worker {
  const options = { workerData: scoring }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./worker.js', import.meta.url), options)
  const entry = new URL('./worker.ts', import.meta.url).href
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${entry}', '${entry}'))`
  return new Worker(code, { ...options, eval: true })
}
