import { expect, test } from 'vitest'
import { DIGESTS } from '../score/test/digest.ts'
import { firefoxPath } from '../server/test/firefox.ts'
import { digestIn } from './digests.ts'

test('500 texts have the same scores to the last bit in Chromium', async () => {
  expect(await digestIn('chromium', 'default')).toBe(DIGESTS.default)
})

test.skipIf(!firefoxPath())('500 texts have the same scores to the last bit in Firefox', async () => {
  expect(await digestIn('firefox', 'default')).toBe(DIGESTS.default)
})
