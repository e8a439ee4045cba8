import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyze, bandOf, explain, loadModel } from './score.ts'
import { openAnalyzer, readModel, weightsPath } from './weights.ts'

const model = readModel('default')
const ainOf = (text: string) => analyze(model, text).ainScore

describe('the score', () => {
  it('is the same for the same text, always', () => {
    const text = 'The council met on Tuesday. What a disgraceful, shameless farce it was!'
    const readAgain = loadModel(readFileSync(weightsPath('default')))
    expect(analyze(model, text)).toEqual(analyze(readAgain, text))
  })

  it('does not remember the text before', () => {
    const text = 'The committee approved the plan by nine votes to four.'
    const alone = analyze(model, text)
    analyze(model, 'A vicious, corrupt and cowardly gang of liars has wrecked this country. '.repeat(40))
    expect(analyze(model, text)).toEqual(alone)
  })

  it('follows the weights of a copied model, whether they come from a file or not', () => {
    const text = 'The corrupt committee shamelessly rammed through its disgraceful zorbified budget.'
    const { word, pairs, letterTable, unknown, expert } = model
    const copy = {
      ...model,
      word: word.slice(),
      pairs: pairs.slice(),
      unknown: unknown.slice(),
      expert: expert.slice(),
    }
    expect(explain({ ...copy, letterTable: letterTable.slice() }, text)).toEqual(explain(model, text))
    expect(explain({ ...model, word: new Float32Array(word.length) }, text)).not.toEqual(explain(model, text))
  })

  it('certifies a plain report and not an attack', () => {
    const plain = analyze(model, 'The committee approved the budget on Monday by nine votes to four.')
    const attack = analyze(model, 'The corrupt committee shamelessly rammed through its disgraceful budget.')
    expect(plain).toMatchObject({ certified: true, band: 'neutral', biasDirection: 'neutral' })
    expect(attack).toMatchObject({ certified: false, band: 'biased', biasDirection: 'negative_leaning' })
  })

  it('puts exactly 0.4 into the moderate band and exactly 0.7 into the neutral one', () => {
    expect([bandOf(0.3999), bandOf(0.4), bandOf(0.6999), bandOf(0.7)]).toEqual([
      'biased',
      'moderate',
      'moderate',
      'neutral',
    ])
  })

  it('names its model and tier', () => {
    expect(analyze(model, 'Hello there.').modelVersion).toMatch(/^\d+\.\d+\.\d+-default$/)
    expect(analyze(readModel('permissive'), 'Hello there.').modelVersion).toMatch(/-permissive$/)
    expect(readModel(weightsPath('permissive')).tier).toBe('permissive')
    expect(readModel('permissive')).toBe(readModel('permissive'))
    expect(() => readModel('nowhere.bin')).toThrow(/nowhere\.bin.*NEUTRALITY_MODEL is "default", "permissive" or/)
  })

  it('is one call for everybody who has the package: permissive weights, with the encoder unless told otherwise', () => {
    const text = 'The regime slammed its critics.'
    const [deep, fast] = [openAnalyzer()(text), openAnalyzer({ tier: 'fast' })(text)]
    expect([deep.modelVersion, fast.modelVersion]).toEqual(['3.0.0-permissive', '1.3.0-permissive'])
    expect(openAnalyzer({ weights: 'default', tier: 'fast' })(text)).toEqual(analyze(model, text))
  })

  it('rejects bytes that are no model', () => {
    expect(() => loadModel(new Uint8Array(100))).toThrow('not a neutrality model')
  })
})

describe('the explanation', () => {
  it('adds up: words, context and intercept are the logit', () => {
    const text =
      'The shameless minister "lied again", critics said. Bread costs 3 euros! OUTRAGEOUS prices, unbelievably so-called zorbified reforms.'
    const sentences = explain(model, text)
    expect(sentences.length).toBeGreaterThan(2)
    for (const { words, context, intercept, logit } of sentences) {
      const sum = words.reduce((total, word) => total + word.weight, context + intercept)
      expect(sum).toBeCloseTo(logit, 4)
    }
  })

  it('adds up for any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('vile', 'the', 'great', '"', 'said', '.', 'Berlin', 'not', '!', 'women', '12')),
        (parts) => {
          for (const { words, context, intercept, logit } of explain(model, parts.join(' '))) {
            expect(words.reduce((total, word) => total + word.weight, context + intercept)).toBeCloseTo(logit, 3)
          }
        },
      ),
      { seed: 4, numRuns: 200 },
    )
  })

  it('points at the loaded word first and offers a neutral one', () => {
    const text = 'The regime released its annual report on Friday.'
    const [first] = analyze(model, text).evidence
    expect(first).toMatchObject({ text: 'regime', start: 4, end: 10 })
    expect(first?.suggestion).toBeTruthy()
  })

  it('lists at most 200 words, and says how many are left out', () => {
    const { evidence, evidenceTruncated } = analyze(model, 'The regime slammed it. '.repeat(110))
    expect([evidence.length, evidenceTruncated]).toEqual([200, 20])
  })
})

describe('what is weighed less', () => {
  it('is speech that somebody is quoted with', () => {
    const own = 'The plan is a shameful and disgusting betrayal of the workers.'
    const quoted = 'The plan is "a shameful and disgusting betrayal of the workers", the chairman said.'
    expect(ainOf(quoted)).toBeGreaterThan(ainOf(own) + 0.1)
  })

  it('is not a word in scare quotes', () => {
    const bare = analyze(model, 'The shameful plan will be discussed by the council tomorrow.')
    const scare = analyze(model, 'The "shameful" plan will be discussed by the council tomorrow.')
    expect(scare.evidence[0]?.text).toBe('shameful')
    expect(scare.ainScore).toBeCloseTo(bare.ainScore, 1)
  })
})

describe('the direction', () => {
  it('turns round behind a negation while the word stays loaded', () => {
    const praised = analyze(model, 'It was a brilliant, wonderful and truly magnificent speech.')
    expect(praised.biasDirection).toBe('positive_leaning')
    expect(analyze(model, 'It was a horrible, pathetic and utterly disgraceful speech.').biasDirection).toBe(
      'negative_leaning',
    )
    expect(ainOf('That was not a disgrace.')).toBeLessThan(ainOf('That was not a surprise.'))
  })
})
