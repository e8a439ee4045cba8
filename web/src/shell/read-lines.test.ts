import { expect, test } from 'vitest'
import { armsOf, factorsOf, namesOf, participantsOf } from './read-lines.ts'

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

test('factors have a name and levels', () => {
  expect(factorsOf('Sex: female, male\nSite: Porto,Oslo,')).toEqual([
    { name: 'Sex', levels: ['female', 'male'] },
    { name: 'Site', levels: ['Porto', 'Oslo'] },
  ])
})

test('a pasted line has the stratum or the levels after semicolons or tabs', () => {
  expect(participantsOf('P-1\nP-2; Porto\nP-3\tOslo', null)).toEqual([
    { participant: 'P-1' },
    { participant: 'P-2', stratum: 'Porto' },
    { participant: 'P-3', stratum: 'Oslo' },
  ])
  expect(participantsOf('P-1; female; Oslo', [{ name: 'Sex' }, { name: 'Site' }])).toEqual([
    { participant: 'P-1', levels: { Sex: 'female', Site: 'Oslo' } },
  ])
})
