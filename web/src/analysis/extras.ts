// What the screens show of an analysis besides its score.
import type { Analysis } from '@equipoise/sdk'
import { formatCount, formatScore } from '../format.ts'
import { lengthOf } from './parts.ts'
import type { Analysed } from './use-service.ts'

/** A sentence because of which the certificate is withheld. */
type Withheld = Pick<Analysis['withheld_by'][number], 'start' | 'end' | 'message'>

interface Reason {
  readonly message: string
  readonly sentences: readonly Withheld[]
}

/** Each reason once, with its sentences; a repeated sentence only at its first place. */
export function reasonsIn(withheldBy: readonly Withheld[], text: string): Reason[] {
  const reasons = new Map<string, Map<string, Withheld>>()
  for (const one of withheldBy) {
    const sentences = reasons.get(one.message) ?? new Map()
    const words = text.slice(one.start, one.end)
    reasons.set(one.message, sentences.has(words) ? sentences : sentences.set(words, one))
  }
  return [...reasons].map(([message, sentences]) => ({
    message: sentences.size > 1 ? message.replace(/^This sentence/, 'Each of these sentences') : message,
    sentences: [...sentences.values()],
  }))
}

/** Whether the text is in a language that the score does not support, so that its numbers mean nothing. */
export function isForeign({ reason }: Pick<Analysis, 'reason'>): boolean {
  return reason === 'unsupported_language'
}

/** The score of the start of a longer text, which visitors can have checked. */
export function startWords(checked: Analysed | undefined, text: string): string | undefined {
  if (!checked || checked.text === text || !text.startsWith(checked.text)) return undefined
  const { ain_score: score, band } = checked.analysis
  return `First ${formatCount(lengthOf(checked.text))} characters: ${formatScore(score)}, ${band}`
}
