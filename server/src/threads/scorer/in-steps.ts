// An encoder that reads a few sentences at a time and can be asked to break off in between. What it has read by then is kept, so a text
// that was paused goes on where it stopped. The scores are the same: a sentence is read by itself, whatever is read beside it.
import type { Deep } from '@equipoise/score'
import { keepYoungest } from '../../ground/keep-youngest.ts'
import { BrokenOff, type Turn } from '../threads.ts'

type Reading = ReturnType<Deep['encoder']['read']>[number]
type Sentence = Parameters<Deep['encoder']['read']>[0][number]

/** About as many pieces as the encoder reads in one go; that takes some 10 ms. */
const STEP_PIECES = 64
/** So long it reads before it makes way: beginning again costs something, too. */
const SLICE_MIN_MS = 25
/** Paused texts whose readings are kept: some megabytes for a long one. The oldest begin again. */
const PAUSED_MAX = 8

export function createKeptReadings(nowMs: () => number) {
  /** By the number of the job; one list for each part of a long text. */
  const paused = new Map<number, Reading[][]>()
  return {
    /** For one run over a text. */
    inSteps(deep: Deep, turn: Turn): Deep {
      const untilMs = nowMs() + SLICE_MIN_MS
      const parts = (turn.id === undefined ? undefined : paused.get(turn.id)) ?? []
      let part = 0
      const breakOffIfAsked = (): void => {
        const wish = turn.wish()
        if (wish === undefined || (wish === 'pause' && nowMs() < untilMs)) return
        if (turn.id !== undefined) {
          if (wish === 'pause') keepYoungest(paused, turn.id, parts, PAUSED_MAX)
          else paused.delete(turn.id)
        }
        throw new BrokenOff(wish)
      }
      const read = (sentences: readonly Sentence[]): Reading[] => {
        const readings = parts[part] ?? []
        parts[part++] = readings
        while (readings.length < sentences.length) {
          breakOffIfAsked()
          readings.push(...deep.encoder.read(nextStep(sentences, readings.length)))
        }
        return readings
      }
      return { ...deep, encoder: { ...deep.encoder, read } }
    },
    forget({ id }: Turn): void {
      if (id !== undefined) paused.delete(id)
    },
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
