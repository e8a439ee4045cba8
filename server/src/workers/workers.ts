// Many processes behind one port: a supervisor that starts, restarts and replaces them, and what a worker says to it (decision 0091).
import cluster, { type Worker } from 'node:cluster'
import { createGathering } from './gathering.ts'
import { createSupervisor, type Supervisor, type WorkerProcess } from './supervisor.ts'

export type { Supervisor } from './supervisor.ts'
export { onRetire, type SharedMetrics, shareMetrics, workerNumber } from './worker.ts'

export interface WorkersOptions {
  readonly count: number
  /** The program that each of them runs. */
  readonly program: string
  /** What each finds in its environment beside what is in ours. */
  readonly environment: Readonly<Record<string, string>>
  readonly log: (message: string) => void
}

/** Nothing but numbers and words about themselves is said between the processes. */
export function openWorkers({ count, program, environment, log }: WorkersOptions): Supervisor {
  cluster.setupPrimary({ exec: program, args: [] })
  const gathering = createGathering()
  const fork = (number: number): WorkerProcess => {
    const worker = cluster.fork({ ...environment, [WORKER_NUMBER]: String(number) })
    const process = processOf(worker)
    gathering.follow(worker, process.ended)
    return process
  }
  return createSupervisor({ count, fork, log })
}

/** The variable that tells a process which worker it is. */
export const WORKER_NUMBER = 'EQUIPOISE_WORKER'

function processOf(worker: Worker): WorkerProcess {
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', (code, signal) => resolve(signal ? `by signal ${signal}` : `with code ${code}`))
    worker.once('error', (error) => resolve(error.message))
  })
  const listening = new Promise<boolean>((resolve) => {
    worker.once('listening', () => resolve(true))
    void ended.then(() => resolve(false))
  })
  return {
    pid: worker.process.pid,
    listening,
    ended,
    retire: () => void (worker.isConnected() && worker.send({ retire: true })),
    stop: () => void worker.process.kill('SIGTERM'),
    kill: () => void worker.process.kill('SIGKILL'),
  }
}
