import { expect, test } from 'vitest'
import { drawHere } from './draw-here.ts'

test('what cannot be drawn is told in words', () => {
  expect(() => drawHere({ kind: 'dice', dice: 'two dice' }, 's')).toThrow('Write dice such as 3d6 or 1d20+4.')
  expect(() => drawHere({ kind: 'dice', dice: '2d1' }, 's')).toThrow(/\.$/)
  expect(() => drawHere({ kind: 'winners', entries: ['Ada', 'Ada'] }, 's')).toThrow('“Ada” is in the list twice.')
  expect(() => drawHere({ kind: 'winners', entries: ['Ada'], count: 2 }, 's')).toThrow('fewer names than winners')
})

test('a throw has its faces and its sum with what is added', () => {
  const { values, totals } = drawHere({ kind: 'dice', dice: '2d6-1', count: 3 }, 'seed')
  expect(values).toHaveLength(3)
  expect(totals).toEqual((values as number[][]).map(([one = 0, other = 0]) => one + other - 1))
})
