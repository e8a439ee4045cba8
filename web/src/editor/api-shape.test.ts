import { analyze } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { apiShape, scoredShape } from './api-shape.ts'

const model = readModel('permissive')

test.each(['The disastrous bill is a shameless gift to greedy corporate cronies. It passed on Tuesday.', 'Hi.'])(
  'an analysis is the same in both shapes: %s',
  (text) => {
    const scored = analyze(model, text)
    expect(scoredShape(apiShape(scored))).toEqual(scored)
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
