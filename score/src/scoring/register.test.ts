import { expect, test } from 'vitest'
import { readText } from '../reading/reading.ts'
import { analyze } from '../score.ts'
import { readModel } from '../weights.ts'
import { mixStacks, registerOf } from './register.ts'

const model = readModel('default')
const shareOf = (text: string) => registerOf(model, readText(model, text))

const ENTRY =
  'The band is a rock group formed in the northern part of the republic; its second album was released a decade later.'
const REPORT = 'Voters said on Tuesday they still do not know what the new rules will cost them this week.'

test('an entry of a reference work and a news report are told apart by their words', () => {
  expect(shareOf(ENTRY)).toBeGreaterThan(0.5)
  expect(shareOf(REPORT)).toBeLessThan(0.2)
})

test('capitals, names and numbers do not decide the register', () => {
  expect(shareOf(REPORT.toLowerCase())).toBeCloseTo(shareOf(REPORT), 1)
  const about = (name: string) => shareOf(`${name} is a singer who was born in a small town and later moved abroad.`)
  expect(about('Maria Rossi')).toBe(about('John Smith'))
})

test('praise that editors would take out costs an entry more than the weights for news alone would', () => {
  const news = { ...model, constants: { ...model.constants, register: { intercept: Number.NEGATIVE_INFINITY } } }
  const text =
    'The singer is a legendary and hugely influential artist whose album was released by a small record label in 1974.'
  expect(analyze(model, text).ainScore).toBeLessThan(analyze(news, text).ainScore)
})

test('a share of nothing is the news stack, a whole share the other one, and between them they are mixed', () => {
  const constants = { ...model.constants, intercept: 1, stack: [2, 4], reference: { intercept: 3, stack: [0, 8] } }
  const mixedBy = (register: number) => {
    const { intercept, stack } = mixStacks(constants, register)
    return [intercept, stack[0], stack[1]]
  }
  expect([0, 1, 0.5].map(mixedBy)).toEqual([
    [1, 2, 4],
    [3, 0, 8],
    [2, 1, 6],
  ])
})
