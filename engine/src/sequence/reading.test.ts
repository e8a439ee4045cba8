import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { referenceBits } from '../../test/reference.ts'
import { type Setting, SIZES } from '../setting.ts'
import { compute } from './equilibrium.ts'
import { readSequence, type SequenceFormat } from './reading.ts'

const whole = (
  setting: Setting,
  format: SequenceFormat,
  part: { offset?: number; limit?: number; raw?: boolean } = {},
) => Buffer.concat([...readSequence(setting, { offset: 0, limit: setting.samples, format, ...part })])
const linesOf = (setting: Setting) => whole(setting, 'text').toString().trim().split('\n')

const settings = fc.record({
  bias: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1, 0.5, 5e-324)),
  N: fc.constantFrom(...SIZES),
  samples: fc.integer({ min: 100, max: 6_000 }),
  seed: fc.maxSafeNat(),
})

describe('the sequence', () => {
  test('consists of the blocks of the definition, each followed by its mirror; a single last block is made even by itself', () => {
    fc.assert(
      fc.property(settings, (setting) => {
        const lines = linesOf(setting)
        expect(lines).toHaveLength(setting.samples)
        const { output } = referenceBits(setting)
        for (const k of [0, 1, Math.ceil(setting.samples / 2) - 1]) {
          const bits = Array.from({ length: setting.N }, (_, i) => {
            const bit = k * setting.N + i
            return ((output[bit >> 3] ?? 0) >> (bit & 7)) & 1
          }).join('')
          const mirror = bits.replace(/./g, (bit) => String(1 - Number(bit)))
          const half = Math.floor(setting.N / 2)
          const folded = bits.slice(0, half) + mirror.slice(0, half) + bits.slice(2 * half)
          expect(lines.slice(2 * k, 2 * k + 2)).toEqual(lines.length - 2 * k === 1 ? [folded] : [bits, mirror])
        }
      }),
      { seed: 5, numRuns: 40 },
    )
  })

  test('without mirrors consists of every second sample, except for a single last one, in any part of it', () => {
    fc.assert(
      fc.property(settings, (setting) => {
        const raw = whole(setting, 'text', { raw: true }).toString().trim().split('\n')
        expect(raw).toHaveLength(Math.ceil(setting.samples / 2))
        const pairs = Math.floor(setting.samples / 2)
        expect(raw.slice(0, pairs)).toEqual(linesOf(setting).filter((_, i) => i % 2 === 0 && i < 2 * pairs))
        const part = whole(setting, 'text', { raw: true, offset: 7, limit: 5 }).toString().trim().split('\n')
        expect(part).toEqual(raw.slice(7, 12))
      }),
      { seed: 5, numRuns: 20 },
    )
  })

  test.each([0, 0.1, 0.3, 1, 5e-324])('of bias %d without mirrors has the digest of the longest run', (bias) => {
    const setting: Setting = { bias, N: 64, samples: 50_000, seed: 6 }
    const bytes = whole(setting, 'bytes', { raw: true })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(compute(setting).digest)
  })

  test('can be read alternately with others: nothing is kept in shared memory', () => {
    const setting: Setting = { bias: 0.3, N: 25, samples: 50_000, seed: 1 }
    const quiet = whole(setting, 'text')
    const pieces: Uint8Array[] = []
    for (const piece of readSequence(setting, { offset: 0, limit: 50_000, format: 'text' })) {
      pieces.push(piece)
      compute({ bias: 0.7, N: 64, samples: 5_000, seed: 2 })
    }
    expect(Buffer.concat(pieces).equals(quiet)).toBe(true)
  })

  test('is the same in parts as in one piece, in every format', () => {
    const setting: Setting = { bias: 0.9, N: 9, samples: 20_001, seed: 'parts' }
    const text = whole(setting, 'text').toString()
    const parts = [
      [0, 7],
      [7, 10_000],
      [10_007, 50_000],
    ].map(([offset = 0, limit = 0]) => whole(setting, 'text', { offset, limit }).toString())
    expect(parts.join('')).toBe(text)
    expect(whole(setting, 'text', { offset: 20_001, limit: 5 })).toHaveLength(0)
    const csv = whole(setting, 'csv', { offset: 5, limit: 2 }).toString().trim().split('\n')
    const [fifth = '', sixth = ''] = text.split('\n').slice(5, 7)
    const ones = fifth.split('1').length - 1
    expect(csv).toEqual([
      'sample,bits,ones,share',
      `5,${fifth},${ones},${ones / 9}`,
      expect.stringContaining(`6,${sixth},`),
    ])
    const bytes = whole(setting, 'bytes')
    const bits = text.replaceAll('\n', '')
    const unpacked = [...bytes].map((byte) => [...byte.toString(2).padStart(8, '0')].reverse().join('')).join('')
    expect(unpacked.slice(0, bits.length)).toBe(bits)
    expect(bytes).toHaveLength(Math.ceil(bits.length / 8))
  })

  test('of any length is read in small pieces', () => {
    const pieces = [
      ...readSequence({ bias: 0.5, N: 64, samples: 50_000, seed: 1 }, { offset: 0, limit: 50_000, format: 'text' }),
    ]
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(150_000)
  })
})
