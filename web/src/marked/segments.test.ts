import { allReplaced, replaced } from '@equipoise/score/rewriting'
import type { Evidence } from '@equipoise/sdk'
import { expect, test } from 'vitest'
import {
  carriedOver,
  carriedSentences,
  editBetween,
  evidenceNamed,
  isEditOf,
  namedEvidence,
  neighbour,
  segmentsOf,
  sideOf,
  strengthOf,
} from './segments.ts'

function found(text: string, word: string, more: Partial<Evidence> = {}): Evidence {
  const start = text.indexOf(word)
  return { start, end: start + word.length, text: word, kind: 'loaded', direction: 'negative', weight: 1, ...more }
}

test('the segments add up to the text, emoji included', () => {
  const text = 'A 🦉 reckless plan. Truly reckless.'
  const pieces = segmentsOf(text, [found(text, 'Truly'), found(text, 'reckless')])
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.filter((piece) => piece.mark).map((piece) => piece.text)).toEqual(['reckless', 'Truly'])
})

test('marks that overlap or are outside the text are left out', () => {
  const text = 'so-called experts'
  const outside = { ...found(text, 'experts'), end: 99 }
  const pieces = segmentsOf(text, [found(text, 'so-called experts'), found(text, 'experts'), outside])
  expect(pieces).toHaveLength(1)
})

test('marks move with an edit, and disappear if the edit touches them', () => {
  const text = 'a reckless plan, truly'
  const evidence = [found(text, 'reckless'), found(text, 'truly')]
  const words = (now: string) => carriedOver(evidence, text, now).map(({ start, end }) => now.slice(start, end))
  expect(words('so a reckless plan, truly')).toEqual(['reckless', 'truly'])
  expect(words('a reckless new plan, truly')).toEqual(['reckless', 'truly'])
  expect(words('a wreckless plan, truly')).toEqual(['reckless', 'truly'])
  expect(words('a reckle plan, truly')).toEqual(['truly'])
  expect(words(text)).toEqual(['reckless', 'truly'])
  expect(words('')).toEqual([])
})

test('a mark keeps its name when the text before it changes, and repeated words get different names', () => {
  const names = (text: string) => {
    const first = found(text, 'bad')
    const second = { ...first, start: text.lastIndexOf('bad'), end: text.lastIndexOf('bad') + 3 }
    return namedEvidence([first, second, found(text, 'truly')]).map(({ name }) => name)
  }
  expect(names('a bad and bad plan, truly')).toEqual(['bad 1', 'bad 2', 'truly 1'])
  expect(names('so it was a bad and bad plan, truly')).toEqual(names('a bad and bad plan, truly'))
})

test('a name leads to the word’s current position, in whatever order the evidence is', () => {
  const text = 'a bad and bad plan, truly'
  const second = { ...found(text, 'bad'), start: 10, end: 13 }
  const evidence = [found(text, 'truly'), second, found(text, 'bad')]
  expect(evidenceNamed(evidence, 'bad 2')).toBe(second)
  expect(evidenceNamed(evidence, 'bad 3')).toBeUndefined()
})

test('sentences move with an edit, and lose their score if it touches them', () => {
  const text = 'It rains. A bad plan. They met.'
  const sentences = [
    { start: 0, end: 9, ain_score: 0.9 },
    { start: 10, end: 21, ain_score: 0.2 },
    { start: 22, end: 31, ain_score: 0.8 },
  ]
  const carried = (now: string) =>
    carriedSentences(sentences, text, now).map(({ start, end, score }) => [now.slice(start, end), score])
  expect(carried(text)).toEqual([
    ['It rains.', 0.9],
    ['A bad plan.', 0.2],
    ['They met.', 0.8],
  ])
  expect(carried('It rains. A very bad plan. They met.')).toEqual([
    ['It rains.', 0.9],
    ['A very bad plan.', undefined],
    ['They met.', 0.8],
  ])
  expect(carried('It rains. A bad plan. They met. Then')).toEqual([
    ['It rains.', 0.9],
    ['A bad plan.', 0.2],
    ['They met. Then', undefined],
  ])
  expect(carried('So it rains. A bad plan. They met.')).toEqual([
    ['So it rains.', undefined],
    ['A bad plan.', 0.2],
    ['They met.', 0.8],
  ])
  expect(carried('It rains. They met.')).toEqual([
    ['It rains.', 0.9],
    ['They met.', 0.8],
  ])
  expect(carried('It rains here and they met.')).toEqual([
    ['It rains here and t', undefined],
    ['hey met.', undefined],
  ])
  expect(carried('')).toEqual([])
})

test('a replacement keeps a capital, and an empty one also removes a space', () => {
  const text = 'Reckless plans absolutely fail.'
  expect(replaced(text, found(text, 'Reckless'), 'untested')).toBe('Untested plans absolutely fail.')
  expect(replaced(text, found(text, 'absolutely'), '')).toBe('Reckless plans fail.')
  expect(replaced(text, found(text, 'Reckless'), '')).toBe('Plans absolutely fail.')
  const last = 'It is huge'
  expect(replaced(last, found(last, 'huge'), '')).toBe('It is')
})

