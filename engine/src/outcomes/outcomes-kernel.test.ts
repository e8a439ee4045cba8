import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import wabt from 'wabt'
import { integers, order, outcomeDigest } from './outcome.ts'
import { fillFast, orderFast } from './outcomes-kernel.ts'
import { KERNEL_BASE64 } from './outcomes-kernel-binary.ts'
import { uniform, type Words, wordsOf } from './words.ts'

/** The same words one at a time, which bypasses the kernel. */
function plainWords(text: string): Words {
  const words = wordsOf(text)
  return { next: () => words.next() }
}

/** The given words repeatedly, in chunks of a given size. */
function chunksOf(list: readonly number[], size: number) {
  let at = 0
  return {
    upcoming: () => Uint32Array.from({ length: size }, (_, i) => list[(at + i) % list.length] ?? 0),
    skip: (words: number) => {
      at += words
    },
    taken: () => at,
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('the kernel binary is compiled from the current outcomes-kernel.wat (otherwise run scripts/build-wasm.ts)', async () => {
  const source = readFileSync(new URL('./outcomes-kernel.wat', import.meta.url), 'utf8')
  const { parseWat } = await wabt()
  const module = parseWat('kernel.wat', source, { simd: true, mutable_globals: true })
  expect(Buffer.from(module.toBinary({}).buffer).toString('base64')).toBe(KERNEL_BASE64)
})

describe('the kernel draws the same as single uniform integers', () => {
  // Just above 2^31 half of the words are discarded, for a die hardly any.
  const ranges = [2, 3, 6, 7, 641, 2 ** 20, 2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1, 3 * 2 ** 30 + 1, 2 ** 32 - 1]

  test.each(ranges)('integers 0..%d-1', (m) => {
    const setting = { kind: 'integers', min: 0, max: m - 1, count: 20_001 } as const
    expect(outcomeDigest(integers(wordsOf(`${m}`), setting))).toBe(outcomeDigest(integers(plainWords(`${m}`), setting)))
  })

  test.each(ranges)('words on both sides of each limit, for %d values', (m) => {
    const limit = Math.floor(2 ** 32 / m) * m
    const near = [0, 1, m - 1, m, limit - m, limit - 1, limit, limit + 1, 2 ** 32 - 1]
      .filter((word) => word >= 0 && word < 2 ** 32)
      .flatMap((word, i) => [word, (i * 7) % m, i % m])
    const fast = chunksOf(near, 13)
    const out = new Uint32Array(1_000)
    expect(fillFast(fast, out, { m, least: 0 })).toBe(true)
    let at = 0
    const words = { next: () => near[at++ % near.length] ?? 0 }
    expect([...out]).toEqual(Array.from(out, () => uniform(words, m)))
    expect(fast.taken()).toBe(at)
  })

  test('any range, any minimum, any count', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2 ** 31 }),
        fc.nat({ max: 2 ** 31 - 2 }),
        fc.integer({ min: 1, max: 3_000 }),
        (...drawn) => {
          const [min, more, count] = drawn
          const setting = { kind: 'integers', min, max: min + more, count } as const
          const text = drawn.join()
          expect(outcomeDigest(integers(wordsOf(text), setting))).toBe(
            outcomeDigest(integers(plainWords(text), setting)),
          )
        },
      ),
      { seed: 1, numRuns: 50 },
    )
  })

  test('full orders and their starts, of any size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.double({ min: 0.07, max: 1, noNaN: true }), (size, share) => {
        const setting = { size, count: Math.max(1, Math.floor(size * share)) }
        expect(outcomeDigest(order(wordsOf(`${size}`), setting))).toBe(
          outcomeDigest(order(plainWords(`${size}`), setting)),
        )
      }),
      { seed: 1, numRuns: 50 },
    )
  })

  test('an order continues after discarded words, and takes exactly the words it needs', () => {
    const list = [2 ** 32 - 1, 2 ** 32 - 2, 5, 123_456_789, 2 ** 31 + 11]
    const fast = chunksOf(list, 7)
    const places = orderFast(fast, { size: 300, count: 300 })
    let at = 0
    const words = { next: () => list[at++ % list.length] ?? 0 }
    expect(places).toEqual(order(words, { size: 300, count: 300 }))
    expect(fast.taken()).toBe(at)
  })
})

test('without WebAssembly the numbers are the same', async () => {
  const setting = { size: 1_000, count: 1_000 }
  vi.resetModules()
  vi.stubGlobal('WebAssembly', undefined)
  const { orderFast: missing } = await import('./outcomes-kernel.ts')
  expect(missing(chunksOf([1], 1), setting)).toBeUndefined()
  const { drawOutcome } = await import('./outcomes.ts')
  const drawn = drawOutcome({ kind: 'shuffle', ...setting }, 1)
  expect(drawn).toEqual(order(plainWords('outcomes/1|1|shuffle|1000'), setting))
})
