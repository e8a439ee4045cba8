import { parentPort, Worker, workerData } from 'node:worker_threads'

export interface Failed {
  readonly cause: unknown
}

/** The turn is over but the job is not done: the thread keeps its state, and continues when it gets the job again. */
export interface Unfinished {
  readonly unfinished: true
}

export type Reply<Answer extends object> = Answer | Failed | Unfinished

/** A thread that runs one job at a time. */
export interface Thread<Job, Answer extends object> {
  /** Calls `reply` once, with the cause if the thread crashes. A known number continues an unfinished job, on its own thread only. */
  run(job: Job, reply: (reply: Reply<Answer>) => void, id: number): void
  isDead(): boolean
  stop(): Promise<void>
}

interface ThreadParts {
  /** The `import.meta.url` of a file; the thread runs the file `worker` beside it. */
  readonly beside: string
  readonly data?: unknown
}

interface Sent<Job> {
  readonly job: Job
  readonly id: number
}

export function startThread<Job, Answer extends object>(parts: ThreadParts): Thread<Job, Answer> {
  const worker = startWorker(parts)
  let dead = false
  let waiting: ((reply: Reply<Answer>) => void) | undefined
  const settle = (reply: Reply<Answer>) => {
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
    run(job, reply, id) {
      waiting = reply
      worker.ref()
      worker.postMessage({ job, id } satisfies Sent<Job>)
    },
    isDead: () => dead,
    async stop() {
      waiting = undefined
      await worker.terminate()
    },
  }
}

/** Inside a thread: answers every job sent to it; a known number continues an unfinished job. */
export function answerJobs<Job, Answer extends object>(answer: (job: Job, id: number) => Answer | Unfinished): void {
  parentPort?.on('message', ({ job, id }: Sent<Job>) => parentPort?.postMessage(replyOf(() => answer(job, id))))
}

export function givenData(): unknown {
  return workerData
}

function replyOf<Answer extends object>(work: () => Answer | Unfinished): Reply<Answer> {
  try {
    return work()
  } catch (cause) {
    return { cause }
  }
}

// Compiled code starts its thread from the file beside it. TypeScript sources (tests, `npm run dev`) first need a loader inside the
// thread, because one given on the command line does not apply to a thread's entry file on Node 20.
function startWorker({ beside, data }: ThreadParts): Worker {
  const options = { workerData: data }
  if (!beside.endsWith('.ts')) return new Worker(new URL('./worker.js', beside), options)
  const entry = new URL('./worker.ts', beside).href
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${entry}', '${entry}'))`
  return new Worker(code, { ...options, eval: true })
}
