import { Worker } from 'node:worker_threads'
import type { Reply } from './worker.ts'

/** A thread that scores one text at a time. */
export interface ScorerThread {
  /** Hands the reply over once; a thread that dies on the text replies with the cause. */
  readonly run: (text: string, reply: (reply: Reply) => void) => void
  readonly isDead: () => boolean
  readonly stop: () => Promise<void>
}

export function startScorerThread(which: string): ScorerThread {
  const worker = startWorker(which)
  let dead = false
  let waiting: ((reply: Reply) => void) | undefined
  const settle = (reply: Reply): void => {
    const handOver = waiting
    waiting = undefined
    worker.unref()
    handOver?.(reply)
  }
  const die = (cause: unknown): void => {
    dead = true
    settle({ cause })
  }
  worker.on('message', settle)
  worker.on('error', die)
  worker.on('exit', (code) => die(new Error(`the scoring thread ended with code ${code}`)))
  worker.unref()
  return {
    run(text, reply) {
      waiting = reply
      worker.ref()
      worker.postMessage(text)
    },
    isDead: () => dead,
    async stop() {
      waiting = undefined
      await worker.terminate()
    },
  }
}

// Compiled code starts its thread from the file beside it; TypeScript sources need a loader inside the thread first.
function startWorker(which: string): Worker {
  const options = { workerData: which }
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./worker.js', import.meta.url), options)
  const entry = new URL('./worker.ts', import.meta.url).href
  const code = `import('tsx/esm/api').then(({ tsImport }) => tsImport('${entry}', '${entry}'))`
  return new Worker(code, { ...options, eval: true })
}
