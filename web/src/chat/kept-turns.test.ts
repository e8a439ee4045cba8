import type { ChatResult } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { newTurn, type Turn } from './conversation.ts'
import { keepTurns, readTurns } from './kept-turns.ts'

const PLACE = { room: 'chat', account: 7 }

const result = { response: 'Yes.' } as ChatResult
const answered = (id: number): Turn => ({ ...newTurn(id, `Question ${id}`), answer: 'Yes.', result })

test('a conversation is there again, each room with its own', () => {
  withStorage()
  keepTurns(PLACE, [answered(1)])
  expect(readTurns(PLACE)).toEqual([answered(1)])
  expect(readTurns({ ...PLACE, room: 'proxy' })).toEqual([])
})

test('what was on its way when the page closed is kept as stopped, without its error', () => {
  withStorage()
  keepTurns(PLACE, [{ ...newTurn(1, 'Why?'), answer: 'Beca', error: new Error('lost') }])
  expect(readTurns(PLACE)).toEqual([{ ...newTurn(1, 'Why?'), answer: 'Beca', isStopped: true }])
})

test('the latest fifty turns are kept', () => {
  withStorage()
  keepTurns(
    PLACE,
    Array.from({ length: 60 }, (_, i) => answered(i)),
  )
  expect(readTurns(PLACE).map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, i) => i + 10))
})

test('a new conversation leaves nothing behind', () => {
  const { local } = withStorage()
  keepTurns(PLACE, [answered(1)])
  keepTurns(PLACE, [])
  expect(local.size).toBe(0)
})

test('storage that is full or holds something else is no error', () => {
  const { local } = withStorage({ isFull: true })
  expect(() => keepTurns(PLACE, [answered(1)])).not.toThrow()
  local.set('conversation-chat-7', '{"turns":')
  expect(readTurns(PLACE)).toEqual([])
  local.set('conversation-chat-7', '"text"')
  expect(readTurns(PLACE)).toEqual([])
})

test('each account has its own conversation', () => {
  withStorage()
  keepTurns(PLACE, [answered(1)])
  expect(readTurns({ ...PLACE, account: 8 })).toEqual([])
  expect(readTurns(PLACE)).toEqual([answered(1)])
})

test('a conversation that was kept without an account goes to the first account that opens it', () => {
  const { local } = withStorage()
  keepTurns(PLACE, [answered(2)])
  local.set('conversation-chat', JSON.stringify([answered(1)]))
  expect(readTurns(PLACE)).toEqual([answered(1), answered(2)])
  expect(local.has('conversation-chat')).toBe(false)
  expect(readTurns({ ...PLACE, account: 8 })).toEqual([])
})
