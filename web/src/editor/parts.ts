// A long text is scored in parts, each as large as the service takes, and shown as one result.
import type { Analysis } from '@equipoise/sdk'
import { bandOf } from './bands.ts'

export interface Part {
  readonly start: number
  readonly text: string
}

/** How many characters the service counts. */
export function lengthOf(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Pieces of at most so many characters, cut at a paragraph where there is one, else at a sentence, else at a space. */
export function partsOf(text: string, charactersMax: number): Part[] {
  const parts: Part[] = []
  let start = 0
  while (start < text.length) {
    const limit = endAfter(text, start, charactersMax)
    const end = limit === text.length ? limit : cutBefore(text, start, limit)
    parts.push({ start, text: text.slice(start, end) })
    start = end
  }
  return parts
}

/** The index after at most so many code points. */
function endAfter(text: string, start: number, charactersMax: number): number {
  let end = start
  for (let count = 0; count < charactersMax && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  }
  return end
}

/** A part is at least half as large as it may be, or the text would fall into crumbs. */
function cutBefore(text: string, start: number, limit: number): number {
  const earliest = start + Math.floor((limit - start) / 2)
  for (const border of ['\n\n', '\n', '. ', ' ']) {
    const at = text.lastIndexOf(border, limit - border.length)
    if (at >= earliest) return at + border.length
  }
  return limit
}

/** One result: the score is the average, weighted by words; it is certified only where every part is. */
export function joined(parts: readonly Part[], analyses: readonly Analysis[]): Analysis {
  const [only] = analyses
  if (!only) throw new RangeError('there is nothing to join')
  if (analyses.length === 1) return only
  const words = analyses.reduce((sum, { word_count }) => sum + word_count, 0)
  const average = (pick: (one: Analysis) => number) =>
    analyses.reduce((sum, one) => sum + pick(one) * one.word_count, 0) / Math.max(1, words)
  const moved = <T extends { start: number; end: number }>(pick: (one: Analysis) => readonly T[]): T[] =>
    analyses.flatMap((one, i) => {
      const by = parts[i]?.start ?? 0
      return pick(one).map((item) => ({ ...item, start: item.start + by, end: item.end + by }))
    })
  const ain = average(({ ain_score }) => ain_score)
  const directions = new Set(analyses.map(({ bias_direction }) => bias_direction).filter((one) => one !== 'neutral'))
  const [direction = 'neutral', ...others] = directions
  return {
    ...only,
    ain_score: ain,
    band: bandOf(ain),
    svc_certified: analyses.every(({ svc_certified }) => svc_certified),
    bias_direction: others.length > 0 ? 'mixed' : direction,
    word_count: words,
    word_ratios: {
      positive: average(({ word_ratios }) => word_ratios.positive),
      negative: average(({ word_ratios }) => word_ratios.negative),
      loaded: average(({ word_ratios }) => word_ratios.loaded),
      neutral: average(({ word_ratios }) => word_ratios.neutral),
    },
    confidence: Math.min(...analyses.map(({ confidence }) => confidence)),
    sentences: moved(({ sentences }) => sentences),
    evidence: moved(({ evidence }) => evidence),
  }
}
