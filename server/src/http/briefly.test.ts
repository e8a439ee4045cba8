import { expect, test } from 'vitest'
import { briefly } from './briefly.ts'

test('a response waits for work that is soon done, and for its failure', async () => {
  expect(await briefly(Promise.resolve())).toBe(true)
  await expect(briefly(Promise.reject(new Error('it failed')))).rejects.toThrow('it failed')
})

test('a response does not wait for work that takes long, nor for its failure afterwards', async () => {
  const fail: ((error: Error) => void)[] = []
  const work = new Promise((_resolve, reject) => fail.push(reject))
  expect(await briefly(work, 1)).toBe(false)
  for (const failLate of fail) failLate(new Error('too late to matter'))
})
