import { expect, test } from 'vitest'
import { textsAboutPeople } from '../../score/test/data/about-people.ts'
import { everyday } from '../../score/test/data/everyday.ts'
import { verdictTexts } from '../../score/test/data/verdicts.ts'
import { ownRows } from './own.ts'

const rows = ownRows()

test('every sentence has an id of its own and a share of readers', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  for (const { text, label } of rows) {
    expect(text.trim()).not.toBe('')
    expect(label).toBeGreaterThan(0)
    expect(label).toBeLessThan(1)
  }
})

test('attacks are expected to be called loaded, plain sentences are not', () => {
  const shares = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ label }) => label))
  expect([...shares('attacks')]).toEqual([0.95])
  expect([...shares('plain')]).toEqual([0.08])
  expect([...shares('pattern')]).toEqual([0.08])
})

test('no sentence is one that judges the model', () => {
  const verdicts = Object.values({ ...verdictTexts, ...textsAboutPeople }).flatMap((texts) => texts.trim().split('\n'))
  const checked = new Set([...everyday.map(({ text }) => text), ...verdicts])
  expect(rows.filter(({ text }) => checked.has(text))).toEqual([])
})
