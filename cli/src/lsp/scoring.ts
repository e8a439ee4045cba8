import { setImmediate as turn } from 'node:timers/promises'
import { type Analysis, joinAnalyses, PART_CHARACTERS_MAX, splitText } from '@equipoise/score'
import { openAnalyzer } from '@equipoise/score/weights'
import type { Lists } from '../judging/scoring.ts'
import type { Tier } from '../reading/settings.ts'

// The result of `check`, for a text that changes with every key: parts that did not change are not scored again, nor are sentences
// within a part (the encoder remembers them), and a text that moved on is given up between two parts.

/** Parts that are remembered, of all documents: about 3 MB of text. */
const PARTS_MAX = 64

/** Undefined if the text has moved on. */
export type ScoreInTurns = (text: string, lists: Lists, isStale: () => boolean) => Promise<Analysis | undefined>

export function scoreInTurns(tier: Tier): ScoreInTurns {
  const analyze = openAnalyzer({ tier })
  const known = new Map<string, Analysis>()
  const scored = (text: string, lists: Lists): Analysis => {
    const key = `${JSON.stringify(lists)}\n${text}`
    const analysis = known.get(key) ?? analyze(text, lists)
    // Moved to the end: it is the oldest that are forgotten.
    known.delete(key)
    known.set(key, analysis)
    for (const oldest of known.keys()) {
      if (known.size <= PARTS_MAX) break
      known.delete(oldest)
    }
    return analysis
  }
  return async (text, lists, isStale) => {
    if (text.length <= PART_CHARACTERS_MAX) return scored(text, lists)
    const parts = splitText(text, PART_CHARACTERS_MAX)
    const analyses: Analysis[] = []
    for (const part of parts) {
      analyses.push(scored(part.text, lists))
      await turn()
      if (isStale()) return undefined
    }
    return joinAnalyses(parts, analyses)
  }
}
