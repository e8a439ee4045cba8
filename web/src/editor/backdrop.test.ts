import type { Evidence } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { linesOf } from './backdrop.tsx'

const TEXT = 'A reckless plan.\n\nThe bold plan of\nreckless people.'
const at = (start: number, text: string, weight = 1): Evidence => ({
  start,
  end: start + text.length,
  text,
  kind: 'loaded',
  direction: 'negative',
  weight,
})

test('each paragraph has its own marks, counted from its start, in whatever order the evidence comes', () => {
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

test('a mark across two paragraphs belongs to none, and takes no other mark away', () => {
  const lines = linesOf(TEXT, [at(27, 'plan of\nreckless'), at(44, 'people')])
  expect(lines.map(({ marks }) => marks.length)).toEqual([0, 0, 0, 1])
})
