import { expect, test } from 'vitest'
import { tryRelease } from './release.ts'

test('with the real scorer, no failing sentence leaves a streamed answer', async () => {
  const { leaked, failing, released } = await tryRelease(60, 'fast', 7)
  expect(leaked).toEqual([])
  expect([failing > 60, released > 200]).toEqual([true, true])
})
