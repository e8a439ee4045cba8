import { expect, test } from 'vitest'
import { planTitle } from './plan-names.ts'

test('each plan has a title', () => {
  expect(['free', 'gamepro', 'enterprise_xl'].map(planTitle)).toEqual(['Free', 'GamePro', 'Enterprise XL'])
})

test('the title of a custom plan is made from its id', () => {
  expect(['team_plus', 'constructor'].map(planTitle)).toEqual(['Team plus', 'Constructor'])
})
