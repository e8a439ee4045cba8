import { describe, expect, it } from 'vitest'
import { balanceOf, joinBalances } from './balance.ts'

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
  it('is higher where several sides are heard than where the reader is told what to do', () => {
    expect(balanceOf(BALANCED)?.value).toBeGreaterThan(0.7)
    expect(balanceOf(ONE_SIDED)?.value).toBeLessThan(0.3)
  })

  it('says what it rests on, as shares of the sentences', () => {
    expect(balanceOf(BALANCED)?.basis).toMatchObject({ attributed: 1, sides: 1, directive: 0 })
    expect(balanceOf(ONE_SIDED)?.basis).toMatchObject({ attributed: 0, directive: 0.5, we: 1 })
  })

  it('is not told of fewer than three sentences', () => {
    expect(balanceOf(ONE_SIDED.slice(0, 2))).toBeNull()
    expect(balanceOf([])).toBeNull()
  })

  it('of parts is that of the whole text', () => {
    const part = (sentences: string[]) => ({ balance: balanceOf(sentences), sentences })
    const joined = joinBalances([part(ONE_SIDED), part(BALANCED), part(['Too short.'])])
    expect(joined?.value).toBeCloseTo(balanceOf([...ONE_SIDED, ...BALANCED])?.value ?? 0, 3)
    expect(joinBalances([part(['Too short.'])])).toBeNull()
  })
})
