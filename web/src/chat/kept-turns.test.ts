import type { ChatResult } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { newTurn, type Turn } from './conversation.ts'
import { keepTurns, readTurns } from './kept-turns.ts'

const result = { response: 'Yes.' } as ChatResult
const answered = (id: number): Turn => ({ ...newTurn(id, `Question ${id}`), answer: 'Yes.', result })

test('a conversation is there again, each room with its own', () => {
  withStorage()
  keepTurns('chat', [answered(1)])
  expect(readTurns('chat')).toEqual([answered(1)])
  expect(readTurns('proxy')).toEqual([])
})

test('what was on its way when the page closed is kept as stopped, without its error', () => {
  withStorage()
  keepTurns('chat', [{ ...newTurn(1, 'Why?'), answer: 'Beca', error: new Error('lost') }])
  expect(readTurns('chat')).toEqual([{ ...newTurn(1, 'Why?'), answer: 'Beca', isStopped: true }])
})

test('the latest fifty turns are kept', () => {
  withStorage()
  keepTurns(
    'chat',
    Array.from({ length: 60 }, (_, i) => answered(i)),
  )
  expect(readTurns('chat').map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, i) => i + 10))
})

test('a new conversation leaves nothing behind', () => {
  const { local } = withStorage()
  keepTurns('chat', [answered(1)])
  keepTurns('chat', [])
  expect(local.size).toBe(0)
})

test('storage that is full or holds something else is no error', () => {
  const { local } = withStorage({ isFull: true })
  expect(() => keepTurns('chat', [answered(1)])).not.toThrow()
  local.set('conversation-chat', '{"turns":')
  expect(readTurns('chat')).toEqual([])
  local.set('conversation-chat', '"text"')
  expect(readTurns('chat')).toEqual([])
})
