import { expect, test } from 'vitest'
import { readEvents, type ServerEvent } from './event-stream.ts'

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

test('an event may arrive in any pieces', async () => {
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

test('comments keep the line open and say nothing', async () => {
  expect(await read(': keep-alive\n\n', 'data:x\n\n')).toEqual([{ event: 'message', data: 'x' }])
})

test('an event cut off by the end of the stream is dropped', async () => {
  expect(await read('data: a\n\ndata: b\n')).toEqual([{ event: 'message', data: 'a' }])
})
