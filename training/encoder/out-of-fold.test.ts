import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readDeep, weightsPath } from '@equipoise/score/weights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOLDS } from '../folds.ts'
import { type OutOfFold, readOutOfFold } from './out-of-fold.ts'

// Two rows of three and two pieces, as NumPy writes them: heads as float32, pieces as float16, of each first the last answer, then the early one.
const HEADS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2, -3, -4, -5, -6, -7, -7, -9, -8, -8, -8, -8, -8, -8, -8,
  -8, -8,
]
const LAST = [0x3c00, 0xc000, 0x3800, 0x0000, 0x4000, 0x0001, 0x3c00, 0x3c00, 0xbc00, 0xbc00]
const PIECES = LAST.flatMap((half, at) => (at % 2 === 0 ? [half, LAST[at + 1] ?? 0, 0x4200, 0xc200] : []))

let folder: string
let outOfFold: OutOfFold
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'folds-'))
  for (let fold = 0; fold < FOLDS; fold++) copyFileSync(weightsPath('permissive'), join(folder, `fold-${fold}.bin`))
  writeFileSync(join(folder, 'oof.npy'), numpy("'<f4'", new Uint8Array(Float32Array.from(HEADS).buffer)))
  writeFileSync(join(folder, 'oof_tokens.npy'), numpy("'<f2'", new Uint8Array(Uint16Array.from(PIECES).buffer)))
  outOfFold = readOutOfFold({ words: folder, student: folder, lengths: Uint8Array.of(3, 2) })
})
afterAll(() => rmSync(folder, { recursive: true }))

function numpy(type: string, body: Uint8Array): Buffer {
  const head = Buffer.from(`{'descr': ${type}, 'fortran_order': False, 'shape': (2,), }\n`, 'latin1')
  const start = Buffer.from('\x93NUMPY\x01\x00\0\0', 'latin1')
  start.writeUInt16LE(head.length, 8)
  return Buffer.concat([start, head, body])
}

test('each row has the logits that the student of its fold gave it', () => {
  const { heads, early } = outOfFold.headsOf(0)
  expect(heads).toEqual({
    news: 1,
    wiki: 2,
    group: 3,
    opinion: 4,
    good: 5,
    bad: 6,
    register: 7,
    policy: 8,
    partisan: 9,
  })
  expect(early.news).toBe(0)
  expect(outOfFold.headsOf(1).heads.bad).toBe(-6)
})

test('its pieces are read in order over its sentences, and pieces that were cut off count as unmarked', () => {
  const deep = readDeep('permissive')
  if (!deep) throw new Error('there is no encoder')
  const [first, second] = outOfFold.deepOf(deep, 0).encoder.read([
    [7, 7],
    [7, 7],
  ])
  expect([...(first?.marked ?? [])]).toEqual([1, 0.5])
  expect([...(first?.removed ?? [])]).toEqual([-2, 0])
  expect([...(second?.marked ?? [])]).toEqual([2, -6])
  const [other] = outOfFold.deepOf(deep, 1).encoder.read([[7, 7]])
  expect([...(other?.marked ?? [])]).toEqual([1, -1])
})

test('the early answer counts where the student is sure', () => {
  const deep = readDeep('permissive')
  if (!deep) throw new Error('there is no encoder')
  const sources = { words: folder, student: folder, lengths: Uint8Array.of(3, 2) }
  const { deepOf } = readOutOfFold({ ...sources, sure: { news: -5 } })
  expect(deepOf(deep, 0).encoder.read([[7]])[0]).toMatchObject({ sentence: { news: 1 }, marked: Float32Array.of(1) })
  expect(deepOf(deep, 1).encoder.read([[7]])[0]).toMatchObject({ sentence: { news: -8 }, marked: Float32Array.of(3) })
})
