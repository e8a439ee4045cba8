import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventReader, readEvents, type ServerEvent } from './event-stream.ts'

const bytes = new TextEncoder()

async function read(...chunks: (string | Uint8Array)[]): Promise<ServerEvent[]> {
  async function* source() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? bytes.encode(chunk) : chunk
  }
  return collect(readEvents(source()))
}

async function collect(events: AsyncIterable<ServerEvent>): Promise<ServerEvent[]> {
  const all: ServerEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

test('an event can arrive in pieces of any size', async () => {
  const text = 'event: delta\ndata: {"text":"hé"}\n\nevent: result\r\ndata: 1\r\ndata: 2\r\n\r\n'
  const whole = bytes.encode(text)
  const expected = [
    { event: 'delta', data: '{"text":"hé"}' },
    { event: 'result', data: '1\n2' },
  ]
  for (let cut = 0; cut <= whole.length; cut++) {
    expect(await read(whole.slice(0, cut), whole.slice(cut))).toEqual(expected)
  }
})

test('comments keep the connection open and are skipped', async () => {
  expect(await read(': keep-alive\n\n', 'data:x\n\n')).toEqual([{ event: 'message', data: 'x' }])
})

test('an event cut off by the end of the stream is dropped', async () => {
  expect(await read('data: a\n\ndata: b\n')).toEqual([{ event: 'message', data: 'a' }])
})

test('a single carriage return ends a line too', async () => {
  expect(await read('data: a\rdata: b\r\r', 'data: c\r', '\r\n')).toEqual([
    { event: 'message', data: 'a\nb' },
    { event: 'message', data: 'c' },
  ])
})

const STREAM = ': comment\r\nevent: a\r\ndata: {"x":"é€😀"}\r\n\r\ndata:two\ndata: lines\n\nid: 7\n\ndata: last'

test('events are complete, however the bytes are split', () => {
  const whole = bytes.encode(STREAM)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 }), (cuts) => {
      const reader = createEventReader(1_000)
      const at = [0, ...cuts.sort((a, b) => a - b), whole.length]
      const events = at.slice(1).flatMap((end, i) => reader.take(whole.subarray(at[i], end)))
      expect([...events, ...reader.rest()].map(({ data }) => data)).toEqual(['{"x":"é€😀"}', 'two\nlines', 'last'])
    }),
    { seed: 1 },
  )
})

test('a byte order mark, an event without data and an incomplete last line are handled as the format requires', () => {
  const reader = createEventReader(1_000)
  const whole = bytes.encode('\ufeffdata: first\n\ndata:\n\ndata: last\r')
  const events = [whole.subarray(0, 2), whole.subarray(2)].flatMap((piece) => reader.take(piece))
  expect([...events, ...reader.rest()].map(({ data }) => data)).toEqual(['first', 'last'])
})

test('an endless line is rejected before it fills the memory', () => {
  const reader = createEventReader(100)
  reader.take(bytes.encode(`data: ${'x'.repeat(80)}`))
  expect(() => reader.take(bytes.encode('y'.repeat(80)))).toThrow(RangeError)
})

test('an event of many lines is rejected before it fills the memory', () => {
  const reader = createEventReader(100)
  expect(() => reader.take(bytes.encode('data: 0123456789\n'.repeat(20)))).toThrow(RangeError)
})
