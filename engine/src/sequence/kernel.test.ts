import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import wabt from 'wabt'
import { referenceBits } from '../../test/reference.ts'
import { SIZES } from '../engine.ts'
import type { Setting } from '../setting.ts'
import { type Bits, draw, drawBits } from './draw.ts'
import { KERNEL_BASE64 } from './kernel-binary.ts'

// One setting for each code path: no digits, one, eight, nine, all 1,074; several chunks; several refills of the tail.
const WAYS = [
  ['no source', { bias: 0, N: 64, samples: 20_000 }],
  ['a full source', { bias: 1, N: 64, samples: 19_999 }],
  ['one digit', { bias: 0.5, N: 64, samples: 20_000 }],
  ['eight digits', { bias: 255 / 256, N: 25, samples: 20_001 }],
  ['nine digits', { bias: 1 / 512, N: 25, samples: 20_001 }],
  ['the longest expansion', { bias: 2 ** -1022 - 2 ** -1074, N: 32, samples: 10_000 }],
  ['the smallest bias', { bias: 5e-324, N: 64, samples: 20_000 }],
  ['the largest bias below 1', { bias: 1 - 2 ** -53, N: 64, samples: 20_000 }],
  ['the longest run', { bias: 1 / 3, N: 64, samples: 50_000 }],
] as [string, Omit<Setting, 'seed'>][]

describe('the kernel', () => {
  it('is compiled from the current kernel.wat (otherwise run scripts/build-wasm.ts)', async () => {
    const source = readFileSync(new URL('./kernel.wat', import.meta.url), 'utf8')
    const { parseWat } = await wabt()
    const module = parseWat('kernel.wat', source, { simd: true, mutable_globals: true })
    expect(Buffer.from(module.toBinary({}).buffer).toString('base64')).toBe(KERNEL_BASE64)
  })

  it('draws the bits of the definition for any setting', () => {
    fc.assert(
      fc.property(anySetting(), (setting) => {
        expect(hexOf(drawBits(setting))).toEqual(hexOf(referenceBits(setting)))
      }),
      { seed: 1, numRuns: 60 },
    )
  })

  it.each(WAYS)('draws the bits of the definition with %s', (_name, given) => {
    const setting = { ...given, seed: 'ways' }
    expect(hexOf(drawBits(setting))).toEqual(hexOf(referenceBits(setting)))
  })
})

describe('if WebAssembly is missing or forbidden', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
  })

  it.each([
    ['missing', undefined],
    [
      'forbidden',
      {
        Module: class {
          constructor() {
            throw new Error('Refused to compile: unsafe-eval is not an allowed source of script')
          }
        },
      },
    ],
  ])('(%s) the engine loads, and draws and counts the same bits', async (_name, standIn) => {
    vi.stubGlobal('WebAssembly', standIn)
    vi.resetModules()
    const portable = await import('./draw.ts')
    for (const [name, given] of WAYS) {
      const setting = { ...given, seed: 'ways' }
      expect(portable.draw(setting), name).toEqual(draw(setting))
      expect(hexOf(portable.drawBits(setting)), name).toEqual(hexOf(drawBits(setting)))
    }
  })
})

function hexOf({ source, output }: Bits): { source: string; output: string } {
  return { source: Buffer.from(source).toString('hex'), output: Buffer.from(output).toString('hex') }
}

function anySetting(): fc.Arbitrary<Setting> {
  return fc.record({
    bias: fc.oneof(
      fc.double({ min: 0, max: 1, noNaN: true }).map((bias) => bias + 0),
      fc.integer({ min: 0, max: 4096 }).map((k) => k / 4096),
      fc.integer({ min: 1, max: 1074 }).map((exponent) => 2 ** -exponent),
    ),
    N: fc.constantFrom(...SIZES),
    samples: fc.integer({ min: 100, max: 3_000 }),
    seed: fc.oneof(fc.maxSafeNat(), fc.stringMatching(/^[0-9A-Za-z_-]{1,128}$/)),
  })
}
