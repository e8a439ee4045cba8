import { expect, test } from 'vitest'
import { networkOf } from './attempts.ts'
import { normaliseEmail } from './email.ts'

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
