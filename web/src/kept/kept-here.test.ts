import { expect, test, vi } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { newDocument, openDocuments } from './documents.ts'
import { forgetPerson, hasKept, hasStorage } from './kept-here.ts'

test('deleting a person’s data in this browser removes all of it, and nothing of others', async () => {
  const { local, session } = withStorage()
  expect(await hasKept(7)).toBe(false)
  for (const id of [7, 77]) local.set(`conversation-ours-${id}`, '[]')
  session.set('draft-ours-7', '{"text":"a"}')
  await (await openDocuments(7)).put({ ...newDocument('Confidential'), revision: 1 })
  expect([await hasKept(7), await hasKept(77)]).toEqual([true, true])
  await forgetPerson(7)
  expect([await hasKept(7), await hasKept(77)]).toEqual([false, true])
  expect([...local.keys(), ...session.keys()]).toEqual(['conversation-ours-77'])
})

test('a single document counts as kept data', async () => {
  withStorage()
  await (await openDocuments(8)).put({ ...newDocument('One'), revision: 1 })
  expect(await hasKept(8)).toBe(true)
  await forgetPerson(8)
})

test('a browser whose storage is full or blocked is reported as storing nothing', () => {
  vi.stubGlobal('window', {})
  withStorage({ isFull: true })
  expect(hasStorage()).toBe(false)
  withStorage()
  expect(hasStorage()).toBe(true)
})
