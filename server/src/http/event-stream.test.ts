import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEventStream } from './event-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The part of a reply that the stream uses, with a socket that can be full. */
function replyOf({ isFull = false } = {}) {
  const written: string[] = []
  const raw = Object.assign(new EventEmitter(), {
    destroyed: false,
    writeHead: (status: number) => written.push(`head ${status}`),
    write: (text: string) => {
      written.push(text)
      return !isFull
    },
    end: () => written.push('end'),
  })
  const reply = { raw, hijack() {}, headers() {}, getHeaders: () => ({}) } as unknown as FastifyReply
  return { reply, raw, written }
}

test('nothing is sent before the first event, and a waiting caller gets keep-alives', () => {
  const { reply, written } = replyOf()
  const events = openEventStream(reply, { keepAliveMs: 1_000 })
  vi.advanceTimersByTime(999)
  expect([events.begun, written]).toEqual([false, []])
  vi.advanceTimersByTime(1_001)
  expect(written).toEqual(['head 200', ': keep-alive\n\n', ': keep-alive\n\n'])
  events.write('event: delta\ndata: {}\n\n')
  events.end()
  events.stop()
  vi.advanceTimersByTime(10_000)
  expect(written.slice(3)).toEqual(['event: delta\ndata: {}\n\n', 'end'])
})

test('the stream waits for a caller that reads slowly, but not for one that is gone', async () => {
  for (const news of ['drain', 'close']) {
    const { reply, raw } = replyOf({ isFull: true })
    const events = openEventStream(reply)
    const waiting = events.write('data: x\n\n')
    expect(waiting).toBeInstanceOf(Promise)
    raw.emit(news)
    await waiting
    events.stop()
    expect(raw.listenerCount('drain') + raw.listenerCount('close')).toBe(0)
  }
})

test('nothing is written to a closed connection', () => {
  const { reply, raw, written } = replyOf()
  raw.destroyed = true
  const events = openEventStream(reply)
  events.write('data: x\n\n')
  events.end()
  events.stop()
  expect([events.begun, written]).toEqual([false, []])
})
