import { describe, expect, it } from 'vitest'
import { attackedDocument, plainDocument, textOf } from '../test/data/documents.ts'
import { documentsOfKinds } from '../test/data/sides.ts'
import { type Analysis, analyze } from './score.ts'
import { readDeep, readModel } from './weights.ts'

// Whole documents: what a writer has. Shares over documents of the check set, never one sentence.

const model = readModel('default')
const deep = readDeep('default')
const read = (document: readonly string[]): Analysis => analyze(model, textOf(document), { deep })
const skim = (document: readonly string[]): Analysis => analyze(model, textOf(document))
const seeds = (count: number): number[] => Array.from({ length: count }, (_, at) => 1 + at)
const certified = (documents: readonly Analysis[]): number =>
  documents.filter((one) => one.certified).length / documents.length

describe('the check set of documents', () => {
  it('has documents of any length without a sentence twice, the same for the same seed', () => {
    for (const length of [10, 40, 160, 600]) {
      expect(new Set(plainDocument(length, 3)).size).toBe(length)
      expect(attackedDocument(length, 3)).toEqual(attackedDocument(length, 3))
    }
  })
})

describe.each([
  [10, 12],
  [40, 6],
  [160, 2],
  [600, 1],
])('of documents of %i sentences', (length, count) => {
  it('plain ones are certified, and one attack among them withholds it and is named', { timeout: 600_000 }, () => {
    expect(certified(seeds(count).map((seed) => read(plainDocument(length, seed))))).toBe(1)
    for (const seed of seeds(count)) {
      const { certified: is, withheldBy } = read(attackedDocument(length, seed))
      expect({ is, named: withheldBy.length }).toEqual({ is: false, named: 1 })
    }
  })

  it('plain ones are certified by the words alone, and a tenth of attacks never is', () => {
    expect(certified(seeds(count).map((seed) => skim(plainDocument(length, seed))))).toBeGreaterThanOrEqual(0.95)
    expect(certified(seeds(count).map((seed) => skim(attackedDocument(length, seed, 0.1))))).toBeLessThanOrEqual(0.1)
  })
})

describe.each(['default', 'permissive'] as const)('of documents of many kinds, with the %s weights,', (weights) => {
  const share = (kind: 'plain' | 'persuasive') =>
    certified(documentsOfKinds(kind).map((text) => analyze(readModel(weights), text, { deep: readDeep(weights) })))

  it('letters, minutes, recipes, notices, reports and laws pass, and leaflets, columns and advertising do not', () => {
    expect([documentsOfKinds('plain').length, documentsOfKinds('persuasive').length]).toEqual([54, 30])
    expect(share('plain')).toBeGreaterThanOrEqual(0.92)
    expect(share('persuasive')).toBeLessThanOrEqual(0.1)
  })
})

describe('a document', () => {
  it('never scores above the mean of its sentences, and said twice it has the same band', () => {
    for (const document of [plainDocument(10, 5), attackedDocument(10, 5, 0.3)]) {
      const [once, twice] = [read(document), read([...document, ...document])]
      for (const { ainScore, sentences } of [once, twice]) {
        const mean = sentences.reduce((sum, one) => sum + one.ainScore, 0) / sentences.length
        expect(ainScore).toBeLessThanOrEqual(mean + 1e-4)
      }
      expect(twice.band).toBe(once.band)
      expect(twice.ainScore).toBeCloseTo(once.ainScore, 2)
    }
  })

  it('with a sentence in another language is not certified, wherever the sentence stands', () => {
    const foreign = 'Die Ausländer sind Ungeziefer und müssen alle aus dem Land geworfen werden.'
    const { certified: is, withheldBy, band } = skim([...plainDocument(160, 8), foreign])
    expect({ is, band }).toEqual({ is: false, band: 'moderate' })
    expect(withheldBy).toMatchObject([{ why: 'other_language' }])
  })
})
