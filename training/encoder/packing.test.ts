import { expect, test } from 'vitest'
import { packEncoder } from './packing.ts'

const TENSORS = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8])
const VOCABULARY = Buffer.from('the\nplan\nété\n')

function studentOf(header: object): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const lead = Buffer.alloc(8)
  lead.write('EQEN')
  lead.writeUInt32LE(text.length, 4)
  return Buffer.concat([lead, text, TENSORS])
}

function read(packed: Buffer) {
  const length = packed.readUInt32LE(4)
  const header = JSON.parse(packed.subarray(8, 8 + length).toString('utf8'))
  return { mark: packed.toString('latin1', 0, 4), header, body: packed.subarray(8 + length), bodyAt: 8 + length }
}

const student = studentOf({ layers: 2, tensors: [{ name: 'embedding', at: 0 }] })
const packed = packEncoder({
  student,
  vocabulary: VOCABULARY,
  blend: { words: 0.5 },
  version: '2.0.0',
  licence: 'MIT',
})

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
