import { sentenceAt } from '../numbers.ts'
import { borrowSmallRoom, readText } from '../reading/reading.ts'
import { allReplaced, type Suggested } from '../rewriting/rewriting.ts'
import { type Model, scoreUnits } from '../scoring/scoring.ts'

// A suggestion is kept only if its sentence scores higher with it, once the others of the sentence are in place: beside another
// loaded word, one plain word says little. The words alone are scored, with the encoder too: it takes a thousandth of the time,
// and what we suggest are words.

interface Piece extends Suggested {
  readonly kind: string
}

interface Stretch {
  readonly start: number
  readonly end: number
}

/** `sentences` in the order of the text. A caller's own suggestions are kept. */
export function withGain<T extends Piece>(
  model: Model,
  text: string,
  { evidence, sentences }: { evidence: readonly T[]; sentences: readonly Stretch[] },
): readonly T[] {
  const suggested = evidence.filter(({ suggestion, kind }) => suggestion !== undefined && kind !== 'flagged')
  if (suggested.length === 0) return evidence
  const useless = new Set<T>()
  for (const [{ start, end }, own] of bySentence(suggested, sentences)) {
    const without = (left?: T): number => {
      const moved = own
        .filter((one) => one !== left)
        .map((one) => ({ ...one, start: one.start - start, end: one.end - start }))
      return logitOf(model, allReplaced(text.slice(start, end), moved))
    }
    const best = without()
    for (const one of own) if (without(one) <= best) useless.add(one)
  }
  return evidence.map((one) => {
    if (!useless.has(one)) return one
    const { suggestion: _, ...rest } = one
    return rest as T
  })
}

function bySentence<T extends Stretch>(suggested: readonly T[], sentences: readonly Stretch[]): Map<Stretch, T[]> {
  const found = new Map<Stretch, T[]>()
  for (const one of suggested) {
    const sentence = sentenceAt(sentences, one.start)
    if (!sentence || one.end > sentence.end) continue
    const own = found.get(sentence)
    if (own) own.push(one)
    else found.set(sentence, [one])
  }
  return found
}

function logitOf(model: Model, sentence: string): number {
  const { sentences } = scoreUnits(model, readText(model, sentence, borrowSmallRoom(sentence)))
  return Math.max(...sentences.map(({ logit }) => logit))
}
