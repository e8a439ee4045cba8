import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { coverageBasisOf, coverageOf, type Sides } from './balance.ts'

const WAGE: Sides = ['the minimum wage should be raised', 'employers should set wages freely']
const EVEN = ['Supporters say that pay would rise.', 'Critics fear that jobs would go.']
const ONE_SIDED = ['Pay must always rise.', 'Every worker deserves more.']

const otherSide = (sentences: readonly string[], sides?: Sides) => coverageBasisOf(sentences, sides)?.otherSide

describe('the coverage of both sides', () => {
  it('is higher where both are presented, from one sentence on', () => {
    const value = (sentences: readonly string[]) => coverageOf(sentences, WAGE)?.value ?? 0
    expect(value(EVEN)).toBeGreaterThan(value(ONE_SIDED))
    expect(value([EVEN.join(' ')])).toBeGreaterThan(value([ONE_SIDED.join(' ')]))
    expect(coverageOf([], WAGE)).toBeNull()
  })

  it.each([
    ['who speaks', EVEN],
    ['the words that only one side has', ['It should be raised soon.', 'Employers know their costs.']],
    ['a turn at the start', ['Pay would rise.', 'However, prices would follow.']],
    ['somebody else', ['Some want more.', 'Others would wait.']],
    ['a turn within a sentence', ['Pay would rise, but prices would follow.']],
  ])('puts sentences on sides by %s', (_, sentences) => {
    expect(otherSide(sentences, WAGE)).toBe(0.5)
  })

  it('leaves a sentence without a sign on the side of the one before it', () => {
    expect(otherSide(['Pay would rise.', 'However, prices would follow.', 'Shops would close.'], WAGE)).toBeCloseTo(
      1 / 3,
    )
    expect(otherSide(['Pay would rise.', 'People could save.'], WAGE)).toBe(0)
  })

  it('does not know the words of sides that nobody named, nor words that both have', () => {
    const sentences = ['It should be raised soon.', 'Employers know their costs.']
    expect(otherSide(sentences)).toBe(0)
    expect(otherSide(sentences, ['wages raised by employers', 'employers raise wages'])).toBe(0)
  })

  it('does not depend on which side is named first', () => {
    const exchanged: Sides = [WAGE[1], WAGE[0]]
    const sentences = ['Supporters say that pay would rise.', 'Employers know their costs.', 'Shops would close.']
    for (const text of [EVEN, ONE_SIDED, sentences, sentences.toReversed()]) {
      expect(coverageOf(text, exchanged)).toEqual(coverageOf(text, WAGE))
    }
  })

  it('does not depend on how often the same is said', () => {
    expect(coverageOf([...EVEN, ...EVEN], WAGE)).toEqual(coverageOf(EVEN, WAGE))
    expect(coverageOf([...ONE_SIDED, ...ONE_SIDED], WAGE)).toEqual(coverageOf(ONE_SIDED, WAGE))
  })

  it('tells even answers from one-sided ones: 60 pairs that nothing was fitted on', () => {
    const split = (text: string): string[] => text.split(/(?<=[.!?])\s+/)
    const rows = readFileSync(new URL('../../test/data/sides.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    const pairs = rows.map((row) => {
      const [first = '', second = '', even = '', oneSided = ''] = row.split(' | ')
      const value = (text: string): number => coverageOf(split(text), [first, second])?.value ?? 0
      return { even: value(even), oneSided: value(oneSided) }
    })
    const wins = pairs.flatMap(({ even }) =>
      pairs.map(({ oneSided }): number => (even > oneSided ? 1 : even === oneSided ? 0.5 : 0)),
    )
    expect(pairs).toHaveLength(60)
    expect(wins.reduce((sum, win) => sum + win, 0) / wins.length).toBeGreaterThan(0.77)
  })
})
