import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDeep } from '../weights.ts'
import { exp } from './arithmetic.ts'
import { loadEncoder, splitPieces } from './encoder.ts'

const { encoder } = readDeep('default') ?? expect.unreachable('the default weights have an encoder')
const pieces = (text: string): number[] => text.split(' ').flatMap((word) => splitPieces(encoder.vocabulary, word))

test('exp agrees with the textbook', () => {
  for (let x = -30; x <= 0; x += 0.137) expect(Math.abs(exp(x) - Math.exp(x))).toBeLessThan(1e-8)
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

test('a sentence that is surely plain is answered early, and only such a one', () => {
  const file = readFileSync(new URL('../../../score-weights/encoder.bin', import.meta.url))
  const text = new TextDecoder('latin1').decode(file)
  const never = Uint8Array.from(file)
  const at = text.indexOf('"sure":{"news":')
  // The limit -2 becomes -9, which no sentence is below: the rest of the file stays where it is.
  never.set(new TextEncoder().encode('"sure":{"news":-9'), at)
  const toTheEnd = loadEncoder(never)
  const [plain = [], loaded = []] = [
    'the meeting starts at 10 on monday .',
    'this shameless liar has betrayed us all .',
  ].map(pieces)
  expect(encoder.read([loaded])).toEqual(toTheEnd.read([loaded]))
  expect(encoder.read([plain])).not.toEqual(toTheEnd.read([plain]))
  expect(
    Math.abs((encoder.read([plain])[0]?.sentence.news ?? 0) - (toTheEnd.read([plain])[0]?.sentence.news ?? 9)),
  ).toBeLessThan(1)
})

test('it tells a plain sentence from a loaded one and a hostile one from a kind one', () => {
  const [plain, loaded, hostile, kind] = encoder.read(
    [
      'the meeting starts at 10 on monday .',
      'this shameless liar has betrayed us all .',
      'europeans cannot be trusted and must leave our country .',
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

test('weights that were rounded for an older kernel are refused', () => {
  const file = readFileSync(new URL('../../../score-weights/encoder.bin', import.meta.url))
  const older = Buffer.from(file)
  older.write('"chain":4', older.indexOf('"chain":8'))
  expect(() => loadEncoder(older)).toThrow(TypeError)
})
