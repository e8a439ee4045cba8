// The analysis that is shown until the service has checked the current text.
import type { Analysis } from '@equipoise/sdk'
import { bandOf } from '../marked/bands.ts'
import type { Checked, LiveAnswer } from './live-scorer.ts'

/**
 * Sentences that the service has scored keep its scores and evidence; the others have those of the small model. The score of the whole
 * text moves from the service's last score by as much as the small model's score moved, so that it does not jump when the service
 * responds; in a text that has little of that one, by less. Only the service certifies.
 */
export function liveAnalysis({ text, ignored, analysis, anchored, anchor: checked }: LiveAnswer): Analysis {
  if (!checked || !anchored) return { ...analysis, svc_certified: false }
  const known = sentencesOf(checked, wordsOnOne(ignored, checked.ignored))
  const seen = analysis.sentences.map(({ start, end }) => known.get(text.slice(start, end)))
  const owner = sentenceFinder(analysis.sentences)
  const isSeen = (at: number) => seen[owner(at)] !== undefined
  const sentences = analysis.sentences.map((one, i) => ({ ...one, ain_score: seen[i]?.score ?? one.ain_score }))
  const fromService = analysis.sentences.flatMap(({ start }, i) =>
    (seen[i]?.evidence ?? []).map((one) => ({ ...one, start: one.start + start, end: one.end + start })),
  )
  const ownEvidence = analysis.evidence.filter(({ start }) => !isSeen(start))
  const score = clamp(analysis.ain_score + anchored.share * (checked.analysis.ain_score - anchored.score))
  return {
    ...analysis,
    ain_score: score,
    band: bandOf(score),
    svc_certified: false,
    sentences,
    evidence: [...fromService, ...ownEvidence].sort((a, b) => b.weight - a.weight),
  }
}

interface KnownSentence {
  readonly score: number
  readonly evidence: Analysis['evidence']
}

/** Keyed by the words of the sentence; offsets of the evidence count from its start. Leaves out sentences with a word of `changed`. */
function sentencesOf({ text, analysis }: Checked, changed: readonly string[]): Map<string, KnownSentence> {
  const known = new Map<string, KnownSentence>()
  const owner = sentenceFinder(analysis.sentences)
  const within = analysis.sentences.map((): Analysis['evidence'] => [])
  for (const one of analysis.evidence) {
    const at = owner(one.start)
    const sentence = analysis.sentences[at]
    if (!sentence || one.end > sentence.end) continue
    within[at]?.push({ ...one, start: one.start - sentence.start, end: one.end - sentence.start })
  }
  analysis.sentences.forEach(({ start, end, ain_score: score }, i) => {
    const sentence = text.slice(start, end)
    const isChanged = changed.length > 0 && changed.some((word) => sentence.toLowerCase().includes(word))
    if (!isChanged) known.set(sentence, { score, evidence: within[i] ?? [] })
  })
  return known
}

/** Binary search, since a long text has hundreds of sentences and each loaded word looks up its own. */
function sentenceFinder(sentences: Analysis['sentences']): (at: number) => number {
  return (at) => {
    let low = 0
    let high = sentences.length - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const { start, end } = sentences[middle] ?? { start: 0, end: 0 }
      if (at < start) high = middle - 1
      else if (at >= end) low = middle + 1
      else return middle
    }
    return -1
  }
}

/** Words that are in exactly one of the two lists. */
function wordsOnOne(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((word) => !other.includes(word)), ...other.filter((word) => !one.includes(word))]
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score))
}
