import * as loaded from './everyday-loaded.ts'
import { plainTexts } from './everyday-plain.ts'

type EverydayBand = 'neutral' | 'moderate' | 'biased'
type EverydayDirection = 'neutral' | 'positive_leaning' | 'negative_leaning' | 'mixed'
type EverydayKind = keyof typeof plainTexts | 'praise' | 'attack' | 'propaganda' | 'peacock' | 'opinion'
type EverydayText = { text: string; kind: EverydayKind; band: EverydayBand; direction: EverydayDirection }

// The everyday check set, written for this project: what an attentive reader expects of each text.
// It is judged in aggregate (shares per kind), never used for training or for fitting a threshold.
export const everyday: readonly EverydayText[] = [
  ...Object.entries(plainTexts).flatMap(([kind, block]) =>
    textsOf(block, { kind: kind as keyof typeof plainTexts, band: 'neutral', direction: 'neutral' }),
  ),
  ...textsOf(loaded.praiseTexts, { kind: 'praise', band: 'biased', direction: 'positive_leaning' }),
  ...textsOf(loaded.attackTexts, { kind: 'attack', band: 'biased', direction: 'negative_leaning' }),
  ...textsOf(loaded.propagandaAgainst, { kind: 'propaganda', band: 'biased', direction: 'negative_leaning' }),
  ...textsOf(loaded.propagandaFor, { kind: 'propaganda', band: 'biased', direction: 'positive_leaning' }),
  ...textsOf(loaded.propagandaMixed, { kind: 'propaganda', band: 'biased', direction: 'mixed' }),
  ...textsOf(loaded.peacockTexts, { kind: 'peacock', band: 'biased', direction: 'positive_leaning' }),
  ...textsOf(loaded.opinionsFor, { kind: 'opinion', band: 'moderate', direction: 'positive_leaning' }),
  ...textsOf(loaded.opinionsAgainst, { kind: 'opinion', band: 'moderate', direction: 'negative_leaning' }),
  ...textsOf(loaded.opinionsMixed, { kind: 'opinion', band: 'moderate', direction: 'mixed' }),
]

function textsOf(block: string, expected: Omit<EverydayText, 'text'>): EverydayText[] {
  return block
    .trim()
    .split('\n')
    .map((text) => ({ text, ...expected }))
}
