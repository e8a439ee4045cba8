import { expect, test } from 'vitest'
import { Secret } from '../ground/secret.ts'
import { createSeal } from './seal.ts'

const OLD = new Secret('an old secret of at least 32 characters')
const NEW = new Secret('a new secret of at least 32 characters.')

test('what an older secret sealed can still be opened, but not with another secret', () => {
  const sealed = createSeal([OLD]).seal('a server seed', 'commitment 1')
  expect(createSeal([NEW, OLD]).open(sealed, 'commitment 1')).toBe('a server seed')
  expect(() => createSeal([NEW]).open(sealed, 'commitment 1')).toThrow()
})

test('sealed text opens only for its own row, and only unchanged', () => {
  const { seal, open } = createSeal([NEW, OLD])
  const sealed = seal('a server seed', 'commitment 1')
  expect(() => open(sealed, 'commitment 2')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => open(changed, 'commitment 1')).toThrow()
  }
})

test('the first secret seals', () => {
  const sealed = createSeal([NEW, OLD]).seal('a server seed', 'commitment 1')
  expect(createSeal([NEW]).open(sealed, 'commitment 1')).toBe('a server seed')
})
