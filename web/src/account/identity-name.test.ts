import { expect, test } from 'vitest'
import { identityName } from './identity-name.ts'

test.each([
  [{ email: 'ada@example.org', issuer: 'https://id.example' }, 'ada@example.org'],
  [{ email: null, issuer: 'https://id.example/realms/a' }, 'Identity at id.example'],
  [{ email: null, issuer: 'something else' }, 'Identity at something else'],
])('%j is shown as %s', (identity, name) => {
  expect(identityName(identity)).toBe(name)
})