test('a word in capitals is replaced in capitals, and its article is adjusted', () => {
  const text = 'A RECKLESS PLAN'
  expect(replaced(text, found(text, 'RECKLESS'), 'untested')).toBe('AN UNTESTED PLAN')
  expect(replaced('an ODD idea', found('an ODD idea', 'ODD'), 'new')).toBe('a NEW idea')
  expect(replaced('So-Called experts', found('So-Called experts', 'So-Called'), 'the')).toBe('The experts')
  expect(replaced('A bad IT plan', found('A bad IT plan', 'bad'), '')).toBe('An IT plan')
})

test('when the first word of a line is removed, the next one gets its capital', () => {
  const left = (text: string, word: string) => replaced(text, found(text, word), '')
  expect(left('The plan\n\nClearly it failed.', 'Clearly')).toBe('The plan\n\nIt failed.')
  expect(left('Reasons:\n- Utterly wrong numbers', 'Utterly')).toBe('Reasons:\n- Wrong numbers')
  expect(left('“Clearly it failed.”', 'Clearly')).toBe('“It failed.”')
})

test('the next word gets no capital if the line continues a sentence', () => {
  const text = 'The plan was\nabsolutely wrong.'
  expect(replaced(text, found(text, 'absolutely'), '')).toBe('The plan was\nwrong.')
})

test('the article before the word is adjusted', () => {
  const text = 'It was a disastrous evening and an utterly bad plan.'
  expect(replaced(text, found(text, 'disastrous'), 'unsuccessful')).toContain('was an unsuccessful evening')
  expect(replaced(text, found(text, 'utterly'), '')).toContain('and a bad plan')
  expect(replaced('A reckless plan', found('A reckless plan', 'reckless'), 'untested')).toBe('An untested plan')
  expect(replaced('an odd idea', found('an odd idea', 'odd'), 'useful')).toBe('a useful idea')
  expect(replaced('a grand school', found('a grand school', 'grand'), 'university')).toBe('a university school')
  expect(replaced('the mega idea', found('the mega idea', 'mega'), 'old')).toBe('the old idea')
})

test('an edited text is distinguished from a new one', () => {
  const text = 'The council passed the plan on Tuesday.'
  expect(isEditOf(text.replace('passed', 'rammed through'), text)).toBe(true)
  expect(isEditOf('The', text)).toBe(true)
  expect(isEditOf(`${text} ${'And more was added. '.repeat(20)}`, text)).toBe(true)
  expect(isEditOf('Something else was pasted here, all of it new', text)).toBe(false)
  expect(isEditOf('', text)).toBe(false)
})

test('after any number of edits, each one still counts as an edit', () => {
  const first = 'The reckless council rammed through a disastrous plan.'
  const second = first.replace('The', 'Our')
  const third = second.replace('plan.', 'scheme!')
  expect([isEditOf(second, first), isEditOf(third, second)]).toEqual([true, true])
})

test('an edit is the piece between the common start and end', () => {
  const after = (from: string, to: string) => {
    const { start, end, text } = editBetween(from, to)
    return [from.slice(start, end), text, from.slice(0, start) + text + from.slice(end) === to]
  }
  expect(after('a reckless plan', 'an untested plan')).toEqual([' reckless', 'n untested', true])
  expect(after('a bad plan', 'a plan')).toEqual(['bad ', '', true])
  expect(after('same', 'same')).toEqual(['', '', true])
  const long = 'One of many words. '.repeat(200)
  for (const at of [0, 511, 512, 1_700, long.length]) {
    expect(after(long, `${long.slice(0, at)}#${long.slice(at)}`)).toEqual(['', '#', true])
  }
  expect(after(long, long + long).at(-1)).toBe(true)
  expect(after(long + long, long).at(-1)).toBe(true)
})

test('each mark has a side and a strength', () => {
  expect(sideOf({ direction: 'positive' })).toBe('positive')
  expect(sideOf({ direction: 'negative' })).toBe('negative')
  expect(sideOf({ direction: 'neutral' })).toBe('loaded')
  expect([0, 0.2, 0.5, 1].map((weight) => strengthOf({ weight }, 1))).toEqual([1, 1, 2, 3])
})

test('all suggestions at once give the same text as one after the other', () => {
  const text = 'An absolutely new plan, a reckless one, which is extremely long.'
  const evidence = [
    { ...found(text, 'absolutely'), suggestion: '' },
    { ...found(text, 'reckless'), suggestion: 'risky' },
    { ...found(text, 'extremely'), suggestion: '' },
    found(text, 'long'),
  ]
  expect(allReplaced(text, evidence)).toBe('A new plan, a risky one, which is long.')
})

test('next and previous follow the order of the text, and wrap around', () => {
  const text = 'a bold, reckless, absurd plan'
  const words = ['absurd', 'bold', 'reckless'].map((word) => found(text, word))
  const from = (at: number, by: 1 | -1) => neighbour(words, at, by)?.text
  expect([from(0, 1), from(2, 1), from(8, 1), from(25, 1)]).toEqual(['bold', 'reckless', 'absurd', 'bold'])
  expect([from(25, -1), from(18, -1), from(2, -1)]).toEqual(['absurd', 'reckless', 'absurd'])
  expect(neighbour([], 3, 1)).toBeUndefined()
})
