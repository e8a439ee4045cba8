import { AuthenticationError, ConnectionError } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { wordsOf } from './trouble.tsx'

test('a refused session is told to a person, not in the words for programs', () => {
  const refused = new AuthenticationError('Send "Authorization: Bearer <token>"', { status: 401 })
  expect(wordsOf(refused)).toBe('Your session has ended. Sign in again.')
})

test('on the sign-in form a refusal keeps its own words', () => {
  expect(wordsOf(new AuthenticationError('Wrong email or password', { status: 401 }), true)).toBe(
    'Wrong email or password',
  )
})

test('no answer is told as a matter of the connection', () => {
  expect(wordsOf(new ConnectionError('fetch failed'))).toMatch(/^The service cannot be reached/)
})
