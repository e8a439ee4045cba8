import { expect, test } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { afterSending, keepDraft, readDraft, shownText, withSample, withText } from './draft.ts'

const PLACE = { room: 'chat', account: 7 }
const SAMPLES = ['Does homework help?', 'Is nuclear power a good idea?'] as const

test('each account and conversation has its own draft', () => {
  withStorage()
  keepDraft(PLACE, { text: 'Why' })
  expect(readDraft(PLACE)).toEqual({ text: 'Why' })
  expect(readDraft({ ...PLACE, account: 8 })).toEqual({ text: '' })
  expect(readDraft({ ...PLACE, room: 'proxy' })).toEqual({ text: '' })
})

test('a new tab opens the latest draft, and a reloaded tab its own', () => {
  const { local, session } = withStorage()
  keepDraft(PLACE, { text: 'In this tab' })
  local.set('draft-chat-7', JSON.stringify({ text: 'In another tab' }))
  expect(readDraft(PLACE)).toEqual({ text: 'In this tab' })
  session.clear()
  expect(readDraft(PLACE)).toEqual({ text: 'In another tab' })
})

test('sending a draft removes it, but not the draft of another tab', () => {
  const { local } = withStorage()
  keepDraft(PLACE, { text: 'Why' })
  keepDraft(PLACE, { text: '' })
  expect(local.size).toBe(0)
  keepDraft(PLACE, { text: 'Why' })
  local.set('draft-chat-7', JSON.stringify({ text: 'In another tab' }))
  keepDraft(PLACE, { text: '' })
  expect(readDraft(PLACE)).toEqual({ text: '' })
  expect(local.size).toBe(1)
})

test('editing a question does not change the draft', () => {
  const editing = withText({ text: 'My draft', instead: { text: 'Why?', id: 1 } }, 'Why not?')
  expect(shownText(editing)).toBe('Why not?')
  expect(editing.instead?.id).toBe(1)
  expect(afterSending(editing)).toEqual({ text: 'My draft' })
  expect(afterSending({ text: 'My draft' })).toEqual({ text: '' })
})

test('a sample fills an empty field or replaces another sample, but keeps the person’s own draft', () => {
  const [first, second] = SAMPLES
  const sampled = withSample({ text: '' }, first, SAMPLES)
  expect(sampled).toEqual({ text: first })
  expect(withSample(sampled, second, SAMPLES)).toEqual({ text: second })
  const behind = withSample({ text: 'My own' }, first, SAMPLES)
  expect([shownText(behind), behind.text]).toEqual([first, 'My own'])
})

test('full or damaged storage causes no error', () => {
  const { session } = withStorage({ isFull: true })
  expect(() => keepDraft(PLACE, { text: 'Why' })).not.toThrow()
  session.set('draft-chat-7', '{"text":')
  expect(readDraft(PLACE)).toEqual({ text: '' })
  session.set('draft-chat-7', '"text"')
  expect(readDraft(PLACE)).toEqual({ text: '' })
})
