import type { ChatResult } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { newTurn, type Turn } from './conversation.ts'
import { changeOfOtherTab, keepChange, readTurns } from './kept-turns.ts'

const PLACE = { room: 'chat', account: 7 }

const keep = (put: readonly Turn[], dropped: readonly number[] = []) => keepChange(PLACE, { put, dropped })
const result = { response: 'Yes.' } as ChatResult
const answered = (id: number): Turn => ({ ...newTurn(id, `Question ${id}`), answer: 'Yes.', result })

test('each conversation on the screen is stored separately', () => {
  withStorage()
  keep([answered(1)])
  expect(readTurns(PLACE)).toEqual([answered(1)])
  expect(readTurns({ ...PLACE, room: 'proxy' })).toEqual([])
})

test('how a question ended is stored, without its error', () => {
  withStorage()
  const [failed, stopped, waiting] = [newTurn(1, 'Why?'), newTurn(2, 'Where?'), newTurn(3, 'When?')]
  keep([
    { ...failed, ended: 'failed', error: new Error('lost') },
    { ...stopped, ended: 'stopped' },
    { ...waiting, answer: 'On Tue' },
  ])
  expect(readTurns(PLACE)).toEqual([
    { ...failed, ended: 'failed' },
    { ...stopped, ended: 'stopped' },
    { ...waiting, answer: 'On Tue', ended: 'unknown' },
  ])
})

test('the latest fifty turns are kept', () => {
  withStorage()
  keep(Array.from({ length: 60 }, (_, i) => answered(i)))
  expect(readTurns(PLACE).map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, i) => i + 10))
})

test('starting a new conversation deletes the stored one', () => {
  const { local } = withStorage()
  keep([answered(1)])
  keep([], [1])
  expect(local.size).toBe(0)
})

test('full or damaged storage causes no error', () => {
  const { local } = withStorage({ isFull: true })
  expect(() => keep([answered(1)])).not.toThrow()
  local.set('conversation-chat-7', '{"turns":')
  expect(readTurns(PLACE)).toEqual([])
  local.set('conversation-chat-7', '"text"')
  expect(readTurns(PLACE)).toEqual([])
})

test('each account has its own conversation', () => {
  withStorage()
  keep([answered(1)])
  expect(readTurns({ ...PLACE, account: 8 })).toEqual([])
  expect(readTurns(PLACE)).toEqual([answered(1)])
})

test('a tab that knows only its own turns does not delete those of another tab', () => {
  withStorage()
  keep([answered(2)])
  keep([answered(1)])
  keep([{ ...answered(2), answer: 'No.' }])
  expect(readTurns(PLACE)).toEqual([answered(1), { ...answered(2), answer: 'No.' }])
  keep([answered(3)], [2])
  expect(readTurns(PLACE)).toEqual([answered(1), answered(3)])
})

test('a tab notices what another tab asked, changed and deleted, and nothing else', () => {
  const [oldValue, newValue] = [
    [answered(1), answered(2), answered(3)],
    [answered(1), { ...answered(2), answer: 'No.' }, answered(4)],
  ].map((turns) => JSON.stringify(turns)) as [string, string]
  expect(changeOfOtherTab(PLACE, { key: 'conversation-chat-7', oldValue, newValue })).toEqual({
    put: [{ ...answered(2), answer: 'No.' }, answered(4)],
    dropped: [3],
  })
  expect(changeOfOtherTab(PLACE, { key: 'conversation-chat-7', oldValue, newValue: null })).toEqual({
    put: [],
    dropped: [1, 2, 3],
  })
  expect(changeOfOtherTab(PLACE, { key: 'conversation-chat-8', oldValue, newValue })).toBeUndefined()
})

test('a visitor’s conversation is not deleted if there is no space to move it to the account', () => {
  const { local } = withStorage({ isFull: true })
  local.set('conversation-chat', JSON.stringify([answered(1)]))
  readTurns(PLACE)
  expect(local.has('conversation-chat')).toBe(true)
})
