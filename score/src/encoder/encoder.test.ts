import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import wabt from 'wabt'
import { readDeep } from '../weights.ts'
import { exp, gelu } from './arithmetic.ts'
import { loadEncoder, splitPieces } from './encoder.ts'
import { makeProduct } from './kernel.ts'
import { KERNEL_BASE64 } from './kernel-binary.ts'

const { encoder } = readDeep('default') ?? expect.unreachable('the default weights have an encoder')
const pieces = (text: string): number[] => text.split(' ').flatMap((word) => splitPieces(encoder.vocabulary, word))

test('the compiled kernel is the one in kernel.wat', async () => {
  const { parseWat } = await wabt()
  const source = readFileSync(new URL('./kernel.wat', import.meta.url), 'utf8')
  const { buffer } = parseWat('kernel.wat', source, { simd: true, mutable_globals: true }).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(KERNEL_BASE64)
})

test('the product is exact at the largest values it is given', () => {
  const memory = new WebAssembly.Memory({ initial: 2 })
  const product = makeProduct(memory)
  const [rows, columns, width] = [4, 2, 1536]
  const words = new Int16Array(memory.buffer)
  for (let i = 0; i < rows * width; i++) words[i] = i % 3 === 0 ? -8191 : 8191
  const b = rows * width
  for (let i = 0; i < columns * width; i++) words[b + i] = i % 2 === 0 ? 127 : -127
  const out = 2 * (b + columns * width)
  product(0, rows, 2 * b, columns, 2 * width, out)
  const sums = new Int32Array(memory.buffer, out, rows * columns)
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      let sum = 0
      for (let k = 0; k < width; k++) sum += (words[r * width + k] ?? 0) * (words[b + c * width + k] ?? 0)
      expect(sums[r * columns + c]).toBe(sum)
    }
  }
})

test('exp and GELU agree with the textbook', () => {
  for (let x = -30; x <= 0; x += 0.137) expect(Math.abs(exp(x) - Math.exp(x))).toBeLessThan(1e-8)
  expect(gelu(0)).toBeCloseTo(0, 6)
  expect(gelu(1)).toBeCloseTo(0.841345, 5)
  expect(gelu(-1)).toBeCloseTo(-0.158655, 5)
  expect([gelu(9), gelu(-9)]).toEqual([9, 0])
})

test('a sentence gets the same bits alone and beside others, of any length', () => {
  const texts = ['the train leaves at 10 .', 'what a liar .', 'a', Array(200).fill('very').join(' ')].map(pieces)
  const together = encoder.read([...texts, ...texts])
  for (const [at, text] of texts.entries()) {
    const [alone] = encoder.read([text])
    expect(together[at]).toEqual(alone)
    expect(together[at + texts.length]).toEqual(alone)
  }
})

test('it tells a plain sentence from a loaded one and a hostile one from a kind one', () => {
  const [plain, loaded, hostile, kind] = encoder.read(
    [
      'the meeting starts at 10 on monday .',
      'this shameless liar has betrayed us all .',
      'europeans are vermin .',
      'europeans and smith live side by side in the old town .',
    ].map(pieces),
  )
  expect(plain?.sentence.news).toBeLessThan(-1)
  expect(loaded?.sentence.news).toBeGreaterThan(1)
  expect(hostile?.sentence.group).toBeGreaterThan(2)
  expect(kind?.sentence.group).toBeLessThan(0)
})

test('words are split into the longest known pieces, and what cannot be split is one unknown piece', () => {
  expect(splitPieces(encoder.vocabulary, 'constructor').length).toBeGreaterThan(0)
  expect(splitPieces(encoder.vocabulary, '漢')).toEqual([encoder.vocabulary.unknown])
})

test('bytes that are no weights are refused in words', () => {
  expect(() => loadEncoder(new Uint8Array(64))).toThrow('not the weights of an encoder')
  expect(() =>
    loadEncoder(readFileSync(new URL('../../../score-weights/encoder.bin', import.meta.url)).subarray(0, 500_000)),
  ).toThrow()
})
