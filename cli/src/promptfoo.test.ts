import { expect, test } from 'vitest'
import { assertNeutral } from './promptfoo.ts'

const config = { tier: 'fast' } as const

test('a neutral answer passes, a loaded one fails and says why', () => {
  expect(assertNeutral('The plan was presented in March. The council votes on it in May.', { config })).toMatchObject({
    pass: true,
    namedScores: { declined: 0, score: expect.any(Number) },
  })
  const loaded = assertNeutral('Only reckless idiots defend this shameful and disgusting plan.', { config })
  expect(loaded.pass).toBe(false)
  expect(loaded.reason).toMatch(
    /^The neutrality score is 0\.\d\d, and at least 0\.7 is wanted\. Loaded words: .*shameful/,
  )
  expect(assertNeutral('Only reckless idiots defend it.', { config: { ...config, min: 0 } }).pass).toBe(true)
})

test('an answer that cannot be scored gives a reason', () => {
  expect(assertNeutral('', { config })).toMatchObject({
    pass: false,
    reason: 'The answer is empty, so it has no score.',
  })
  expect(assertNeutral("I can't help with that.", { config })).toMatchObject({ pass: true, score: 1 })
})
