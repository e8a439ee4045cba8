import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { Counter, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { type Counts, createGathering, type ToWorker } from './gathering.ts'

/** A worker process that has counted something, answers the supervisor, and ends when told to. */
async function countingWorker(count: number) {
  const registry = new Registry()
  new Counter({ name: 'calls_total', help: 'Calls.', registers: [registry] }).inc(count)
  const metrics = (await registry.getMetricsAsJSON()) as unknown as Counts
  const events = new EventEmitter()
  let isConnected = true
  const worker = Object.assign(events, {
    isConnected: () => isConnected,
    send(message: ToWorker) {
      if ('tell' in message) events.emit('message', { metrics, answers: message.tell })
      if ('gathered' in message) events.emit('gathered', message.text)
      return true
    },
  }) as unknown as Worker
  const { promise: ended, resolve: end } = deferred()
  return {
    worker,
    ended,
    end() {
      isConnected = false
      end()
    },
    async gather(): Promise<string | undefined> {
      const text = new Promise<string>((resolve) => events.once('gathered', resolve))
      events.emit('message', { gather: 1 })
      return /^calls_total (\d+)$/m.exec(await text)?.[1]
    },
  }
}

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

test('the sum over all workers never decreases while two of them end at once', async () => {
  const gathering = createGathering()
  const workers = await Promise.all([1, 20, 300].map(countingWorker))
  const [asked, ...others] = workers
  for (const { worker, ended } of workers) gathering.follow(worker, ended)
  expect(await asked?.gather()).toBe('321')
  for (const other of others) other.end()
  const sums = []
  for (let turn = 0; turn < 20; turn++) sums.push(await asked?.gather())
  expect(new Set(sums)).toEqual(new Set(['321']))
})
