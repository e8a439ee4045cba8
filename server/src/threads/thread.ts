import { parentPort, Worker, workerData } from 'node:worker_threads'

/** Why there is no answer. */
export interface Failed {
  readonly cause: unknown
}

/** A job that was interrupted; the thread keeps what it has done of a paused one. */
export interface Interrupted {
  readonly interrupted: Wish
}

export type Reply<Answer extends object> = Answer | Failed | Interrupted

/** `pause`: others go first, the job goes on later. `stop`: nobody waits for it any longer. */
export type Wish = 'pause' | 'stop'

/** A thread that runs one job at a time. */
export interface Thread<Job, Answer extends object> {
  /**
   * Hands the reply over once; a thread that dies on the job replies with the cause. A job with the number of one that was paused goes on
   * from there, or from its beginning if the thread is another one.
   */
  run(job: Job, reply: (reply: Reply<Answer>) => void, id?: number): void
  /** Asks the running job to break off between two of its steps. Absent: jobs of this thread cannot. */
  interrupt?(wish: Wish): void
  isDead(): boolean
  stop(): Promise<void>
}

export interface ThreadParts {
  /** The `import.meta.url` of a file; the thread runs the file `worker` beside it. */
  readonly beside: string
  readonly data?: unknown
  /** Whether the file beside it breaks jobs off when it is asked to. */
  readonly canInterrupt?: boolean
}

const WISHES: readonly (Wish | undefined)[] = [undefined, 'pause', 'stop']

interface Sent<Job> {
  readonly job: Job
  readonly id: number | undefined
}

interface Given {
  readonly data: unknown
  /** Shared with the thread: the place of its wish in `WISHES`. */
  readonly wish: Int32Array
}

export function startThread<Job, Answer extends object>(parts: ThreadParts): Thread<Job, Answer> {
  const wish = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const worker = startWorker(parts.beside, { data: parts.data, wish })
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
      Atomics.store(wish, 0, 0)
      worker.postMessage({ job, id } satisfies Sent<Job>)
    },
    ...(parts.canInterrupt && {
      interrupt: (wanted: Wish) => void Atomics.store(wish, 0, WISHES.indexOf(wanted)),
    }),
    isDead: () => dead,
    async stop() {
      waiting = undefined
      await worker.terminate()
    },
  }
}

/** What a thread knows of the job at hand besides the job itself. */
export interface Turn {
  readonly id: number | undefined
  /** What is wished for now. */
  wish(): Wish | undefined
}

/** Thrown by a job that was asked to break off, and did. */
export class BrokenOff extends Error {
  readonly wish: Wish

  constructor(wish: Wish) {
    super(`the job was asked to ${wish}`)
    this.wish = wish
  }
}

/** Inside a thread: answers every job that is sent to it. `data` is what the thread was started with. */
export function answerJobs<Job, Answer extends object>(answer: (job: Job, turn: Turn) => Answer): void {
  const { wish } = workerData as Given
  const look = () => WISHES[Atomics.load(wish, 0)]
  parentPort?.on('message', ({ job, id }: Sent<Job>) =>
    parentPort?.postMessage(replyOf(() => answer(job, { id, wish: look }))),
  )
}

/** Inside a thread: what it was started with. */
export function givenData(): unknown {
  return (workerData as Given).data
}

function replyOf<Answer extends object>(work: () => Answer): Reply<Answer> {
  try {
    return work()
  } catch (cause) {
    return cause instanceof BrokenOff ? { interrupted: cause.wish } : { cause }
  }
}

// Compiled code starts its thread from the file beside it. TypeScript sources (tests, `npm run dev`) need a loader inside the
// thread first, because one given on the command line does not see a thread's own entry file on Node 20.
function startWorker(beside: string, given: Given): Worker {
  const options = { workerData: given }
  if (!beside.endsWith('.ts')) return new Worker(new URL('./worker.js', beside), options)
  const entry = new URL('./worker.ts', beside).href
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${entry}', '${entry}'))`
  return new Worker(code, { ...options, eval: true })
}
