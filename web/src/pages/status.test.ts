import { expect, test } from 'vitest'
import { durationWords, partsOf } from './status.tsx'

const features = {
  chat: true,
  billing: 'off',
  mail: false,
  registration: 'open',
  password_sign_in: true,
  oidc: null,
} as const
const states = (known: Parameters<typeof partsOf>[0]) => partsOf(known).map(({ state }) => state)

test('says only what it can know: chat, payments and email are set up or not', () => {
  expect(states({ isUp: true, isDegraded: false, features })).toEqual(['up', 'up', 'on', 'off', 'off'])
})

test('without its database the service still answers; without an answer nothing else is known', () => {
  expect(states({ isUp: false, isDegraded: true, features }).slice(0, 2)).toEqual(['up', 'down'])
  const silent = states({ isUp: false, isDegraded: false, features: undefined })
  expect(silent).toEqual(['down', 'unknown', 'unknown', 'unknown', 'unknown'])
})

test('the time it has been running is told in words', () => {
  expect([59, 60, 7_200, 200_000].map(durationWords)).toEqual(['less than a minute', '1 minute', '2 hours', '2 days'])
})
