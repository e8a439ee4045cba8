import { AuthenticationError, ServerError } from '@equipoise/sdk'
import { beforeEach, expect, test } from 'vitest'
import { noticeEndOfSession, queries } from './api.ts'

const ENDED = new AuthenticationError('Missing credentials', { status: 401 })
const signedIn = () => queries.getQueryData(['account']) !== null

beforeEach(() => queries.setQueryData(['account'], { email: 'ada@example.org' }))

test('an action that fails because the session has ended signs the person out on the screen too', async () => {
  const action = queries.getMutationCache().build(queries, { mutationFn: () => Promise.reject(ENDED) })
  await expect(action.execute(undefined)).rejects.toBe(ENDED)
  expect(signedIn()).toBe(false)
})

test('so does a query', async () => {
  await expect(queries.fetchQuery({ queryKey: ['x'], queryFn: () => Promise.reject(ENDED) })).rejects.toBe(ENDED)
  expect(signedIn()).toBe(false)
})

test('other errors leave the person signed in', () => {
  noticeEndOfSession(new ServerError('Broken', { status: 500 }))
  expect(signedIn()).toBe(true)
})
