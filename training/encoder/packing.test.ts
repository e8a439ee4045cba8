import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fitChains, longestChain, packEncoder } from './packing.ts'

const TENSORS = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8])
const VOCABULARY = Buffer.from('the\nplan\nété\n')

interface Tensor {
  readonly name: string
  readonly type: string
  readonly shape: readonly number[]
  readonly at: number
}

const tensorOf = (name: string, shape: readonly number[], at: number): Tensor => ({
  name,
  type: name.endsWith('.scale') ? 'f32' : 'i8',
  shape,
  at,
})

function studentOf(header: object, tensors = TENSORS): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const lead = Buffer.alloc(8)
  lead.write('EQEN')
  lead.writeUInt32LE(text.length, 4)
  return Buffer.concat([lead, text, tensors])
}

function read(packed: Buffer) {
  const length = packed.readUInt32LE(4)
  const header = JSON.parse(packed.subarray(8, 8 + length).toString('utf8'))
  return { mark: packed.toString('latin1', 0, 4), header, body: packed.subarray(8 + length), bodyAt: 8 + length }
}

const student = studentOf({ layers: 2, tensors: [{ name: 'embedding', at: 0 }] })
const given = { vocabulary: VOCABULARY, blend: { words: 0.5 }, version: '2.0.0', licence: 'MIT' }
const packed = packEncoder({ ...given, student })

test('the header says what the file is, and keeps what the trainer wrote', () => {
  const { mark, header } = read(packed)
  expect(mark).toBe('EQEN')
  expect(header).toMatchObject({ version: '2.0.0', licence: 'MIT', blend: { words: 0.5 }, layers: 2 })
})

test('the tensors are as they were, and the vocabulary lies where the header says', () => {
  const { header, body } = read(packed)
  expect(body.subarray(0, TENSORS.length)).toEqual(TENSORS)
  const { at, shape } = header.tensors.find(({ name }: { name: string }) => name === 'vocabulary')
  expect(body.subarray(at, at + shape[0])).toEqual(VOCABULARY)
})

test.each(['MIT', 'CC BY 4.0', 'licence é', 'x'.repeat(15)])('tensors start at a multiple of 16: %s', (licence) => {
  const made = packEncoder({ student, vocabulary: VOCABULARY, blend: null, version: '1', licence })
  expect(read(made).bodyAt % 16).toBe(0)
  expect(read(made).header.licence).toBe(licence)
})

test('weights that are too large for a chain are rounded more coarsely, others stay', () => {
  const small = Int8Array.from({ length: 256 }, (_, i) => (i % 33) - 16)
  expect(fitChains(small)).toEqual({ fitted: small, by: 1 })
  const large = Int8Array.from({ length: 256 }, (_, i) => (i < 128 ? 100 : -7))
  const { fitted, by } = fitChains(large)
  expect(longestChain(fitted)).toBeLessThanOrEqual(258)
  fitted.forEach((weight, i) => {
    expect(Math.abs(weight / by - (large[i] ?? 0))).toBeLessThanOrEqual(0.5 / by)
  })
})

test('the scale of a row says how coarsely it is rounded', () => {
  const tensors = Buffer.alloc(132)
  tensors.fill(100, 0, 128)
  tensors.writeFloatLE(0.5, 128)
  const header = { tensors: [tensorOf('0.query', [1, 128], 0), tensorOf('0.query.scale', [1], 128)] }
  const { body } = read(packEncoder({ ...given, student: studentOf(header, tensors) }))
  expect(body.readInt8(0)).toBeLessThan(17)
  expect(body.readInt8(0) * body.readFloatLE(128)).toBeCloseTo(50, 0)
})

test.each(['score-weights/encoder.bin', 'score/weights/encoder-permissive.bin'])('every chain of %s fits', (path) => {
  const { header, body } = read(readFileSync(new URL(`../../${path}`, import.meta.url)))
  const matrices = header.tensors.filter((tensor: Tensor) => tensor.type === 'i8' && tensor.name !== 'words')
  expect(matrices).toHaveLength(36)
  for (const { shape, at } of matrices as Tensor[]) {
    const [rows = 0, width = 0] = shape
    const chains = Array.from({ length: rows }, (_, row) =>
      longestChain(new Int8Array(body.buffer, body.byteOffset + at + row * width, width)),
    )
    expect(Math.max(...chains)).toBeLessThanOrEqual(258)
  }
})
