import { expect, test } from 'vitest'
import { armsOf, factorsOf, namesOf, numbered, participantsOf, pastedIn } from './read-lines.ts'

test('a number after the name of a group is its weight, and a group can be named by a number', () => {
  expect(armsOf('Treatment 2\n  Control \n\n7\nArm B 12')).toEqual([
    { name: 'Treatment', weight: 2 },
    { name: 'Control', weight: 1 },
    { name: '7', weight: 1 },
    { name: 'Arm B', weight: 12 },
  ])
})

test('empty lines are skipped', () => {
  expect(namesOf('\n a \n')).toEqual(['a'])
})

test('factors have a name and levels', () => {
  expect(factorsOf('Sex: female, male\nSite: Porto,Oslo,')).toEqual([
    { name: 'Sex', levels: ['female', 'male'] },
    { name: 'Site', levels: ['Porto', 'Oslo'] },
  ])
})

test('in a pasted line the stratum or the levels follow after semicolons or tabs', () => {
  expect(participantsOf('P-1\nP-2; Porto\nP-3\tOslo', null)).toEqual([
    { participant: 'P-1' },
    { participant: 'P-2', stratum: 'Porto' },
    { participant: 'P-3', stratum: 'Oslo' },
  ])
  expect(participantsOf('P-1; female; Oslo', [{ name: 'Sex' }, { name: 'Site' }])).toEqual([
    { participant: 'P-1', levels: { Sex: 'female', Site: 'Oslo' } },
  ])
})

test.each([
  ['Ada, Grace, Alan', '3 names in one line. Split at commas?', ['Ada', 'Grace', 'Alan']],
  ['Ada Lovelace; Grace Hopper;', '2 names in one line. Split at semicolons?', ['Ada Lovelace', 'Grace Hopper']],
  ['Ada\tGrace', '2 names in one line. Split at tabs?', ['Ada', 'Grace']],
  ['Id,Name,Class\n1,"Ada",8b\n2,Grace,8b', 'A table with 2 rows. Use the column “Name”?', ['Ada', 'Grace']],
  [
    'First name;Last name\nAda;Lovelace\nGrace;Hopper',
    'A table with 2 rows. Use the columns “First name” and “Last name”?',
    ['Ada Lovelace', 'Grace Hopper'],
  ],
])('a pasted list is recognised: %j', (text, question, names) => {
  expect(pastedIn(text)).toEqual({ question, names })
})

test.each(['Ada\nGrace', 'Ada', 'Lovelace, Ada\nHopper, Grace', 'Ada,', ''])('names stay as they are: %j', (text) => {
  expect(pastedIn(text)).toBeUndefined()
})

test('repeated names are numbered, skipping numbers that are taken', () => {
  expect(numbered(['Anna', 'Ben', 'Anna'])).toEqual({ names: ['Anna 1', 'Ben', 'Anna 2'], twice: ['Anna'] })
  expect(numbered(['Anna', 'Anna', 'Anna 1']).names).toEqual(['Anna 2', 'Anna 3', 'Anna 1'])
  expect(numbered(['Ada', 'Grace'])).toEqual({ names: ['Ada', 'Grace'], twice: [] })
})
