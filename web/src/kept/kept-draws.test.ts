import { expect, test } from 'vitest'
import { withStorage } from '../../test/storage.ts'
import { keepNames, namesHere } from './draw-names.ts'
import { forgetDraws, keepDraw, type PastDraw } from './kept-draws.ts'

const drawn = (id: string, values: PastDraw['values'] = ['Ada']): PastDraw => {
  return { id, kind: 'winners', values, seed: 'x', drawn_at: '2026-03-01T09:31:00.000Z', url: null }
}
const kept = (local: Map<string, string>): PastDraw[] => JSON.parse(local.get('draws-made-here') ?? '[]')

test('the latest fifty draws of a visitor are kept, newest first, until they are cleared', () => {
  const { local } = withStorage()
  for (let i = 1; i <= 60; i++) keepDraw(drawn(`draw ${i}`))
  expect(kept(local)).toHaveLength(50)
  expect(kept(local)[0]?.id).toBe('draw 60')
  forgetDraws()
  expect([...local.keys()]).toEqual([])
})

test('large draws push older ones out, and full storage causes no error', () => {
  const { local } = withStorage()
  for (let i = 1; i <= 3; i++) keepDraw(drawn(`draw ${i}`, ['x'.repeat(240_000)]))
  expect(kept(local).map(({ id }) => id)).toEqual(['draw 3', 'draw 2'])
  withStorage({ isFull: true })
  expect(() => keepDraw(drawn('draw'))).not.toThrow()
})

test('names that were not saved come before those on the server, and those before a visitor’s', () => {
  withStorage()
  keepNames('visitor', 'Ada\nGrace')
  expect([namesHere('visitor', undefined), namesHere('7', ''), namesHere('7', 'Linus')]).toEqual([
    'Ada\nGrace',
    'Ada\nGrace',
    'Linus',
  ])
  keepNames('7', 'Ada\nZoë')
  expect([namesHere('7', 'Linus'), namesHere('8', ''), namesHere('visitor', undefined)]).toEqual(['Ada\nZoë', '', ''])
})

test('too many names replace nothing by a part of them', () => {
  const { local } = withStorage()
  keepNames('7', 'Ada')
  keepNames('7', 'x'.repeat(500_001))
  expect([...local.keys()]).toEqual([])
})
