import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { createAttempts } from '../../attempts/attempts.ts'
import { createSignInAttempts } from './sign-in-attempts.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

test('a check that fails because of us never counts as a failed sign-in', async () => {
  const attempts = createSignInAttempts(createAttempts(db.sql, Date.now))
  const guest = { address: '192.0.2.7', email: 'ada@example.org', isKnown: async () => false }
  const wrong = () => attempts.login(guest, async () => undefined)
  const failing = () => attempts.login(guest, () => Promise.reject(new Error('too many are signing in')))
  for (let i = 0; i < 4; i++) await wrong()
  for (let i = 0; i < 10; i++) await expect(failing()).rejects.toThrow('too many are signing in')
  expect(await db.sql`select distinct tries from attempts`).toEqual([{ tries: 4 }])
  await wrong()
  await expect(wrong()).rejects.toMatchObject({ kind: 'too_fast' })
})

test('who has many IPv6 networks can try invalid links no more than four times as often as others', async () => {
  const attempts = createSignInAttempts(createAttempts(db.sql, Date.now))
  const guess = (nth: number) => attempts.token(`2001:db8:9:${nth.toString(16)}::1`, async () => undefined)
  for (let nth = 0; nth < 120; nth++) await guess(nth)
  await expect(guess(120)).rejects.toMatchObject({ kind: 'too_fast' })
  await attempts.token('2001:db8:a::1', async () => undefined)
})

test('who has many IPv6 networks can sign up no more often than others, 300 times an hour', async () => {
  const attempts = createSignInAttempts(createAttempts(db.sql, Date.now))
  const network = (nth: number) => `2001:db8:1:${nth.toString(16)}::1`
  for (let nth = 0; nth < 300; nth++) await attempts.registration(network(nth))
  await expect(attempts.registration(network(300))).rejects.toMatchObject({ kind: 'too_fast' })
  await attempts.registration('2001:db8:2::1')
})
