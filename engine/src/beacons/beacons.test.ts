import { expect, test } from 'vitest'
import { DRAND_ROUND_MAX, drandRandomness, drandRoundAt, drandRoundMs, isDrandRound } from './beacons.ts'

// Real rounds of quicknet, as published by its network.
const ROUND_123 = 'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92'
const ROUND_1000 = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'

test('real rounds are valid for their own number only', () => {
  expect(isDrandRound(123, ROUND_123)).toBe(true)
  expect(isDrandRound(1_000, ROUND_1000)).toBe(true)
  expect(isDrandRound(124, ROUND_123)).toBe(false)
  expect(isDrandRound(123, ROUND_1000)).toBe(false)
})

test('anything else is not accepted as a signature, however it is written', () => {
  const wrong = [
    '',
    ROUND_123.toUpperCase(),
    ROUND_123.slice(2),
    `${ROUND_123}00`,
    ROUND_123.replace('b7', 'a7'),
    '0'.repeat(96),
    // The point at infinity.
    `c0${'0'.repeat(94)}`,
    'f'.repeat(96),
  ]
  expect(wrong.filter((signature) => isDrandRound(123, signature))).toEqual([])
  for (const round of [0, -1, 1.5, 2 ** 53, DRAND_ROUND_MAX + 1, Number.NaN]) {
    expect(isDrandRound(round, ROUND_123)).toBe(false)
  }
})

test('the randomness is the hash of the signature', () => {
  expect(drandRandomness(ROUND_1000)).toBe('fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd')
})

test('the first round was public on 23 August 2023, and one follows every three seconds', () => {
  expect(new Date(drandRoundMs(1)).toISOString()).toBe('2023-08-23T15:09:27.000Z')
  expect(drandRoundMs(1_000) - drandRoundMs(1)).toBe(2_997_000)
  expect(drandRoundAt(drandRoundMs(1_000))).toBe(1_000)
  expect(drandRoundAt(drandRoundMs(1_000) + 1)).toBe(1_001)
  expect(drandRoundAt(0)).toBe(1)
})
