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

test('chat, payments and email are shown as set up or not, because the page cannot know more', () => {
  expect(states({ isUp: true, isDegraded: false, features })).toEqual(['up', 'up', 'on', 'off', 'off'])
})

test('without its database the service still responds; without a response nothing else is known', () => {
  expect(states({ isUp: false, isDegraded: true, features }).slice(0, 2)).toEqual(['up', 'down'])
  const silent = states({ isUp: false, isDegraded: false, features: undefined })
  expect(silent).toEqual(['down', 'unknown', 'unknown', 'unknown', 'unknown'])
})

test('the uptime is told in words', () => {
  expect([59, 60, 7_200, 200_000].map(durationWords)).toEqual(['less than a minute', '1 minute', '2 hours', '2 days'])
})
