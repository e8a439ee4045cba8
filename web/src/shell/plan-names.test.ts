import { expect, test } from 'vitest'
import { isPlanName, planTitle } from './plan-names.ts'

test('plans have names of their own', () => {
  expect((['free', 'gamepro', 'enterprise_xl'] as const).map(planTitle)).toEqual(['Free', 'GamePro', 'Enterprise XL'])
})

test('only the name of a plan is one', () => {
  expect(['pro', 'toString', 'Pro', ''].map(isPlanName)).toEqual([true, false, false, false])
})
