import type { Evidence } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { BLANK, linesOf, redrawn } from './backdrop.tsx'

const TEXT = 'A reckless plan.\n\nThe bold plan of\nreckless people.'
const at = (start: number, text: string, weight = 1): Evidence => ({
  start,
  end: start + text.length,
  text,
  kind: 'loaded',
  direction: 'negative',
  weight,
})

test('each paragraph has its marks, counted from its start, in whatever order the evidence is', () => {
  const lines = linesOf(TEXT, [at(35, 'reckless', 3), at(22, 'bold'), at(2, 'reckless')])
  expect(lines.map(({ start, line }) => [start, line])).toEqual([
    [0, 'A reckless plan.'],
    [17, ''],
    [18, 'The bold plan of'],
    [35, 'reckless people.'],
  ])
  expect(lines.map(({ marks }) => marks.map(({ start, end, strength }) => [start, end, strength]))).toEqual([
    [[2, 10, 2]],
    [],
    [[4, 8, 2]],
    [[0, 8, 3]],
  ])
})

test('a mark across two paragraphs is left out, and removes no other mark', () => {
  const lines = linesOf(TEXT, [at(27, 'plan of\nreckless'), at(44, 'people')])
  expect(lines.map(({ marks }) => marks.length)).toEqual([0, 0, 0, 1])
})

const idsOf = ({ lines }: ReturnType<typeof redrawn>) => lines.map(({ id }) => id)

test('a paragraph keeps its element when another is inserted before it, or when it is edited', () => {
  const before = redrawn(BLANK, linesOf('One.\nTwo.\nThree.', []))
  expect(idsOf(before)).toEqual([0, 1, 2])
  const pushed = redrawn(before, linesOf('One.\nTw\no.\nThree.', []))
  expect(idsOf(pushed)).toEqual([0, 1, 3, 2])
  expect(pushed.lines.at(-1)).toMatchObject({ line: 'Three.', start: 11 })
  expect(idsOf(redrawn(pushed, linesOf('One.\nThree.', [])))).toEqual([0, 2])
})

test('a paragraph renders again only if its words or its marks change', () => {
  const before = redrawn(BLANK, linesOf(TEXT, [at(2, 'reckless'), at(35, 'reckless')]))
  const moved = redrawn(before, linesOf(`So: ${TEXT}`, [at(6, 'reckless'), at(39, 'reckless')]))
  expect(moved.lines.map(({ marks }, i) => marks === before.lines[i]?.marks)).toEqual([false, true, true, true])
  // A stronger mark makes the other one weaker by comparison.
  const stronger = redrawn(before, linesOf(TEXT, [at(2, 'reckless'), at(35, 'reckless', 3)]))
  expect(stronger.lines.map(({ marks }, i) => marks === before.lines[i]?.marks)).toEqual([false, true, true, true])
})

test('a long text is rendered in pieces, then its marks', () => {
  const text = Array.from({ length: 9 }, (_, i) => `Line ${i} is reckless.`).join('\n')
  const wanted = linesOf(text, [])
  const counts: number[] = []
  let drawing = redrawn(BLANK, wanted, 50)
  for (; !drawing.isWhole; drawing = redrawn(drawing, wanted, 50)) counts.push(drawing.lines.length)
  expect(counts).toEqual([3, 6])
  expect(drawing.lines.map(({ line }) => line).join('\n')).toBe(text)
  const marked = linesOf(text, [at(10, 'reckless'), at(170, 'reckless')])
  const first = redrawn(drawing, marked, 10)
  expect(first.lines.map(({ marks }) => marks.length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(first.isWhole).toBe(false)
  const second = redrawn(first, marked, 10)
  expect(second.lines.map(({ marks }) => marks.length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(second.isWhole).toBe(true)
})

test('changed paragraphs are left out until it is their turn, so that no mark is below other words', () => {
  const before = redrawn(BLANK, linesOf('A reckless plan.\nA reckless plan.', [at(2, 'reckless'), at(19, 'reckless')]))
  const part = redrawn(before, linesOf('Another text.\nAnd its end.', []), 5)
  expect(part.lines.map(({ line, marks }) => [line, marks.length])).toEqual([['Another text.', 0]])
})
