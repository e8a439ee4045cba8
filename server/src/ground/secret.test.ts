import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

test('a secret shows its value only if it is revealed', () => {
  const secret = new Secret('sk-canary')
  expect(secret.reveal()).toBe('sk-canary')
  const shown = [
    String(secret),
    `${secret}`,
    JSON.stringify({ secret }),
    inspect({ secret }, { showHidden: true, depth: 5 }),
  ]
  for (const text of shown) {
    expect(text).toContain('[secret]')
    expect(text).not.toContain('canary')
  }
  expect(Object.keys(secret)).toEqual([])
})
