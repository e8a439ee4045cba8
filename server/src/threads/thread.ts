import { parentPort, Worker } from 'node:worker_threads'

/** Why there is no answer. */
export interface Failed {
  readonly cause: unknown
}

/** A thread that runs one job at a time. */
export interface Thread<Job, Answer extends object> {
  /** Hands the reply over once; a thread that dies on the job replies with the cause. */
  run(job: Job, reply: (reply: Answer | Failed) => void): void
  isDead(): boolean
  stop(): Promise<void>
}

export interface ThreadParts {
  /** The `import.meta.url` of a file; the thread runs the file `worker` beside it. */
  readonly beside: string
  readonly data?: unknown
}

export function startThread<Job, Answer extends object>(parts: ThreadParts): Thread<Job, Answer> {
  const worker = startWorker(parts)
  let dead = false
  let waiting: ((reply: Answer | Failed) => void) | undefined
  const settle = (reply: Answer | Failed) => {
    const handOver = waiting
    waiting = undefined
    worker.unref()
    handOver?.(reply)
  }
  const die = (cause: unknown) => {
    dead = true
    settle({ cause })
  }
  worker.on('message', settle)
  worker.on('error', die)
  worker.on('exit', (code) => die(new Error(`a thread ended with code ${code}`)))
  // An idle thread does not keep the process alive.
  worker.unref()
  return {
    run(job, reply) {
      waiting = reply
      worker.ref()
      worker.postMessage(job)
    },
    isDead: () => dead,
    async stop() {
      waiting = undefined
      await worker.terminate()
    },
  }
}

/** Inside a thread: answers every job that is sent to it. */
export function answerJobs<Job, Answer extends object>(answer: (job: Job) => Answer): void {
  parentPort?.on('message', (job: Job) => parentPort?.postMessage(answerOrFail(answer, job)))
}

function answerOrFail<Job, Answer extends object>(answer: (job: Job) => Answer, job: Job): Answer | Failed {
  try {
    return answer(job)
  } catch (cause) {
    return { cause }
  }
}

// Compiled code starts its thread from the file beside it. TypeScript sources (tests, `npm run dev`) need a loader inside the
// thread first, because one given on the command line does not see a thread's own entry file on Node 20.
function startWorker({ beside, data }: ThreadParts): Worker {
  const options = { workerData: data }
  if (!beside.endsWith('.ts')) return new Worker(new URL('./worker.js', beside), options)
  const entry = new URL('./worker.ts', beside).href
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${entry}', '${entry}'))`
  return new Worker(code, { ...options, eval: true })
}
