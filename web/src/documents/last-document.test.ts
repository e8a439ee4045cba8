import { expect, test } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { newDocument } from './documents.ts'
import { currentId, readUnwritten, remember, setUnwritten } from './last-document.ts'

test('a tab comes back to its own document, and a new one to the document used last', () => {
  const { session } = withStorage()
  remember('mine')
  session.clear()
  remember('other')
  session.set('current-document', 'mine')
  expect(currentId()).toBe('mine')
  session.clear()
  expect(currentId()).toBe('other')
})

test('what was not written is there until it is', () => {
  withStorage()
  const document = newDocument('Half a sent')
  setUnwritten(document)
  expect(readUnwritten()).toEqual(document)
  setUnwritten(undefined)
  expect(readUnwritten()).toBeUndefined()
})

test('storage that is full, or holds something else, is no error', () => {
  const { local } = withStorage({ isFull: true })
  expect(() => remember('x')).not.toThrow()
  expect(() => setUnwritten(newDocument('x'))).not.toThrow()
  expect(currentId()).toBeNull()
  local.set('unwritten-document', '{')
  expect(readUnwritten()).toBeUndefined()
})

test('without any storage there is no last document', () => {
  expect(currentId()).toBeNull()
  expect(readUnwritten()).toBeUndefined()
})
