import { expect, test } from 'vitest'
import { memoryStore, newDocument, titleOf, withScore } from './documents.ts'

test('a document is called by its title, or by its first words', () => {
  expect(titleOf({ title: ' Budget ', text: 'x' })).toBe('Budget')
  expect(titleOf({ title: '', text: 'The council met on Tuesday at nine sharp.' })).toBe(
    'The council met on Tuesday at',
  )
  expect(titleOf({ title: '', text: '  ' })).toBe('Untitled')
})

test('the later of two writes at the same revision is told so', async () => {
  const store = memoryStore()
  const first = { ...newDocument('one'), revision: 1 }
  expect(await store.put(first)).toBe(true)
  expect(await store.put({ ...first, text: 'two' })).toBe(false)
  expect(await store.put({ ...first, text: 'three', revision: 2 })).toBe(true)
  expect((await store.get(first.id))?.text).toBe('three')
})

test('a score is written down when it changes, and only the latest sixty are kept', () => {
  let document = newDocument('one')
  for (let i = 0; i < 70; i++) document = withScore(document, { atMs: i, score: i / 100 })
  expect(document.scores).toHaveLength(60)
  expect(withScore(document, { atMs: 99, score: 0.69 }).scores).toHaveLength(60)
  expect(document.scores.at(-1)).toEqual({ atMs: 69, score: 0.69 })
})
