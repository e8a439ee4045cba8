import { expect, test } from 'vitest'
import { DIGESTED_TEXTS, DIGESTS, digestOf } from '../test/digest.ts'
import { readDeep, readModel } from './weights.ts'

// bench/same-bits.ts asks other engines and processors for the same digests.
test.each(['default', 'permissive'] as const)(
  '500 texts have the same scores to the last bit on every machine: %s',
  (tier) => {
    const deep = readDeep(tier) ?? expect.unreachable('these weights have an encoder')
    expect(DIGESTED_TEXTS).toHaveLength(500)
    expect(digestOf(readModel(tier), deep)).toBe(DIGESTS[tier])
  },
)
