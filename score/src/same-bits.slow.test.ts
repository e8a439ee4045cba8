import { expect, test } from 'vitest'
import { DIGESTED_TEXTS, digestOf } from '../test/digest.ts'
import { readDeep, readModel } from './weights.ts'

// bench/same-bits.ts asks other engines and processors for the same digests. They change with the weights and with every rule of the score.
test.each([
  ['default', 'eea152fd'],
  ['permissive', 'a43e3c02'],
] as const)('500 texts have the same scores to the last bit on every machine: %s', (tier, digest) => {
  const deep = readDeep(tier) ?? expect.unreachable('these weights have an encoder')
  expect(DIGESTED_TEXTS).toHaveLength(500)
  expect(digestOf(readModel(tier), deep)).toBe(digest)
})
