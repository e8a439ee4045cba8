import { allReplaced } from '@equipoise/score/rewriting'
import { openAnalyzer } from '@equipoise/score/weights'
import { expect, test } from 'vitest'
import { SAMPLES } from './samples.ts'

const analyze = openAnalyzer({ weights: 'default', tier: 'default' })

test.each(SAMPLES)(
  '$name: with all suggestions the sample scores above 0.6, and none of our words is marked',
  ({ text }) => {
    const { evidence } = analyze(text)
    const fixed = allReplaced(text, evidence)
    const after = analyze(fixed)
    expect(after.ainScore).toBeGreaterThan(0.6)
    const ours = evidence.flatMap(({ suggestion }) => (suggestion ? [suggestion] : []))
    expect(after.evidence.map((one) => one.text).filter((word) => ours.includes(word))).toEqual([])
  },
)
