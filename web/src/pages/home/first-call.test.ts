import { analyze } from '@equipoise/score'
import { apiShape } from '@equipoise/score/api-shape'
import { readDeep, readModel } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { FIRST_TEXT, shownResponse } from './first-call.ts'

test('every number and word of the response on the home page comes from the shipped model', () => {
  const analysis = apiShape(analyze(readModel('default'), FIRST_TEXT, { deep: readDeep('default') }))
  const shown = shownResponse(analysis)
  const whole = JSON.parse(shown.replaceAll(/, …/g, ''))
  expect(whole.evidence).toHaveLength(1)
  expect(analysis).toMatchObject({ ...whole, evidence: expect.anything() })
  expect(analysis.evidence[0]).toMatchObject(whole.evidence[0])
  expect(analysis.evidence.length).toBeGreaterThan(1)
})
