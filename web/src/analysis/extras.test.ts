import { expect, test } from 'vitest'
import { saidOnce } from './extras.ts'

test('a repeated sentence is listed once for each reason', () => {
  const at = (start: number, message: string) => ({ start, end: start + 4, message })
  const told = [at(0, 'one'), at(5, 'one'), at(5, 'two'), at(10, 'one')]
  expect(saidOnce(told, 'Bad. Bad. Sad.')).toEqual([at(0, 'one'), at(5, 'two'), at(10, 'one')])
})
