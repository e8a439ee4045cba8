import { expect, test } from 'vitest'
import { kindTitle, whyOf } from './kinds.ts'
import { EVIDENCE_KINDS } from './score.ts'

test('every kind that the scorer knows is explained', () => {
  const plain = whyOf('loaded')
  expect(EVIDENCE_KINDS.filter((kind) => kind !== 'loaded' && whyOf(kind) === plain)).toEqual([])
  for (const kind of EVIDENCE_KINDS) expect(whyOf(kind)).toMatch(/^[A-Z].*\.$/)
})

test('a kind of a newer scorer is explained as any loaded word', () => {
  expect(whyOf('new_kind')).toBe(whyOf('loaded'))
})

test('a kind is named in words', () => {
  expect(['loaded', 'loaded_verb', 'peacock'].map(kindTitle)).toEqual(['loaded word', 'loaded verb', 'puffery'])
})
