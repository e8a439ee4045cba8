// Adds up the metrics of all workers: any worker can be asked for them, and asks the supervisor.
import type { Worker } from 'node:cluster'
import { AggregatorRegistry } from 'prom-client'

export type Counts = Parameters<typeof AggregatorRegistry.aggregate>[0]

export type ToSupervisor = { readonly gather: number } | { readonly metrics: Counts; readonly answers?: number }
export type ToWorker =
  | { readonly retire: true }
  | { readonly tell: number }
  | { readonly gathered: number; readonly text: string }

/** After this time, the last known metrics of a worker are used. */
const ANSWER_TIMEOUT_MS = 1_000

export function createGathering() {
  const workers = new Set<Worker>()
  const lastHeard = new Map<Worker, Counts>()
  /** Counts of workers that have ended: a decreasing sum would look like a restart of the whole service. */
  let past: Counts = []
  let folding = Promise.resolve()
  let lastId = 0
  const waiting = new Map<number, { missing: Set<Worker>; done: () => void }>()

  const heard = (worker: Worker, id: number | undefined): void => {
    const asked = id === undefined ? undefined : waiting.get(id)
    if (asked?.missing.delete(worker) && asked.missing.size === 0) asked.done()
  }
  const askAll = (): Promise<void> =>
    new Promise((resolve) => {
      const id = ++lastId
      const missing = new Set([...workers].filter((worker) => worker.isConnected()))
      const done = (): void => {
        clearTimeout(timer)
        waiting.delete(id)
        resolve()
      }
      const timer = setTimeout(done, ANSWER_TIMEOUT_MS)
      waiting.set(id, { missing, done })
      if (missing.size === 0) return done()
      for (const worker of missing) say(worker, { tell: id })
    })

  return {
    follow(worker: Worker, ended: Promise<unknown>): void {
      workers.add(worker)
      worker.on('message', async (message: ToSupervisor) => {
        if ('metrics' in message) {
          lastHeard.set(worker, message.metrics)
          return heard(worker, message.answers)
        }
        if (!('gather' in message)) return
        await askAll()
        const text = await addUpMetrics([past, ...lastHeard.values()])
        say(worker, { gathered: message.gather, text })
      })
      void ended.then(() => {
        workers.delete(worker)
        for (const id of waiting.keys()) heard(worker, id)
        // In sequence, so that nobody sees a sum without the counts of a worker that has just ended.
        folding = folding.then(async () => {
          const last = (lastHeard.get(worker) ?? []).filter(isCount)
          const sum = (await addUp([past, last]).getMetricsAsJSON()) as Counts
          past = sum
          lastHeard.delete(worker)
        })
      })
    },
  }
}

function say(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message)
}

/** Counters and histograms only grow, so they stay valid; gauges of an ended process do not. */
function isCount(metric: unknown): boolean {
  return COUNTS.has((metric as { type: string }).type)
}

const COUNTS: ReadonlySet<string> = new Set(['counter', 'histogram'])

export function addUpMetrics(parts: readonly Counts[]): Promise<string> {
  return addUp(parts).metrics()
}

/** The library's type does not show that it takes one list per process. */
function addUp(parts: readonly Counts[]): ReturnType<typeof AggregatorRegistry.aggregate> {
  return AggregatorRegistry.aggregate(parts.map(withStartTime) as unknown as Counts)
}

/** The library drops the start time; the latest start of several processes shows that one was restarted. */
function withStartTime(counts: Counts): Counts {
  const shown = (counts as unknown as { name: string }[]).map((metric) =>
    metric.name === START_TIME ? { ...metric, aggregator: 'max' } : metric,
  )
  return shown as unknown as Counts
}

const START_TIME = 'process_start_time_seconds'
