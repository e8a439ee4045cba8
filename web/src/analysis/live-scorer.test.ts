import type { Analysis } from '@equipoise/sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveAnswer, LiveQuestion, LiveResult } from './live-scorer.ts'

const WAIT = { timeout: 120_000 }

// A worker that stores what it is sent, and responds when the test says so.
class QuietWorker {
  static started: QuietWorker[] = []
  readonly sent: unknown[] = []
  onmessage: (event: { data: LiveResult }) => void = () => {}
  isTerminated = false
  constructor() {
    QuietWorker.started.push(this)
  }
  postMessage(message: unknown) {
    this.sent.push(message)
  }
  terminate() {
    this.isTerminated = true
  }
  texts() {
    return this.sent.flatMap((one) => (one instanceof ArrayBuffer ? [] : [(one as LiveQuestion).text]))
  }
}

const question = (text: string): LiveQuestion => ({ text, ignored: [], anchor: undefined })
const answer = (text: string) => ({ data: { text, ignored: [] } as unknown as LiveResult })
let weights: Promise<Response>

beforeEach(() => {
  QuietWorker.started = []
  weights = Promise.resolve(new Response(new Uint8Array([1, 2, 3])))
  vi.stubGlobal('Worker', QuietWorker)
  vi.stubGlobal('fetch', () => weights)
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function openScorer() {
  const { liveScorer } = await import('./live-scorer.ts')
  const heard: string[] = []
  const anchors: LiveAnswer['anchor'][] = []
  const scorer = liveScorer()
  scorer.subscribe(({ text, anchor }) => {
    heard.push(text)
    anchors.push(anchor)
  })
  return { scorer, heard, anchors }
}

test('nothing is loaded before the first text, and the weights are sent before it', async () => {
  const { scorer, heard } = await openScorer()
  expect(QuietWorker.started).toEqual([])
  scorer.ask(question('one'))
  const [worker] = QuietWorker.started
  await vi.waitFor(() => expect(worker?.texts()).toEqual(['one']), WAIT)
  expect(worker?.sent[0]).toBeInstanceOf(ArrayBuffer)
  worker?.onmessage(answer('one'))
  expect(heard).toEqual(['one'])
})

test('the latest text wins: waiting texts are skipped, and an outdated analysis is not reported', async () => {
  const { scorer, heard } = await openScorer()
  scorer.ask(question('one'))
  const [worker] = QuietWorker.started
  await vi.waitFor(() => expect(worker?.texts()).toEqual(['one']), WAIT)
  scorer.ask(question('two'))
  scorer.ask(question('three'))
  worker?.onmessage(answer('one'))
  expect(worker?.texts()).toEqual(['one', 'three'])
  expect(heard).toEqual([])
  worker?.onmessage(answer('three'))
  expect(heard).toEqual(['three'])
})

test('if the weights cannot be loaded, the next text tries again', async () => {
  weights = Promise.resolve(new Response('', { status: 503 }))
  const { scorer, heard } = await openScorer()
  scorer.ask(question('one'))
  await vi.waitFor(() => expect(QuietWorker.started[0]?.isTerminated).toBe(true), WAIT)
  weights = Promise.resolve(new Response(new Uint8Array([1])))
  scorer.ask(question('two'))
  const second = QuietWorker.started[1]
  await vi.waitFor(() => expect(second?.texts()).toEqual(['two']), WAIT)
  second?.onmessage(answer('two'))
  expect(heard).toEqual(['two'])
})

test('an analysis comes with the anchor that it was asked with, although another one waits by then', async () => {
  const { scorer, anchors } = await openScorer()
  const anchor = { text: 'before', ignored: [], analysis: {} as Analysis }
  scorer.ask({ ...question('one'), anchor })
  const [worker] = QuietWorker.started
  await vi.waitFor(() => expect(worker?.texts()).toEqual(['one']), WAIT)
  expect(worker?.sent.at(-1)).toEqual({ text: 'one', ignored: [], anchor: { text: 'before', ignored: [] } })
  worker?.onmessage(answer('one'))
  scorer.ask(question('two'))
  worker?.onmessage(answer('two'))
  expect(anchors).toEqual([anchor, undefined])
})
