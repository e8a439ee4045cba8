import { expect, test } from 'vitest'
import { apiShape, fromApiShape } from './api-shape.ts'
import { analyze } from './score.ts'
import { readModel } from './weights.ts'

const model = readModel('permissive')

test.each(['The disastrous bill is a shameless gift to greedy corporate cronies. It passed on Tuesday.', 'Hi.'])(
  'an analysis is the same in both shapes: %s',
  (text) => {
    const scored = analyze(model, text)
    expect(fromApiShape(apiShape(scored))).toEqual(scored)
  },
)

test('the shape of the API has its names', () => {
  const shaped = apiShape(analyze(model, 'The train leaves at nine, and the tickets cost four pounds each.'))
  expect(Object.keys(shaped)).toEqual(
    expect.arrayContaining(['ain_score', 'svc_certified', 'word_ratios', 'sentences']),
  )
  expect(shaped.sentences[0]).toHaveProperty('ain_score')
  expect(shaped).not.toHaveProperty('reason')
})

test('a deployment can have its own name for the certificate', () => {
  const shaped = apiShape(analyze(model, 'You idiot.'), 'acme_certified')
  expect(shaped).toHaveProperty('acme_certified', false)
  expect(shaped).not.toHaveProperty('svc_certified')
})

test('an analysis of an earlier service, which has no balance, is read', () => {
  const { balance, balance_basis, ...earlier } = apiShape(analyze(model, 'Hi.'))
  expect(fromApiShape(earlier).balance).toBe(null)
})
