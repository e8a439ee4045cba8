// The worker's side of the messages to and from its supervisor.
import type { Registry } from 'prom-client'
import type { Counts, ToSupervisor, ToWorker } from './gathering.ts'

interface Counted {
  readonly registry: Registry
}

interface SharedMetrics {
  /** Makes this process report its metrics when asked. Returns a function that reads those of all processes together. */
  share(own: Counted): () => Promise<string>
  /** Called before this process ends, so that its counts are not lost. */
  leave(): Promise<void>
}

/** The supervisor answers within about a second; after this time it counts as gone. */
const GATHER_TIMEOUT_MS = 3_000

/** Returns undefined in a process without a supervisor. */
export function workerNumber(given: string | undefined): number | undefined {
  return process.send && given ? Number(given) : undefined
}

/** Calls back when a successor listens and this process should finish. */
export function onRetire(retire: () => void): void {
  process.on('message', (message: ToWorker) => {
    if ('retire' in message) retire()
  })
}

export function shareMetrics(): SharedMetrics {
  let lastId = 0
  let read = async (): Promise<Counts> => []
  const waiting = new Map<number, (text: string) => void>()
  process.on('message', async (message: ToWorker) => {
    if ('tell' in message) await say({ metrics: await read(), answers: message.tell })
    if ('gathered' in message) waiting.get(message.gathered)?.(message.text)
  })
  const gather = async (): Promise<string | undefined> => {
    const id = ++lastId
    const text = await new Promise<string | undefined>((resolve) => {
      waiting.set(id, resolve)
      setTimeout(resolve, GATHER_TIMEOUT_MS, undefined).unref()
      void say({ gather: id })
    })
    waiting.delete(id)
    return text
  }
  return {
    share({ registry }) {
      read = async () => (await registry.getMetricsAsJSON()) as Counts
      return async () => (await gather()) ?? registry.metrics()
    },
    leave: async () => say({ metrics: await read() }),
  }
}

/** Resolves when the message is sent, even if nobody receives it. */
function say(message: ToSupervisor): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
}
