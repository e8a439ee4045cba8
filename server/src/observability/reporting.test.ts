import { expect, test } from 'vitest'
import { createReporting } from './reporting.ts'

test('what is reported before the log opens is written to it afterwards, in order', () => {
  const { report, writeTo } = createReporting()
  const log: string[] = []
  report(new Error('early'), 'first')
  writeTo((error, message) => log.push(`${message}: ${(error as Error).message}`))
  report(new Error('late'), 'second')
  expect(log).toEqual(['first: early', 'second: late'])
})
