import { compute, drawBits, readSequence } from '@equipoise/engine'
import { expect, test } from 'vitest'
import { blocksAsCsv } from './sequence-csv.ts'

test('the file holds every sample, starts with the first block, and is balanced', () => {
  const setting = { bias: 0.1, N: 9, samples: 1000, seed: 42 } as const
  const lines = blocksAsCsv(drawBits(setting).output, setting).split('\r\n')
  expect(lines).toHaveLength(1001)
  expect(lines[1]).toBe(`1,${compute(setting).sequence}`)
  const bits = lines.slice(1).map((line) => line.split(',')[1] ?? '')
  const ones = bits.join('').split('1').length - 1
  expect(ones).toBe(4500)
})

test('the file holds the same samples as the service streams, also for an odd number', () => {
  const setting = { bias: 0.7, N: 9, samples: 1001, seed: 2 } as const
  const streamed = Buffer.concat([...readSequence(setting, { offset: 0, limit: 1001, format: 'text' })]).toString()
  const lines = blocksAsCsv(drawBits(setting).output, setting).split('\r\n').slice(1)
  expect(lines.map((line) => line.split(',')[1])).toEqual(streamed.trim().split('\n'))
})
