import { expect, test } from 'vitest'
import { createSeal } from './sealed.ts'
import { Secret } from './secret.ts'

const NEW = new Secret('the new secret of this deployment')
const OLD = new Secret('the old secret of this deployment')

test('sealed text can be opened again, and is unreadable to others', () => {
  const { seal, open } = createSeal([NEW], 'test')
  const sealed = seal('https://example.org/?token=canary')
  expect(open(sealed)).toBe('https://example.org/?token=canary')
  expect(sealed.toString('latin1')).not.toContain('canary')
  expect(createSeal([OLD], 'test').open(sealed)).toBeUndefined()
  expect(createSeal([NEW], 'another purpose').open(sealed)).toBeUndefined()
})

test('a changed or truncated text does not open', () => {
  const { seal, open } = createSeal([NEW], 'test')
  const sealed = seal('hello')
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(open(sealed)).toBeUndefined()
  expect(open(Buffer.alloc(3))).toBeUndefined()
})

test('after a rotation the old secret still opens what it sealed, which is reported as old', () => {
  const sealed = createSeal([OLD], 'test').seal('hello')
  const rotated = createSeal([NEW, OLD], 'test')
  expect([rotated.open(sealed), rotated.isOld(sealed)]).toEqual(['hello', true])
  expect(rotated.isOld(rotated.seal('hello'))).toBe(false)
})
