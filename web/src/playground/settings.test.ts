import { expect, test } from 'vitest'
import { isSamples, paramsOf, seedValue, settingsFrom, settledSamples } from './settings.ts'

test('an address holds all settings', () => {
  const settings = { bias: 0.25, N: 16, samples: 2000, seed: 'fair-1' } as const
  expect(settingsFrom(paramsOf(settings), 'x')).toEqual(settings)
})

test('invalid parts of an address become the default', () => {
  const wrong = new URLSearchParams({ bias: '2', N: '10', samples: '1e9', seed: 'a b' })
  expect(settingsFrom(wrong, '7')).toEqual({ bias: 0.9, N: 9, samples: 1000, seed: '7' })
  expect(settingsFrom(new URLSearchParams({ bias: 'NaN' }), '7').bias).toBe(0.9)
  expect(settingsFrom(new URLSearchParams({ bias: '0' }), '7').bias).toBe(0)
})

test('a seed of digits is a number only as long as that is exact', () => {
  expect(seedValue('42')).toBe(42)
  expect(seedValue('042')).toBe('042')
  expect(seedValue('9007199254740993')).toBe('9007199254740993')
})

test('a typed number of samples becomes the nearest allowed one', () => {
  expect(settledSamples(5, 1000)).toBe(100)
  expect(settledSamples(60_000, 1000)).toBe(50_000)
  expect(settledSamples('99999999999999999999', 1000)).toBe(50_000)
  expect(settledSamples(2500, 1000)).toBe(2500)
  expect(settledSamples('', 1000)).toBe(1000)
})

test('samples are used only within their range', () => {
  expect([99, 100, 50_000, 50_001, 100.5, '', '500'].map(isSamples)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
