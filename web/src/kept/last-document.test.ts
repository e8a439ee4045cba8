import { expect, test } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { newDocument } from './documents.ts'
import { currentId, forget, lastOwner, readUnwritten, remember, rememberOwner, setUnwritten } from './last-document.ts'

test('a reloaded tab opens its own document, and a new tab the one used last', () => {
  const { session } = withStorage()
  remember(null, 'mine')
  session.clear()
  remember(null, 'other')
  session.set('current-document', 'mine')
  expect(currentId(null)).toBe('mine')
  session.clear()
  expect(currentId(null)).toBe('other')
})

test('unwritten text is kept until it has been written', () => {
  withStorage()
  const document = newDocument('Half a sent')
  setUnwritten(null, document)
  expect(readUnwritten(null)).toEqual(document)
  setUnwritten(null, undefined)
  expect(readUnwritten(null)).toBeUndefined()
})

test('full or damaged storage causes no error', () => {
  const { local } = withStorage({ isFull: true })
  expect(() => remember(null, 'x')).not.toThrow()
  expect(setUnwritten(null, newDocument('x'))).toBe(false)
  expect(currentId(null)).toBeNull()
  local.set('unwritten-document', '{')
  expect(readUnwritten(null)).toBeUndefined()
})

test('without any storage there is no last document', () => {
  expect(currentId(null)).toBeNull()
  expect(readUnwritten(null)).toBeUndefined()
})

test('each account has its own last document', () => {
  withStorage()
  remember(1, 'hers')
  setUnwritten(1, newDocument('Confidential'))
  expect([currentId(null), currentId(2), readUnwritten(null)]).toEqual([null, null, undefined])
  expect(currentId(1)).toBe('hers')
  forget(1)
  expect([currentId(1), readUnwritten(1)]).toEqual([null, undefined])
})

test('while the service is unreachable, the last person’s documents are shown until they sign out', () => {
  withStorage()
  rememberOwner(7)
  expect(lastOwner()).toBe(7)
  rememberOwner(null)
  expect(lastOwner()).toBeNull()
})
