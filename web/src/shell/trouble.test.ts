import { AuthenticationError, ConnectionError, ValidationError } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { messageFor, wordsOf } from './trouble.tsx'

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

test('one wrong field is told shortly where no field says it itself', () => {
  const msg = 'String should have at most 10000 characters'
  const fields = [{ loc: ['body', 'text'], msg, type: 'string_too_long' }]
  const refused = new ValidationError(`text: ${msg}`, { status: 422, fields })
  expect(wordsOf(refused)).toBe('Too long: at most 10,000 characters.')
})

const tooShort = (field: string, limit: number) => {
  const msg = `String should have at least ${limit} characters`
  return new ValidationError('Invalid', {
    status: 422,
    fields: [{ loc: ['body', field], msg, type: 'string_too_short' }],
  })
}

test('an email field that was left empty asks for the address', () => {
  expect(messageFor(tooShort('email', 3), 'email')).toBe('Enter your email address.')
  expect(messageFor(tooShort('password', 8), 'password')).toBe('Too short: at least 8 characters.')
  expect(messageFor(tooShort('password', 8), 'email')).toBeUndefined()
})
