import { expect, test } from 'vitest'
import { newDocument } from '../kept/documents.ts'
import { documentsIn, importWords, without } from './documents-dialog.tsx'

test('importing skips documents that are already here with the same title and text', () => {
  const here = [newDocument('One.', { title: 'First' }), newDocument('Two.')]
  const exported = JSON.stringify({ documents: [...here, newDocument('Two.', { title: 'Other name' })] })
  const found = documentsIn(exported)
  expect(found).toHaveLength(3)
  expect(without(found, here).map(({ title, text }) => [title, text])).toEqual([['Other name', 'Two.']])
})

test.each([
  [2, 0, '2 documents imported.'],
  [1, 2, '1 document imported: 2 documents are already here.'],
  [0, 1, 'Nothing was imported: 1 document is already here.'],
])('the message names %i new and %i known documents', (fresh, known, words) => {
  expect(importWords(fresh, known)).toBe(words)
})
