import { readFileSync } from 'node:fs'
import { analyze } from '@equipoise/score'
import {
  CERTIFIED_MIN,
  FALLS_FROM,
  FALLS_TO,
  FALLS_UNTIL,
  INSULT_MAX,
  INSULTS_SHARE_MIN,
  LOADED_MAX,
  MODERATE_MIN,
  SHORT_TEXT_MAX,
} from '@equipoise/score/certificate'
import { readDeep, readModel } from '@equipoise/score/weights'
import { describe, expect, it, test } from 'vitest'

// The numbers in the guide on scores and in the model card match the service.

// With line breaks removed.
const pageAt = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').replace(/\s+/g, ' ')
const guide = pageAt('docs/guide/neutrality.md')
const stated = (pattern: RegExp, page = guide): number[] => {
  const found = pattern.exec(page)
  if (!found) throw new Error(`The page no longer says ${pattern}`)
  return found.slice(1).map((number) => Number(number.replaceAll(',', '')))
}

describe('the guide on scores', () => {
  it('states the bands and the limits of the certificate', () => {
    expect
      .soft(stated(/`biased` below ([\d.]+), `moderate` up to ([\d.]+), `neutral` from ([\d.]+)/))
      .toEqual([MODERATE_MIN, CERTIFIED_MIN, CERTIFIED_MIN])
    expect.soft(stated(/the score is at least ([\d.]+), the text/)).toEqual([CERTIFIED_MIN])
    expect.soft(stated(/below ([\d.]+) in a text of up to (\d+) sentences/)).toEqual([LOADED_MAX.deep, FALLS_FROM])
    expect
      .soft(stated(/with the length to ([\d.]+) at (\d+) sentences/))
      .toEqual([LOADED_MAX.deep * FALLS_TO, FALLS_UNTIL])
    expect.soft(stated(/Below ([\d.]+) at any length if it insults/)).toEqual([INSULT_MAX.deep])
    expect.soft(stated(/scores below ([\d.]+), names a group/)).toEqual([MODERATE_MIN])
    expect
      .soft(
        stated(
          /so does at least 1 sentence in (\d+) \(in a text of more than (\d+) sentences only those below ([\d.]+) count/,
        ),
      )
      .toEqual([1 / INSULTS_SHARE_MIN, SHORT_TEXT_MAX, MODERATE_MIN])
    expect
      .soft(stated(/limits for `loaded` are lower \(([\d.]+), and ([\d.]+) with an insult\)/))
      .toEqual([LOADED_MAX.words, INSULT_MAX.words])
  })

  it('shows an example with the score that the service gives', () => {
    const text = /Take "([^"]+)"/.exec(guide)?.[1]?.replace(/\s+/g, ' ') ?? ''
    const [whole, first, weight, others] = stated(
      /It scores ([\d.]+); its first sentence scores\s+([\d.]+) because of "\w+" \(weight ([\d.]+), suggestion "\w+"\), and the other two score above (\d\.\d+)/,
    )
    const { ainScore, sentences, evidence } = analyze(readModel('default'), text, { deep: readDeep('default') })
    expect(whole).toBeCloseTo(ainScore, 2)
    expect(first).toBeCloseTo(sentences[0]?.ainScore ?? 0, 2)
    expect(evidence[0]).toMatchObject({ text: 'slammed', weight, suggestion: 'criticised' })
    for (const { ainScore: ain } of sentences.slice(1)) expect(ain).toBeGreaterThan(others ?? 1)
  })
})

test('the model card states the same limits of one sentence', () => {
  const card = pageAt('docs/model-card.md')
  const [short, long, sentences] = stated(
    /below ([\d.]+) in a text of up to ten sentences, falling to ([\d.]+) at (\d+)/,
    card,
  )
  expect.soft([short, FALLS_FROM]).toEqual([LOADED_MAX.deep, 10])
  expect.soft([long, sentences]).toEqual([LOADED_MAX.deep * FALLS_TO, FALLS_UNTIL])
  expect.soft(stated(/below ([\d.]+) with an insult at any length/, card)).toEqual([INSULT_MAX.deep])
})
