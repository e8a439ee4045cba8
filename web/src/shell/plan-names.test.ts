import { expect, test } from 'vitest'
import { planTitle } from './plan-names.ts'

test('plans have names of their own', () => {
  expect(['free', 'gamepro', 'enterprise_xl'].map(planTitle)).toEqual(['Free', 'GamePro', 'Enterprise XL'])
})

test("a plan of a deployment's own is known by its id", () => {
  expect(['team_plus', 'constructor'].map(planTitle)).toEqual(['Team plus', 'Constructor'])
})
