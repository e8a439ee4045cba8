// The engine in this browser: responds while a slider moves, without requests, also offline.
import type { EngineJob } from './engine-worker.ts'

interface EngineAnswer {
  readonly id: number
  readonly answer?: unknown
  readonly error?: string
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>()

/** Rejects if the browser cannot run the engine; then the caller can ask the service. */
export function runEngine<T>(job: EngineJob): Promise<T> {
  worker ??= openWorker()
  const id = ++lastId
  const answered = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
  worker.postMessage({ id, job })
  return answered as Promise<T>
}

function openWorker(): Worker {
  const opened = new Worker(new URL('./engine-worker.ts', import.meta.url), { type: 'module' })
  opened.onmessage = ({ data }: MessageEvent<EngineAnswer>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.error === undefined) asked?.resolve(data.answer)
    else asked?.reject(new Error(data.error))
  }
  opened.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('The engine did not start'))
    waiting.clear()
    worker = undefined
  }
  return opened
}
