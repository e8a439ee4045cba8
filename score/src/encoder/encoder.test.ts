import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
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

test('bytes that are no weights are rejected in words', () => {
  expect(() => loadEncoder(new Uint8Array(64))).toThrow('not the weights of an encoder')
  expect(() =>
    loadEncoder(readFileSync(new URL('../../../score-weights/encoder.bin', import.meta.url)).subarray(0, 500_000)),
  ).toThrow()
})

describe('a file of weights that was changed is rejected', () => {
  const file = readFileSync(new URL('../../../score-weights/encoder.bin', import.meta.url))
  const headerLength = file.readUInt32LE(4)
  const { tensors } = JSON.parse(file.subarray(8, 8 + headerLength).toString()) as {
    tensors: { name: string; at: number }[]
  }
  const changed = (name: string, change: (tensor: Buffer) => void) => {
    const copy = Buffer.from(file)
    change(copy.subarray(8 + headerLength + (tensors.find((one) => one.name === name)?.at ?? Number.NaN)))
    return () => loadEncoder(copy)
  }
  const stated = (before: string, after: string) => {
    const copy = Buffer.from(file)
    expect(copy.subarray(0, headerLength).includes(before)).toBe(true)
    copy.write(after, copy.indexOf(before))
    return () => loadEncoder(copy)
  }

  test('if weights are too large to be added as the kernel adds them', () => {
    // The two weights that the second lane adds up in each of eight steps: as large as they may be, and one more.
    const fill = (weight: number) => (tensor: Buffer) => {
      for (let at = 128; at < 256; at++) tensor.writeInt8(at % 16 === 2 || at % 16 === 3 ? weight : 0, at)
    }
    const last = (fits: boolean, weight: number) => (tensor: Buffer) => {
      fill(weight)(tensor)
      tensor.writeInt8(weight + (fits ? 2 : 3) * Math.sign(weight), 131)
    }
    for (const weight of [16, -16]) {
      expect(changed('3.hidden', last(true, weight))).not.toThrow()
      expect(changed('3.hidden', last(false, weight))).toThrow('Weights in 3.hidden are too large')
    }
  })

  test.each(['words.scale', 'places', '5.back.bias', '2.norm_hidden.weight', 'early.token.weight', '0.key.scale'])(
    'if %s is not all numbers',
    (name) => {
      for (const value of [Number.NaN, Number.NEGATIVE_INFINITY]) {
        expect(changed(name, (tensor) => tensor.writeFloatLE(value, 4))).toThrow(`${name} is not all numbers`)
      }
    },
  )

  test('if its sizes do not belong together, or are not those of the kernel', () => {
    expect(stated('"width":384', '"width":256')).toThrow(/have \d+ numbers in/)
    expect(stated('"heads":12', '"heads":11')).toThrow('rows of a multiple of 128 numbers')
    expect(stated('"heads":12', '"heads":16')).toThrow('rows of a multiple of 128 numbers')
    expect(stated('"shape":[384,384]', '"shape":[384,256]')).toThrow('98304 numbers in 0.query, not 147456')
  })
})

test('weights that were rounded for an older kernel are rejected', () => {
  const file = readFileSync(new URL('../../../score-weights/encoder.bin', import.meta.url))
  const older = Buffer.from(file)
  older.write('"chain":4', older.indexOf('"chain":8'))
  expect(() => loadEncoder(older)).toThrow(TypeError)
})
