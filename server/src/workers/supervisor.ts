import { setTimeout as delay } from 'node:timers/promises'

export interface WorkerProcess {
  readonly pid: number | undefined
  /** Resolves with false if it ended before. */
  readonly listening: Promise<boolean>
  /** Resolves with a description of how it ended. */
  readonly ended: Promise<string>
  /** Lets it finish its connections while others accept new ones. */
  retire(): void
  stop(): void
  kill(): void
}

export interface Supervisor {
  /** Rejects if a worker could not even start. */
  readonly ready: Promise<void>
  /** Replaces the workers one after the other, each once its successor listens. Returns whether all were replaced. */
  roll(): Promise<boolean>
  /** Stops all workers; resolves when the last has ended. */
  stop(): Promise<void>
  kill(): void
}

interface SupervisorParts {
  readonly count: number
  readonly fork: (number: number) => WorkerProcess
  readonly log: (message: string) => void
  /** Rejects when `signal` aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly nowMs?: () => number
}

export const PAUSE_MIN_MS = 100
export const PAUSE_MAX_MS = 30_000
/** A worker that crashes after running this long is restarted at once. */
export const STEADY_MS = 60_000

interface Slot {
  readonly number: number
  worker: WorkerProcess
  startedMs: number
  pauseMs: number
}

function openSlot(number: number, worker: WorkerProcess, startedMs: number): Slot {
  return { number, worker, startedMs, pauseMs: PAUSE_MIN_MS }
}

export function createSupervisor(parts: SupervisorParts): Supervisor {
  const { count, fork, log, nowMs = () => performance.now(), pause = wait } = parts
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  const alive = new Set<WorkerProcess>()
  const start = (number: number): WorkerProcess => {
    const worker = fork(number)
    alive.add(worker)
    void worker.ended.then(() => alive.delete(worker))
    return worker
  }
  const slots = Array.from({ length: count }, (_, index) => openSlot(index + 1, start(index + 1), nowMs()))

  const watch = (slot: Slot): void => {
    const { worker } = slot
    void worker.ended.then((how) => {
      // A worker that was replaced, or is stopped with all others, is expected to end.
      if (slot.worker === worker && !isStopping()) void restart(slot, how)
    })
  }
  const restart = async (slot: Slot, how: string): Promise<void> => {
    if (nowMs() - slot.startedMs >= STEADY_MS) slot.pauseMs = PAUSE_MIN_MS
    const ms = slot.pauseMs
    slot.pauseMs = Math.min(PAUSE_MAX_MS, ms * 2)
    log(`Warning: worker ${slot.number} ended ${how}; it is started again in ${ms / 1_000} s.`)
    await pause(ms, stopping.signal).catch(() => {})
    if (isStopping()) return
    take(slot, start(slot.number))
    if (await slot.worker.listening) log(`Worker ${slot.number} runs again (process ${slot.worker.pid}).`)
  }
  const take = (slot: Slot, worker: WorkerProcess): void => {
    slot.worker = worker
    slot.startedMs = nowMs()
    watch(slot)
  }

  const replace = async (slot: Slot): Promise<boolean> => {
    const old = slot.worker
    const successor = start(slot.number)
    if (!(await successor.listening) || isStopping()) return false
    take(slot, successor)
    old.retire()
    await old.ended
    log(`Worker ${slot.number} was replaced (process ${successor.pid}).`)
    return true
  }
  const roll = onceAtATime(async () => {
    for (const slot of slots) {
      if (await replace(slot)) continue
      if (!isStopping()) log(`Warning: a new worker ${slot.number} did not start; the old one stays.`)
      return false
    }
    return true
  })

  return {
    ready: allListen(slots.map(({ worker }) => worker)).then(() => slots.forEach(watch)),
    roll,
    async stop() {
      stopping.abort()
      for (const worker of alive) worker.stop()
      await Promise.all([...alive].map(({ ended }) => ended))
    },
    kill() {
      stopping.abort()
      for (const worker of alive) worker.kill()
    },
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal })

/** A call during a run returns the promise of that run. */
function onceAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}

async function allListen(workers: readonly WorkerProcess[]): Promise<void> {
  const started = workers.map(async ({ listening, ended }, index) => {
    if (!(await listening)) throw new Error(`worker ${index + 1} ended ${await ended}`)
  })
  await Promise.all(started)
}
