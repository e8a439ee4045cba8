import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEventLines } from './event-lines.ts'

const STREAM = ': comment\r\nevent: a\r\ndata: {"x":"é€😀"}\r\n\r\ndata:two\ndata: lines\n\nid: 7\n\ndata: last'

test('events come out whole however the bytes are cut', () => {
  const bytes = Buffer.from(STREAM)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 8 }), (cuts) => {
      const lines = readEventLines()
      const at = [0, ...cuts.sort((a, b) => a - b), bytes.length]
      const events = at.slice(1).flatMap((end, i) => lines.take(bytes.subarray(at[i], end)))
      expect([...events, ...lines.rest()]).toEqual(['{"x":"é€😀"}', 'two\nlines', 'last'])
    }),
  )
})

test('a byte order mark, an event without data and a last line that is cut off are read as the format wants it', () => {
  const lines = readEventLines()
  const bytes = Buffer.from('\ufeffdata: first\n\ndata:\n\ndata: last\r')
  const events = [bytes.subarray(0, 2), bytes.subarray(2)].flatMap((piece) => lines.take(piece))
  expect([...events, ...lines.rest()]).toEqual(['first', 'last'])
})

test('a line without an end is refused before it fills the memory', () => {
  const lines = readEventLines(100)
  lines.take(Buffer.from(`data: ${'x'.repeat(80)}`))
  expect(() => lines.take(Buffer.from('y'.repeat(80)))).toThrow(RangeError)
})

test('an event of many lines is refused before it fills the memory', () => {
  const lines = readEventLines(100)
  expect(() => lines.take(Buffer.from('data: 0123456789\n'.repeat(20)))).toThrow(RangeError)
})
