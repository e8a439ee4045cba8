import { setImmediate as turn } from 'node:timers/promises'
import { type Analysis, joinAnalyses, PART_CHARACTERS_MAX, splitText } from '@equipoise/score'
import { openAnalyzer } from '@equipoise/score/weights'
import type { Lists } from '../judging/scoring.ts'
import type { Tier } from '../reading/settings.ts'

// Scores like `check`, for a text that changes with every key: unchanged parts are not scored again, nor are unchanged sentences (the
// encoder caches them), and a changed text is abandoned between two parts.

/** How many parts are cached for all documents: about 3 MB of text. */
const PARTS_MAX = 64

/** Undefined if the text has changed meanwhile. */
export type ScoreInTurns = (text: string, lists: Lists, isStale: () => boolean) => Promise<Analysis | undefined>

export function scoreInTurns(tier: Tier): ScoreInTurns {
  const analyze = openAnalyzer({ tier })
  const known = new Map<string, Analysis>()
  const scored = (text: string, lists: Lists): Analysis => {
    const key = `${JSON.stringify(lists)}\n${text}`
    const analysis = known.get(key) ?? analyze(text, lists)
    // Moved to the end, so that the least recently used parts are dropped.
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
