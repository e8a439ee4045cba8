// What the screens show of an analysis besides its score.
import type { Analysis } from '@equipoise/sdk'

/** A sentence because of which the certificate is withheld. */
type Withheld = Pick<Analysis['withheld_by'][number], 'start' | 'end' | 'message'>

/** Lists a repeated sentence only at its first place. */
export function saidOnce(withheldBy: readonly Withheld[], text: string): Withheld[] {
  const wordsOf = ({ start, end, message }: Withheld) => `${text.slice(start, end)}\n${message}`
  const first = new Map(withheldBy.toReversed().map((one) => [wordsOf(one), one]))
  return withheldBy.filter((one) => first.get(wordsOf(one)) === one)
}

/** Whether the text is in a language that the score does not support, so that its numbers mean nothing. */
export function isForeign({ reason }: Pick<Analysis, 'reason'>): boolean {
  return reason === 'unsupported_language'
}
