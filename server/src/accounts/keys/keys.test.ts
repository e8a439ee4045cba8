import { describe, expect, test } from 'vitest'
import { hashOf, isWellFormed, mintKey } from './keys.ts'

test('a key is its prefix, 43 random characters and a checksum of 6', () => {
  const { text, prefix, hash } = mintKey('svc_')
  expect(text).toMatch(/^svc_[0-9A-Za-z]{49}$/)
  expect(prefix).toBe(text.slice(0, 12))
  expect(hash).toEqual(hashOf(text))
  expect(isWellFormed(text, 'svc_')).toBe(true)
})

test('keys do not repeat and use the whole alphabet', () => {
  const keys = Array.from({ length: 200 }, () => mintKey('svc_').text)
  expect(new Set(keys).size).toBe(200)
  expect(new Set(keys.join('').replaceAll('svc_', '')).size).toBe(62)
})

describe('is rejected without a look-up', () => {
  const { text } = mintKey('svc_')
  test.each([
    ['one character changed', text.slice(0, 20) + (text[20] === 'A' ? 'B' : 'A') + text.slice(21)],
    ['two characters swapped', swapped(text)],
    ['cut short', text.slice(0, -1)],
    ['too long', `${text}0`],
    ['another prefix', `acme_${text.slice(4)}`],
    ['another case', text.toLowerCase() === text ? text.toUpperCase() : text.toLowerCase()],
    ['a strange character', `${text.slice(0, 10)}\0${text.slice(11)}`],
    ['nothing', ''],
  ])('%s', (_what, bad) => {
    expect(isWellFormed(bad, 'svc_')).toBe(false)
  })
})

function swapped(text: string): string {
  for (let at = 4; ; at++) {
    const [a, b] = [text.charAt(at), text.charAt(at + 1)]
    if (a !== b) return text.slice(0, at) + b + a + text.slice(at + 2)
  }
}
