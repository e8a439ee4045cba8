import pg from 'pg'
import { expect, test } from 'vitest'
import { errorOf } from './error-responses.ts'

function databaseError(fields: { code: string; constraint?: string }): Error {
  return Object.assign(new pg.DatabaseError('a private detail', 1, 'error'), { severity: 'ERROR', ...fields })
}

test.each([
  ['was stopped because it took too long', { code: '57014' }, 'unavailable'],
  ['found the disk full', { code: '53100' }, 'unavailable'],
  [
    'belongs to an account that was deleted',
    { code: '23503', constraint: 'api_keys_account_id_fkey' },
    'unauthenticated',
  ],
  ['refers to something else that is not there', { code: '23503', constraint: 'api_keys_replaces_fkey' }, 'internal'],
  ['is wrong', { code: '42P01' }, 'internal'],
])('a statement that %s gets the matching error, whose cause goes to the log only', (_what, fields, kind) => {
  const error = databaseError(fields)
  expect(errorOf(error)).toMatchObject({ kind, cause: error })
  expect(errorOf(error).message).not.toContain('private')
})
