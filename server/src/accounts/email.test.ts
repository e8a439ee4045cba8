import { expect, test } from 'vitest'
import { normaliseEmail } from './email.ts'

test.each([
  [' Ada@Example.ORG ', 'ada@example.org'],
  ['a+b@example.org', 'a+b@example.org'],
  ["o'neil@example.org", "o'neil@example.org"],
  ['用户@例子.example', '用户@xn--fsqu00a.example'],
])('%s is the address %s', (given, email) => {
  expect(normaliseEmail(given)).toBe(email)
})
