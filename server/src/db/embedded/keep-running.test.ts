import { expect, test } from 'vitest'
import { signalled } from '../../../test/gated-app.ts'
import { keepRunning, LATER_MS, SOON_MAX, SOON_MS } from './keep-running.ts'
import type { Exit, ServerProcess } from './server-process.ts'

/** A server that ends when it is told to. */
function fakeServer(): ServerProcess & { end(): void } {
  let end = (_exit: Exit): void => {}
  const exited = new Promise<Exit>((resolve) => {
    end = resolve
  })
  return { exited, end: () => end({ code: 1, lastWords: '' }), stop: async () => end({ code: 0, lastWords: '' }) }
}

test('a server that cannot start is retried soon, then less often, without end', async () => {
  const first = fakeServer()
  const second = fakeServer()
  const failures = Array.from({ length: SOON_MAX + 2 }, (_, nth) => new Error(`no room ${nth}`))
  const outcomes = [first, ...failures, second]
  const pausesMs: number[] = []
  const said: string[] = []
  const again = signalled()
  const stop = await keepRunning({
    start: async () => {
      const outcome = outcomes.shift()
      if (outcome instanceof Error || !outcome) throw outcome
      return outcome
    },
    log: (message) => {
      said.push(message)
      if (message.includes('runs again')) again.resolve()
    },
    pause: async (ms) => void pausesMs.push(ms),
  })
  first.end()
  await again.promise
  expect(pausesMs).toEqual([...Array(SOON_MAX).fill(SOON_MS), ...Array(3).fill(LATER_MS)])
  expect(said.filter((message) => message.includes('no room'))).toHaveLength(failures.length)
  await stop()
})

test('a stop does not wait for the next attempt', async () => {
  const server = fakeServer()
  const waiting = signalled()
  const outcomes = [server]
  const stop = await keepRunning({
    start: async () => outcomes.shift() ?? Promise.reject(new Error('started after the stop')),
    log: () => {},
    pause: (_ms, signal) => {
      waiting.resolve()
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    },
  })
  server.end()
  await waiting.promise
  await expect(stop()).resolves.toBeUndefined()
})
