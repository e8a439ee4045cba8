import { expect, test } from 'vitest'
import { drawPanels } from './plot.ts'

const points = [0, 30_000, 60_000].map((atMs) => ({ atMs, value: atMs / 1_000 }))
const fault = { kind: 'worker killed', atMs: 30_000, forMs: 0, untilMs: 40_000 } as const

test('every series is a line from left to right, the highest value near the top, and a fault is a mark', () => {
  const svg = drawPanels([{ title: 'memory', series: [{ name: 'one', unit: 'MB', points }] }], [fault], 60_000)
  expect(/<polyline points="([^"]*)"/.exec(svg)?.[1]).toBe('52,108 400,69 748,30')
  expect(svg.match(/<line x1="400" .*worker killed/g)).toHaveLength(1)
})

test('without a sample there is an empty panel', () => {
  const svg = drawPanels([{ title: 'memory', series: [{ name: 'one', unit: 'MB', points: [] }] }], [], 60_000)
  expect(svg).toMatch(/^<svg[\s\S]*<\/svg>\n$/)
  expect(svg).not.toMatch(/NaN|Infinity/)
})
