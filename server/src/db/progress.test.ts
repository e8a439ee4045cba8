import { expect, test } from 'vitest'
import { tellRows } from './progress.ts'

test('work that takes long tells how far it is, every ten seconds', () => {
  const heard: string[] = []
  let nowMs = 0
  const tell = tellRows(
    (message) => heard.push(message),
    'written',
    () => nowMs,
  )
  for (nowMs = 0; nowMs < 35_000; nowMs += 1_000) tell(nowMs * 100)
  expect(heard).toEqual([
    '1,000,000 rows written so far.',
    '2,000,000 rows written so far.',
    '3,000,000 rows written so far.',
  ])
})

test('work that is done within ten seconds says nothing', () => {
  const heard: string[] = []
  let nowMs = 0
  const tell = tellRows(
    (message) => heard.push(message),
    'written',
    () => nowMs,
  )
  nowMs = 9_999
  tell(5)
  expect(heard).toEqual([])
})
