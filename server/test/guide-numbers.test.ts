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
} from '@equipoise/score/certificate'
import { readDeep, readModel } from '@equipoise/score/weights'
import { describe, expect, it } from 'vitest'

// Every number that the guide on scores states is the one that the service has.

// However its lines are wrapped.
const guide = readFileSync(new URL('../../docs/guide/neutrality.md', import.meta.url), 'utf8').replace(/\s+/g, ' ')
const stated = (pattern: RegExp): number[] => {
  const found = pattern.exec(guide)
  if (!found) throw new Error(`The guide no longer says ${pattern}`)
  return found.slice(1).map((number) => Number(number.replaceAll(',', '')))
}

describe('the guide on scores', () => {
  it('states the bands and the limits of the certificate', () => {
    expect(stated(/`biased` below ([\d.]+), `moderate` up to ([\d.]+), `neutral` from ([\d.]+)/)).toEqual([
      MODERATE_MIN,
      CERTIFIED_MIN,
      CERTIFIED_MIN,
    ])
    expect(stated(/the score is at least ([\d.]+), the text/)).toEqual([CERTIFIED_MIN])
    expect(stated(/below ([\d.]+) in a text of up to (\d+) sentences/)).toEqual([LOADED_MAX.deep, FALLS_FROM])
    expect(stated(/with the length to ([\d.]+) at (\d+) sentences/)).toEqual([LOADED_MAX.deep * FALLS_TO, FALLS_UNTIL])
    expect(stated(/Below ([\d.]+) at any length if it insults/)).toEqual([INSULT_MAX.deep])
    expect(stated(/scores below ([\d.]+), names a group/)).toEqual([MODERATE_MIN])
    expect(stated(/scores below ([\d.]+), and so does at least 1 sentence in (\d+)/)).toEqual([
      MODERATE_MIN,
      1 / INSULTS_SHARE_MIN,
    ])
    expect(stated(/limits for `loaded` are lower \(([\d.]+), and ([\d.]+) with an insult\)/)).toEqual([
      LOADED_MAX.words,
      INSULT_MAX.words,
    ])
  })

  it('shows an example that the service scores so', () => {
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
