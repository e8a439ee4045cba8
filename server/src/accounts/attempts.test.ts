import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { createAttempts, networkOf } from './attempts.ts'
import { normaliseEmail } from './email.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.close())

test('a check that fails on our side is no failed sign-in, however often', async () => {
  const attempts = createAttempts(db.sql, Date.now)
  const guest = { address: '192.0.2.7', email: 'ada@example.org', isKnown: async () => false }
  const wrong = () => attempts.login(guest, async () => undefined)
  const failing = () => attempts.login(guest, () => Promise.reject(new Error('too many are signing in')))
  for (let i = 0; i < 4; i++) await wrong()
  for (let i = 0; i < 10; i++) await expect(failing()).rejects.toThrow('too many are signing in')
  expect(await db.sql`select distinct tries from attempts`).toEqual([{ tries: 4 }])
  await wrong()
  await expect(wrong()).rejects.toMatchObject({ kind: 'too_fast' })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  [' Ada@Example.ORG ', 'ada@example.org'],
  ['a+b@example.org', 'a+b@example.org'],
  ["o'neil@example.org", "o'neil@example.org"],
  ['用户@例子.example', '用户@xn--fsqu00a.example'],
])('%s is the address %s', (given, email) => {
  expect(normaliseEmail(given)).toBe(email)
})
