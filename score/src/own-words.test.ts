import { describe, expect, it } from 'vitest'
import { analyze, explain, WORD_LIST_ENTRY_MAX, WORD_LIST_MAX } from './score.ts'
import { readDeep, readModel } from './weights.ts'

const model = readModel('default')
const deep = readDeep('default')
const LOADED = 'The minister slammed the disastrous bill on Monday.'

describe.each([
  ['by the words alone', undefined],
  ['with the encoder', deep],
])('ignored words, %s', (_, encoder) => {
  const read = (text: string, ignore: string[]) => analyze(model, text, { deep: encoder, ignore })

  it('are no evidence and do not count against the score', () => {
    const before = read(LOADED, [])
    const after = read(LOADED, ['slammed', 'disastrous'])
    expect(before.evidence.map(({ text }) => text)).toEqual(expect.arrayContaining(['slammed', 'disastrous']))
    expect(after.evidence).toEqual([])
    expect([before.certified, after.certified]).toEqual([false, true])
  })

  it('score the same whichever word it is', () => {
    const score = (word: string) => read(`The minister ${word} the plan on Monday.`, [word]).ainScore
    expect(score('slammed')).toBe(score('butchered'))
  })

  it('are matched in any case, over a line break, disguised and with a possessive', () => {
    for (const text of ['The RADICAL\nleft met.', 'The radical left’s plan is new.', 'The r4dical left met here.']) {
      expect(read(text, []).evidence, text).not.toEqual([])
      expect(read(text, ['Radical Left']).evidence, text).toEqual([])
    }
  })

  it('are whole words, in exactly this form', () => {
    expect(read(LOADED, ['slam', 'disaster'])).toEqual(read(LOADED, []))
  })

  it('are no phrase with other words in between', () => {
    const text = 'The radical, left alone, slammed the bill.'
    expect(read(text, ['radical left'])).toEqual(read(text, []))
  })

  it('leave the explanation adding up', () => {
    for (const { words, context, intercept, logit } of explain(model, LOADED, { deep: encoder, ignore: ['slammed'] })) {
      expect(words.reduce((sum, { weight }) => sum + weight, context + intercept)).toBeCloseTo(logit, 4)
    }
  })
})

it('tells numbers apart, although they read alike', () => {
  const read = (ignore: string[]) =>
    analyze(model, 'They blamed 9/11 and 24/7 news.', { flag: [{ word: '24/7' }], ignore })
  expect(read([]).evidence.filter(({ kind }) => kind === 'flagged')).toMatchObject([{ text: '24/7' }])
})

describe('flagged words', () => {
  const flag = [
    { word: 'master', suggestion: 'main' },
    { word: 'Master Branch', suggestion: 'main branch' },
    { word: 'AT&T' },
    { word: 'simply', suggestion: '' },
  ]
  const text = 'Simply push to the master branch of AT&T. The master copy stays.'

  it('come first, in the order of the text, the longest entry at each place, with their suggestion', () => {
    const found = analyze(model, text, { flag }).evidence.filter(({ kind }) => kind === 'flagged')
    expect(found.map(({ start, text: word, suggestion }) => [start, word, suggestion])).toEqual([
      [0, 'Simply', ''],
      [19, 'master branch', 'main branch'],
      [36, 'AT&T', undefined],
      [46, 'master', 'main'],
    ])
  })

  it('leave the score as it is, and are not listed a second time as loaded', () => {
    const loaded = analyze(model, LOADED)
    const flagged = analyze(model, LOADED, { flag: [{ word: 'slammed', suggestion: 'criticised' }] })
    expect(flagged.ainScore).toBe(loaded.ainScore)
    expect(flagged.evidence.filter(({ text: word }) => word === 'slammed')).toMatchObject([
      { kind: 'flagged', suggestion: 'criticised' },
    ])
  })

  it('are found in texts that cannot be judged', () => {
    const german = 'Der Minister hat den Master nicht gesehen und wird ihn auch nicht mehr suchen.'
    expect(analyze(model, german, { flag })).toMatchObject({
      reason: 'unsupported_language',
      evidence: [{ kind: 'flagged', text: 'Master' }],
    })
  })

  it('give way to ignored ones', () => {
    expect(analyze(model, text, { flag, ignore: ['master'] }).evidence.map(({ text: word }) => word)).toEqual(
      expect.not.arrayContaining(['master', 'master branch']),
    )
  })
})

it('rejects lists that are too long and entries without a word, and names the list', () => {
  const many = Array.from({ length: WORD_LIST_MAX + 1 }, (_, at) => `word${at}`)
  expect(() => analyze(model, 'A text.', { ignore: many })).toThrow('ignore has more than 2000 entries')
  expect(() => analyze(model, 'A text.', { ignore: ['…'] })).toThrow('ignore has an entry without a word: "…"')
  expect(() => analyze(model, 'A text.', { flag: [{ word: 'a'.repeat(WORD_LIST_ENTRY_MAX + 1) }] })).toThrow(
    'flag has an entry of more than 100 characters',
  )
})

describe('terms of a field and greetings', () => {
  const reads = (text: string) => analyze(model, text, { deep })
  it.each([
    [
      'A greedy algorithm does not always find the best solution, and a naive attack on the hash takes hours.',
      'greedy',
    ],
    ['Lazy evaluation delays the work until the value is needed.', 'Lazy'],
    ['The brute force attack on the cipher failed after two days.', 'brute'],
    ['Happy birthday and all the best to you and your family!', 'Happy'],
  ])('are plain words: %s', (text, word) => {
    expect(reads(text).evidence.map((item) => item.text)).not.toContain(word)
    expect(reads(text).certified).toBe(true)
  })

  it('do not excuse the same word elsewhere', () => {
    const { evidence, ainScore } = reads(
      'The greedy executives behind the greedy algorithm laughed at their customers.',
    )
    expect(evidence.map(({ text, start }) => [text, start])).toContainEqual(['greedy', 4])
    expect(ainScore).toBeLessThan(0.4)
  })
})

it('finds the longest of many phrases that begin alike, and reads a list that cannot change once', () => {
  const phrases = Array.from({ length: 15 }, (_, at) => ({ word: `${'very '.repeat(at)}end`, suggestion: String(at) }))
  const flag = Object.freeze(phrases)
  const text = `He is ${'very '.repeat(30)}end, and very very end.`
  for (const list of [phrases, flag, flag]) {
    const found = analyze(model, text, { flag: list }).evidence.filter(({ kind }) => kind === 'flagged')
    expect(found.map(({ suggestion }) => suggestion)).toEqual(expect.arrayContaining(['2']))
  }
})
