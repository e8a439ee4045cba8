import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Job } from './job.ts'
import type { Reply } from './worker.ts'

/** A thread that runs one job at a time. */
export interface Thread {
  /** Hands the reply over once; a thread that dies on the job replies with the cause. */
  run(job: Job, reply: (reply: Reply) => void): void
  isDead(): boolean
  stop(): Promise<void>
}

/** What the pool needs of the machine it runs on. */
export interface Host {
  threads: number
  startThread(): Thread
  nowMs(): number
  /** Calls back after a while, unless cancelled. */
  after(delayMs: number, callback: () => void): () => void
}

export const thisMachine: Host = {
  threads: Math.max(1, availableParallelism() - 1),
  startThread,
  nowMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

function startThread(): Thread {
  const worker = startWorker()
  let dead = false
  let waiting: ((reply: Reply) => void) | undefined
  const settle = (reply: Reply) => {
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
  worker.on('exit', (code) => die(new Error(`engine thread ended with code ${code}`)))
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

// Compiled code starts its thread from the file beside it. TypeScript sources (tests, `npm run dev`) need a loader inside the
// thread first, because one given on the command line does not see a thread's own entry file on Node 20.
function startWorker(): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./worker.js', import.meta.url))
  const entry = new URL('./worker.ts', import.meta.url).href
  return new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport('${entry}', '${entry}'))`, { eval: true })
}
