import { expect, test } from 'vitest'
import { inPython } from '../../test/python.ts'
import { printable, throwText } from './receipts.ts'

const REAL_NAMES = [
  '👩\u200d👩\u200d👧\u200d👦',
  '🏳\ufe0f\u200d🌈',
  '👩🏽\u200d🦰',
  '🙂\u200d↔\ufe0f',
  '1\ufe0f\u20e3',
  'علی\u200cرضا',
  'क्\u200dष',
  'ജോണ്\u200d',
]
const WRITTEN_OUT = [
  ['\u202eadA', '\\u202eadA'],
  ['A\u200dda', 'A\\u200dda'],
  ['Ada\ufe0f', 'Ada\\ufe0f'],
  ['\u200dAda\u200c', '\\u200dAda\\u200c'],
  ['a \u200d b', 'a \\u200d b'],
  ['علی\u200c', 'علی\\u200c'],
  ['علی\u200c\u200cرضا', 'علی\\u200c\\u200cرضا'],
  ['👩\u200d\u200d👧', '👩\\u200d\\u200d👧'],
  ['👩\u200d', '👩\\u200d'],
  ['\u001b[2J\u200b', '\\u001b[2J\\u200b'],
] as const

test('joiners of other scripts and emoji stay; characters that hide or reorder text are escaped', () => {
  expect(REAL_NAMES.map(printable)).toEqual(REAL_NAMES)
  for (const [text, shown] of WRITTEN_OUT) expect(printable(text)).toBe(shown)
})

test('verify.py escapes everything that is not seen, joiners in names too', () => {
  expect(inPython('[verify.shown(t) for t in given]', ['\u202eadA', 'علی\u200cرضا', '\u001b[2J', 'Zoë 🎲'])).toEqual([
    '\\u202eadA',
    'علی\\u200cرضا',
    '\\u001b[2J',
    'Zoë 🎲',
  ])
})

test('a throw is shown as a sum: its faces, what is added, and the total', () => {
  expect(throwText([5, 5, 6], 18)).toBe('5 5 6 + 2 = 18')
  expect(throwText([4, 6], -999_999_989)).toBe('4 6 - 999999999 = -999999989')
  expect(throwText([9], 13)).toBe('9 + 4 = 13')
  expect(throwText([2, 3], 5)).toBe('2 3 = 5')
  expect(throwText([6], 6)).toBe('6')
})
