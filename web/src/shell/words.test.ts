import {
  AuthenticationError,
  ConnectionError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServerError,
  UnavailableError,
  ValidationError,
} from '@equipoise/sdk'
import { expect, test } from 'vitest'
import { errorText, messageFor } from './words.ts'

test('an ended session has a message for people, not the one for programs', () => {
  const rejected = new AuthenticationError('Send "Authorization: Bearer <token>"', { status: 401 })
  expect(errorText(rejected)).toBe('Your session has ended. Sign in again.')
})

test('on the sign-in form an error keeps its message', () => {
  expect(errorText(new AuthenticationError('Wrong email or password', { status: 401 }), true)).toBe(
    'Wrong email or password',
  )
})

test('a missing response is reported as a connection problem', () => {
  expect(errorText(new ConnectionError('fetch failed'))).toMatch(/^The service cannot be reached/)
})

test('one invalid field has a short message if no field shows it', () => {
  const msg = 'String should have at most 10000 characters'
  const fields = [{ loc: ['body', 'text'], msg, type: 'string_too_long' }]
  const rejected = new ValidationError(`text: ${msg}`, { status: 422, fields })
  expect(errorText(rejected)).toBe('Too long: at most 10,000 characters.')
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

test('a used-up allowance is shown with its number and the day it resets', () => {
  const detail =
    'Monthly quota for /ai/analyze exceeded: 500 of 500 calls of the free plan are used and this call needs 1. It resets at 2026-12-01T00:00:00.000Z; a top-up or a higher plan takes effect at once.'
  const words = errorText(new QuotaError(detail, { status: 402, retryAfterMs: 1000 }))
  expect(words).toMatch(/^You have used all 500 text analyses this month\. They reset on \d+ \w+ \d{4}\.$/)
})

test('a limit that somebody set is told with its amount, and not as a used-up allowance', () => {
  const detail =
    'The limit of your account is 0.5 euros a month: 0.02 are left, and this request can use up to 0.04. It resets at 2026-12-01T00:00:00.000Z. Requests in progress hold the most that they can use until they end.'
  expect(errorText(new QuotaError(detail, { status: 402, retryAfterMs: 1000 }))).toMatch(
    /^This request can use up to €0\.04\. The limit of your account leaves €0\.02 of €0\.50 a month\. It resets on \d+ \w+ \d{4}\.$/,
  )
  const calls = 'The limit of your plan is 1000 requests a day: 0 are left. It resets at 2026-12-01T00:00:00.000Z.'
  expect(errorText(new QuotaError(calls, { status: 402 }))).toBe(
    'You have reached the limit of your plan: 1,000 requests a day.',
  )
})

test('a block that is too large for the plan is rejected without ids in the message', () => {
  const rejected = new PermissionError('N=32 exceeds the maximum N=9 of the free plan', { status: 403 })
  expect(errorText(rejected)).toBe('Blocks of N = 32 need a larger plan. The Free plan includes blocks up to N = 9.')
  const ownKey = '/ai/proxy is not included in the free plan: it needs the basic plan or higher'
  expect(errorText(new PermissionError(ownKey, { status: 403 }))).toBe(
    'Your plan does not include questions with your own provider key.',
  )
  const other = new PermissionError('This key has the scope compute', { status: 403 })
  expect(errorText(other)).toBe('This key has the scope compute')
})

test('names of settings are not shown', () => {
  const rejected = new UnavailableError('Chat is not configured on this deployment (set CHAT_API_KEY).', {
    status: 503,
  })
  expect(errorText(rejected)).toBe('Chat is not configured on this deployment.')
  const link =
    'This link is no longer valid. Ask an administrator for a new one: this deployment sends no email (set SMTP_URL and MAIL_FROM).'
  expect(errorText(new UnavailableError(link, { status: 503 }))).toBe(
    'This link is no longer valid. Ask an administrator for a new one: this deployment sends no email.',
  )
})

test('a rate limit says how long to wait', () => {
  expect(errorText(new RateLimitError('Too many requests', { status: 429, retryAfterMs: 8000 }))).toBe(
    'You sent too many requests at once. Try again in 8 seconds.',
  )
})

test.each([
  [
    'provider_a rejected the API key given as user_api_key (status 401): check that it is valid and can use the model.',
    'The provider rejected this key. Check that it is valid and allows this model.',
  ],
  ['groq failed (status 500). Try again.', 'groq failed. Try again.'],
])('an error of an AI provider is shown without status and field name', (message, words) => {
  expect(errorText(new ServerError(message, { status: 502 }))).toBe(words)
})
