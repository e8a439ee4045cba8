// An encoder that reads a few sentences at a time until its turn is over. It keeps what it has read, and the text continues there in its
// next turn. The scores are the same: sentences are encoded independently.
import type { Deep } from '@equipoise/score'
import { keepYoungest } from '../../ground/keep-youngest.ts'

type Reading = ReturnType<Deep['encoder']['read']>[number]
type Sentence = Parameters<Deep['encoder']['read']>[0][number]

/** About as many tokens as the encoder reads at once; that takes some 10 ms. */
const STEP_PIECES = 64
/** After this long other texts can go first. Without turns they could wait 17 seconds of CPU time for a text of 100,000 characters. */
const TURN_MS = 25
/** The work before the encoder is repeated in each turn (60 ms for 100,000 characters), so a turn lasts at least this multiple of it. */
const TURN_SHARE_MIN = 5
/** Unfinished texts whose readings are kept: some megabytes for a long one. Beyond that, the oldest start again. */
const KEPT_MAX = 8

/** Thrown to leave a text whose turn is over. */
export const TURN_OVER = new Error('the turn of this text is over')

export function createKeptReadings(nowMs: () => number) {
  /** By the number of the job; one list for each part of a long text. */
  const kept = new Map<number, Reading[][]>()
  return {
    /** Wraps the encoder for one turn of a text. */
    inSteps(deep: Deep, id: number): Deep {
      const startMs = nowMs()
      let untilMs = 0
      const parts = kept.get(id) ?? []
      keepYoungest(kept, id, parts, KEPT_MAX)
      let part = 0
      const read = (sentences: readonly Sentence[]): Reading[] => {
        untilMs ||= nowMs() + Math.max(TURN_MS, TURN_SHARE_MIN * (nowMs() - startMs))
        const readings = parts[part] ?? []
        parts[part++] = readings
        while (readings.length < sentences.length) {
          if (nowMs() >= untilMs) throw TURN_OVER
          readings.push(...deep.encoder.read(nextStep(sentences, readings.length)))
        }
        return readings
      }
      return { ...deep, encoder: { ...deep.encoder, read } }
    },
    forget: (id: number): void => void kept.delete(id),
  }
}

function nextStep(sentences: readonly Sentence[], from: number): readonly Sentence[] {
  let to = from
  for (let pieces = 0; to < sentences.length; to++) {
    pieces += sentences[to]?.length ?? 0
    if (pieces > STEP_PIECES && to > from) break
  }
  return sentences.slice(from, to)
}
