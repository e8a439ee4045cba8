import { describe, expect, it } from 'vitest'
import { readWords } from '../reading/reading.ts'
import { balanceOf, cues, DISPUTED_SHARE_MIN, joinBalances } from './balance.ts'

const ONE_SIDED = [
  'We must stop this project now.',
  'It will only harm every family in our town.',
  'Nothing justifies it, and we should never give in.',
  'Our children deserve better.',
]
const BALANCED = [
  'Supporters argue that the project creates work.',
  'Critics say that it harms the river.',
  'Others point out that the figures are disputed.',
  'According to the council, the debate will last until May.',
]

describe('the balance of a text', () => {
  it('is higher if several sides are presented than if the reader is told what to do', () => {
    expect(balanceOf(BALANCED)?.value).toBeGreaterThan(0.7)
    expect(balanceOf(ONE_SIDED)?.value).toBeLessThan(0.3)
  })

  it.each([
    "We're told that critics' claims, on the one hand, are clear. IT'S time to join us_all now! Say it.",
    'The minister\'s (according to him) "must" of 5must and must5 is vital. Éwe and weé say naïve. Let us.',
    'Have\u200b to go: they have to. `our code` says; others, others-all. See https://we.must.org/all or ask us',
  ])('is told by the same cues, whether the words of a text or its sentences are searched: %s', (text) => {
    const words = readWords(text)
    expect(words.sentences.length).toBeGreaterThan(1)
    expect(cues.inWords(words)).toEqual(words.sentences.map(({ start, end }) => cues.inText(text.slice(start, end))))
  })

  it('says what it rests on, as shares of the sentences', () => {
    expect(balanceOf(BALANCED)?.basis).toMatchObject({ attributed: 1, sides: 1, directive: 0 })
    expect(balanceOf(ONE_SIDED)?.basis).toMatchObject({ attributed: 0, directive: 0.5, we: 1 })
  })

  it.each([
    ['directive', "IT'S time to go.", 'It is a time to go.'],
    ['directive', 'They have to leave', 'They have, to leave'],
    ['sides', 'On the one hand it is cheap.', 'On the one day it is cheap.'],
    ['attributed', '(according to him)', 'according  to him'],
    ['absolute', 'an all-day meeting', 'the flag _all_ and small'],
    ['we', "And we're late.", 'Éwen and ourselves'],
  ] as const)('hears a word or a phrase only as a whole: %s, %s', (name, with_, without) => {
    const plain = ['It is open.', 'It is shut.']
    expect(balanceOf([with_, ...plain])?.basis[name]).toBeCloseTo(1 / 3, 3)
    expect(balanceOf([without, ...plain])?.basis[name]).toBe(0)
  })

  it('is not told of fewer than three sentences', () => {
    expect(balanceOf(ONE_SIDED.slice(0, 2))).toBeNull()
    expect(balanceOf([])).toBeNull()
  })

  it('is not given if nothing is disputed: all is plainly worded, and nobody holds a view beside others', () => {
    const hours = ['The library opens at nine.', 'It closes at five.', 'On Sunday it is closed.']
    expect(balanceOf(hours, DISPUTED_SHARE_MIN - 0.001)).toBeNull()
    expect(balanceOf(hours, DISPUTED_SHARE_MIN)).not.toBeNull()
    expect(DISPUTED_SHARE_MIN).toBe(0.1)
    expect(balanceOf(BALANCED, 0)?.value).toBeGreaterThan(0.7)
    expect(balanceOf(ONE_SIDED, 0)).toBeNull()
  })

  it('of parts is that of the whole text', () => {
    const part = (sentences: string[]) => ({ balance: balanceOf(sentences), sentences })
    const joined = joinBalances([part(ONE_SIDED), part(BALANCED), part(['Too short.'])])
    expect(joined?.value).toBeCloseTo(balanceOf([...ONE_SIDED, ...BALANCED])?.value ?? 0, 3)
    expect(joinBalances([part(['Too short.'])])).toBeNull()
  })
})
