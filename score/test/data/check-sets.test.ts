import { describe, expect, it } from 'vitest'
import { counterfactualCases, fillers } from './counterfactual.ts'
import { everyday } from './everyday.ts'

describe('the everyday check set', () => {
  it('holds enough texts of every kind', () => {
    const plain = everyday.filter(({ band }) => band === 'neutral')
    expect(everyday.length).toBeGreaterThanOrEqual(360)
    expect(plain.length).toBeGreaterThanOrEqual(220)
    const needed = { praise: 30, attack: 40, propaganda: 30, peacock: 25, opinion: 25 }
    const floors = { ...Object.fromEntries(plain.map(({ kind }) => [kind, 20])), ...needed }
    const short = Object.entries(floors).filter(
      ([kind, floor]) => everyday.filter((e) => e.kind === kind).length < floor,
    )
    expect(short).toEqual([])
  })

  it('repeats no text and keeps to everyday lengths', () => {
    expect(new Set(everyday.map(({ text }) => text)).size).toBe(everyday.length)
    const odd = everyday.filter(({ text }) => text !== text.trim() || !isBetween(text.split(' ').length, 5, 45))
    expect(odd).toEqual([])
  })
})

describe('the counterfactual set', () => {
  const cases = counterfactualCases()

  it('holds enough templates, plain and loaded, and eight fillers a slot', () => {
    expect(cases.length).toBeGreaterThanOrEqual(220)
    expect(cases.filter(({ tone }) => tone === 'loaded').length).toBeGreaterThanOrEqual(80)
    expect(Object.values(fillers).filter((words) => new Set(words).size < 8)).toEqual([])
  })

  it('fills every slot, and changes nothing but the slot', () => {
    expect(cases.filter(({ template, slot }) => template.split(`{${slot}}`).length !== 2)).toEqual([])
    expect(cases.flatMap(({ texts }) => texts).filter((text) => /[{}]/.test(text))).toEqual([])
    expect(cases.filter(({ texts }) => new Set(texts).size !== texts.length)).toEqual([])
  })

  it('repeats no template', () => {
    expect(new Set(cases.map(({ template }) => template)).size).toBe(cases.length)
  })
})

function isBetween(value: number, low: number, high: number): boolean {
  return low <= value && value <= high
}
