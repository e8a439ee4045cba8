import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EngineJob } from './engine-worker.ts'

class FakeWorker {
  static latest: FakeWorker
  readonly sent: { id: number; job: EngineJob }[] = []
  onmessage: ((event: { data: unknown }) => void) | undefined
  onerror: (() => void) | undefined

  constructor() {
    FakeWorker.latest = this
  }

  postMessage(message: { id: number; job: EngineJob }): void {
    this.sent.push(message)
  }
}

const job = { kind: 'compute' } as unknown as EngineJob
let runEngine: (job: EngineJob) => Promise<unknown>

beforeEach(async () => {
  vi.stubGlobal('Worker', FakeWorker)
  vi.resetModules()
  ;({ runEngine } = await import('./engine.ts'))
})
afterEach(() => vi.unstubAllGlobals())

test('each result reaches its call, in whatever order the results arrive', async () => {
  const [first, second] = [runEngine(job), runEngine(job)]
  const { latest } = FakeWorker
  const [a, b] = latest.sent.map(({ id }) => id)
  latest.onmessage?.({ data: { id: b, answer: 'second' } })
  latest.onmessage?.({ data: { id: a, answer: 'first' } })
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
})

test('an error of the engine rejects the call with the engine’s message', async () => {
  const asked = runEngine(job)
  const { latest } = FakeWorker
  latest.onmessage?.({ data: { id: latest.sent[0]?.id, error: 'bias must be within 0..1' } })
  await expect(asked).rejects.toThrow('bias must be within 0..1')
})

test('if the worker does not start, all waiting calls fail, and the next call tries again', async () => {
  const waiting = [runEngine(job), runEngine(job)]
  const { latest: first } = FakeWorker
  first.onerror?.()
  for (const one of waiting) await expect(one).rejects.toThrow('did not start')
  const again = runEngine(job)
  expect(FakeWorker.latest).not.toBe(first)
  const { latest } = FakeWorker
  latest.onmessage?.({ data: { id: latest.sent[0]?.id, answer: 1 } })
  expect(await again).toBe(1)
})
