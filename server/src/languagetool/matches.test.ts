import { analyze } from '@equipoise/score'
import { readModel } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { plainText } from './annotated-text.ts'
import { matchesOf } from './matches.ts'

test('a match carries its sentence or, if that is too long, the text around the match', () => {
  const choice = {
    enabledRules: [],
    disabledRules: [],
    enabledCategories: [],
    disabledCategories: [],
    enabledOnly: false,
  }
  const endless = 'The shameful, disgraceful bill, '.repeat(500)
  const short = 'The shameful bill is a disgrace.'
  for (const [text, lengthMax] of [
    [endless, 1_000],
    [short, short.length],
  ] as const) {
    const matches = matchesOf(analyze(readModel('default'), text), plainText(text), { choice, picky: true })
    expect(matches.length).toBeGreaterThan(0)
    for (const { sentence, offset, length } of matches) {
      expect(sentence).toContain(text.slice(offset, offset + length))
      expect(sentence.length).toBeLessThanOrEqual(lengthMax)
    }
  }
})
