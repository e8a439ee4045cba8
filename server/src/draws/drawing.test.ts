import { outcomeDigest } from '@equipoise/engine'
import { expect, test } from 'vitest'
import { drawFor } from './drawing.ts'

test.each([1, 20_000, 20_001, 100_000])('the digest of %i numbers is that of all of them at once', async (count) => {
  const { outcome, digest } = await drawFor({ kind: 'integers', min: -5, max: 2 ** 40, count }, 'seed', 1)
  expect(outcome).toHaveLength(count)
  expect(digest).toBe(outcomeDigest(outcome))
})
