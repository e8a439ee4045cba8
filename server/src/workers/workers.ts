// Several processes behind one port: a supervisor that starts, restarts and replaces them (decision 0027).
import cluster, { type Worker } from 'node:cluster'
import { createGathering } from './gathering.ts'
import { createSupervisor, type Supervisor, type WorkerProcess } from './supervisor.ts'

export { addUpMetrics } from './gathering.ts'
export type { Supervisor } from './supervisor.ts'
export { onRetire, shareMetrics, workerNumber } from './worker.ts'

interface WorkersOptions {
  readonly count: number
  readonly program: string
  readonly environment: Readonly<Record<string, string>>
  readonly log: (message: string) => void
}

/** The processes exchange only numbers and messages about themselves. */
export function openWorkers({ count, program, environment, log }: WorkersOptions): Supervisor {
  cluster.setupPrimary({ exec: program, args: [] })
  const gathering = createGathering()
  const fork = (number: number): WorkerProcess => {
    const worker = cluster.fork({ ...environment, [WORKER_NUMBER]: String(number) })
    const process = processOf(worker)
    gathering.follow(worker, process.ended)
    closeUnaccepted(worker, process.ended)
    return process
  }
  return createSupervisor({ count, fork, log })
}

export const WORKER_NUMBER = 'EQUIPOISE_WORKER'

/** A message between Node's supervisor and its workers about a new connection. */
interface HandOver {
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

/** Closes connections that were being passed to an ended worker: Node would wait for it without end (Node 20.20, decision 0027). */
function closeUnaccepted({ process }: Worker, ended: Promise<unknown>): void {
  const onTheWay = new Map<number, { close(): void }>()
  const send = process.send.bind(process) as (
    message: HandOver,
    handle?: { close(): void },
    ...rest: unknown[]
  ) => boolean
  process.send = ((message: HandOver, handle?: { close(): void }, ...rest: unknown[]) => {
    if (message.act === 'newconn' && message.seq !== undefined && handle) onTheWay.set(message.seq, handle)
    return send(message, handle, ...rest)
  }) as typeof process.send
  process.on('internalMessage', ({ ack }: HandOver) => ack !== undefined && onTheWay.delete(ack))
  void ended.then(() => {
    for (const connection of onTheWay.values()) connection.close()
  })
}

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
