import { expect, test } from 'vitest'
import { limitsOf } from './key-limits.tsx'

test('empty fields are no limits, and what is no number is left to the service to explain', () => {
  expect(limitsOf({ 'calls day': ' ', models: ' , ' })).toBeNull()
  expect(limitsOf({ 'budget_eur month': '2,50', 'calls day': '0', 'tokens week': 'many', models: 'a, b' })).toEqual({
    budget_eur: { month: 2.5 },
    calls: { day: 0 },
    tokens: { week: 'many' },
    models: ['a', 'b'],
  })
})
