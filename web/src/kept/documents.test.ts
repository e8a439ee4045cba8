import { expect, test } from 'vitest'
import {
  changed,
  memoryStore,
  newDocument,
  openDocuments,
  ownedBy,
  removeAll,
  takeOver,
  titleOf,
  withScore,
} from './documents.ts'

test('a document is named by its title, or by its first words', () => {
  expect(titleOf({ title: ' Budget ', text: 'x' })).toBe('Budget')
  expect(titleOf({ title: '', text: 'The council met on Tuesday at nine sharp.' })).toBe(
    'The council met on Tuesday at',
  )
  expect(titleOf({ title: '', text: '  ' })).toBe('Untitled')
})

test('the later of two writes at the same revision is rejected', async () => {
  const store = memoryStore()
  const first = { ...newDocument('one'), revision: 1 }
  expect(await store.put(first)).toBe(true)
  expect(await store.put({ ...first, text: 'two' })).toBe(false)
  expect(await store.put({ ...first, text: 'three', revision: 2 })).toBe(true)
  expect((await store.get(first.id))?.text).toBe('three')
})

test('a score is added when it changes, and only the latest sixty are kept', () => {
  let document = newDocument('one')
  for (let i = 0; i < 70; i++) document = withScore(document, { atMs: i, score: i / 100 })
  expect(document.scores).toHaveLength(60)
  expect(withScore(document, { atMs: 99, score: 0.69 }).scores).toHaveLength(60)
  expect(document.scores.at(-1)).toEqual({ atMs: 69, score: 0.69 })
})

test('the document changed last is listed first, and a removed one is gone', async () => {
  const store = memoryStore()
  const written = (text: string, updatedMs: number) => ({ ...newDocument(text), revision: 1, updatedMs })
  const [old, latest, middle] = [written('old', 1), written('latest', 3), written('middle', 2)]
  for (const document of [old, latest, middle]) await store.put(document)
  expect((await store.list()).map(({ text }) => text)).toEqual(['latest', 'middle', 'old'])
  await store.remove(latest.id)
  await store.remove('unknown')
  expect((await store.list()).map(({ text }) => text)).toEqual(['middle', 'old'])
  expect(await store.get(latest.id)).toBeUndefined()
})

test('a new document has never been written, and remembers the text it started with', () => {
  const document = newDocument('First words', { nowMs: 5, title: 'Draft' })
  expect(document).toMatchObject({ title: 'Draft', original: 'First words', revision: 0, createdMs: 5, scores: [] })
  expect(newDocument('First words').id).not.toBe(document.id)
})

test('a name made of first words is short even if the words are long', () => {
  expect(titleOf({ title: '', text: 'x'.repeat(500) })).toHaveLength(48)
})

test('without a database, documents last as long as the page', async () => {
  const store = await openDocuments(null)
  const document = { ...newDocument('here'), revision: 1 }
  await store.put(document)
  expect(await (await openDocuments(null)).get(document.id)).toEqual(document)
  expect(store.isLasting).toBe(false)
  await store.remove(document.id)
})

test('a score belongs to the text it was computed for', () => {
  const scored = withScore(newDocument('one'), { atMs: 1, score: 0.8 })
  expect(scored.score).toBe(0.8)
  expect(changed(scored, { title: 'Name' }).score).toBe(0.8)
  const other = changed(scored, { text: 'two' })
  expect(other.score).toBeUndefined()
  // The other text gets the same score, although the history does not list it twice.
  expect(withScore(other, { atMs: 2, score: 0.8 })).toMatchObject({ score: 0.8, scores: [{ score: 0.8 }] })
})

test('nobody sees documents of another account, or of a person who has signed out', async () => {
  const store = memoryStore()
  const [ada, visitor] = [ownedBy(store, 1), ownedBy(store, null)]
  const draft = { ...newDocument('Confidential draft of the first user'), revision: 1 }
  await ada.put(draft)
  for (const other of [visitor, ownedBy(store, 2)]) {
    expect(await other.list()).toEqual([])
    expect(await other.get(draft.id)).toBeUndefined()
  }
  expect(await ada.list()).toHaveLength(1)
})

test('a visitor’s documents move to the account they sign in to, and can be deleted with it', async () => {
  await (await openDocuments(null)).put({ ...newDocument('before signing in'), revision: 3 })
  await takeOver(7)
  expect(await (await openDocuments(null)).list()).toEqual([])
  expect((await (await openDocuments(7)).list()).map(({ text }) => text)).toEqual(['before signing in'])
  await removeAll(7)
  expect(await (await openDocuments(7)).list()).toEqual([])
})

test('a new document has the line breaks of a text field, whatever its source', () => {
  const { text, original } = newDocument('One.\r\n\r\nTwo.\rThree.\n')
  expect([text, original]).toEqual(['One.\n\nTwo.\nThree.\n', 'One.\n\nTwo.\nThree.\n'])
})
