import { expect, test } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { forgetDraws, type KeptDraw, keepDraw, keepNames, keptNames, notePublished } from './kept-draws.ts'

const drawn = (id: string, values: KeptDraw['values'] = ['Ada']): KeptDraw => ({ id, kind: 'winners', values, atMs: 1 })
const kept = (local: Map<string, string>, owner = '7'): KeptDraw[] =>
  JSON.parse(local.get(`draws-made-${owner}`) ?? '[]')

test('the latest fifty draws are kept, newest first, per account', () => {
  const { local } = withStorage()
  for (let i = 1; i <= 60; i++) keepDraw('7', drawn(`draw ${i}`))
  keepDraw('8', drawn('another'))
  expect(kept(local)).toHaveLength(50)
  expect(kept(local)[0]?.id).toBe('draw 60')
  expect(kept(local, '8').map(({ id }) => id)).toEqual(['another'])
  forgetDraws('7')
  expect(local.has('draws-made-7')).toBe(false)
})

test('large draws push older ones out, and full storage causes no error', () => {
  const { local } = withStorage()
  for (let i = 1; i <= 3; i++) keepDraw('7', drawn(`draw ${i}`, ['x'.repeat(240_000)]))
  expect(kept(local).map(({ id }) => id)).toEqual(['draw 3', 'draw 2'])
  withStorage({ isFull: true })
  expect(() => keepDraw('7', drawn('draw'))).not.toThrow()
})

test('a draw says whether it is published', () => {
  const { local } = withStorage()
  keepDraw('7', drawn('one'))
  notePublished('7', ({ id }) => id === 'one', 'https://example.org/x')
  expect(kept(local)[0]?.url).toBe('https://example.org/x')
  notePublished('7', ({ url }) => url === 'https://example.org/x')
  expect(kept(local)[0]).not.toHaveProperty('url')
})

test('names typed by a visitor move to the account that signs up, and are deleted for visitors', () => {
  const { local } = withStorage()
  keepNames('visitor', 'Ada\nGrace')
  expect(keptNames('7')).toBe('Ada\nGrace')
  keepNames('7', 'Ada\nGrace')
  expect(keptNames('8')).toBe('')
  keepNames('7', 'x'.repeat(500_001))
  expect([...local.keys()]).toEqual([])
})
