import type { Scored } from './sentences.ts'

// The logits of a text's sentences → one logit for the text.

const SENTENCE_WORDS_MAX = 40
const LOUDEST_MAX = 3

// Half the mean over all sentences, half the mean over the three most loaded: one bad paragraph must not drown. `chosen` are the sentences that
// count, all of them unless said otherwise.
export function blendSentences(
  { sentences, units }: Scored,
  chosen: readonly number[] = [...sentences.keys()],
): number {
  const ranked = chosen.map((at) => ({ logit: sentences[at]?.logit ?? 0, weight: weightOf(units.sentences[at]) }))
  if (ranked.length === 1) return ranked[0]?.logit ?? 0
  ranked.sort((a, b) => b.logit - a.logit)
  const loudest = ranked.slice(0, Math.min(LOUDEST_MAX, Math.ceil(ranked.length / 2)))
  return (weightedMean(ranked) + weightedMean(loudest)) / 2
}

function weightOf(sentence: { from: number; to: number } | undefined): number {
  return sentence ? Math.min(SENTENCE_WORDS_MAX, sentence.to - sentence.from) : 0
}

function weightedMean(sentences: readonly { logit: number; weight: number }[]): number {
  let sum = 0
  let weight = 0
  for (const sentence of sentences) {
    sum += sentence.logit * sentence.weight
    weight += sentence.weight
  }
  return weight === 0 ? 0 : sum / weight
}
