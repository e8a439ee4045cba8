import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readModel } from '@equipoise/score/weights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CorpusName, readCorpus, readTaught } from '../corpora.ts'
import { describeWords, keptBack } from './features.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpora-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function writeCorpus(name: CorpusName, rows: readonly object[]): void {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  writeFileSync(join(folder, `${name}.jsonl.gz`), gzipSync(lines))
}

const sides = Array.from({ length: 400 }, (_, at) => [`tv-${at}l`, `tv-${at}r`]).flat()

test('a corpus is read as it lies: one row a line, the last line included', () => {
  writeCorpus('groups', [
    { id: 'g-1', text: 'First.', label: 0 },
    { id: 'g-2', text: 'Sécond.', label: 1 },
  ])
  expect(readCorpus(folder, 'groups').map(({ text }) => text)).toEqual(['First.', 'Sécond.'])
})

test('votes of the teacher that are about other rows are rejected', () => {
  writeCorpus('annolexical', [{ id: 'anno-1', text: 'One.', label: 0 }])
  expect(() => readTaught(folder)).toThrow(/anno-lexical has 1: teach it anew/)
})

test('both statements of a pair are kept back, or none', () => {
  writeCorpus(
    'plain_facts',
    sides.map((id) => ({ id, text: 'A text.', label: 0 })),
  )
  const kept = keptBack(folder, 'plain_facts').map(({ id }) => id)
  expect(kept.length / sides.length).toBeCloseTo(4 / 20, 1)
  const pairs = kept.map((id) => id.slice(0, -1))
  expect(pairs).toHaveLength(2 * new Set(pairs).size)
})

test('rows with a pair of their own are kept back by the pair, whatever their ids', () => {
  writeCorpus(
    'groups',
    sides.map((id, at) => ({ id, pair: Math.floor(at / 4), text: 'A text.', label: 0 })),
  )
  const pairs = keptBack(folder, 'groups').map(({ pair }) => pair)
  expect(pairs.length).toBeGreaterThan(0)
  expect(pairs).toHaveLength(4 * new Set(pairs).size)
})

test('of a text the words describe its longest sentence', () => {
  const model = readModel('permissive')
  const attack = 'This shameless and disgraceful plan is an outrageous insult to decent people.'
  const { longest, words } = describeWords(model, `It rained. ${attack} We left.`)
  expect(longest).toBe(1)
  expect(words).toBeGreaterThan(describeWords(model, 'The library opens at nine and closes at five on Monday.').words)
})

test('a text without words is described, not rejected', () => {
  expect(describeWords(readModel('permissive'), '—').words).toBe(0)
})
