import { expect, test } from 'vitest'
import { armsOf, namesOf } from './read-lines.ts'

test('a number at the end of a group is its weight, and a group may be a number itself', () => {
  expect(armsOf('Treatment 2\n  Control \n\n7\nArm B 12')).toEqual([
    { name: 'Treatment', weight: 2 },
    { name: 'Control', weight: 1 },
    { name: '7', weight: 1 },
    { name: 'Arm B', weight: 12 },
  ])
})

test('empty lines are no names', () => {
  expect(namesOf('\n a \n')).toEqual(['a'])
})
