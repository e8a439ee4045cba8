import { compute, drawBits } from '@equipoise/engine'
import { expect, test } from 'vitest'
import { blocksAsCsv } from './sequence-csv.ts'

test('the file holds every sample, begins with the first block, and is balanced', () => {
  const setting = { bias: 0.1, N: 9, samples: 1000, seed: 42 } as const
  const lines = blocksAsCsv(drawBits(setting).output, setting).split('\r\n')
  expect(lines).toHaveLength(1001)
  expect(lines[1]).toBe(`1,${compute(setting).sequence}`)
  const bits = lines.slice(1).map((line) => line.split(',')[1] ?? '')
  const ones = bits.join('').split('1').length - 1
  expect(ones).toBe(4500)
})
