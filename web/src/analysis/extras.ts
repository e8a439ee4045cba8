// What the screens read out of an analysis beside its score.
import type { Analysis } from '@equipoise/sdk'

/** A sentence for which the certificate is withheld. */
type Withheld = Pick<Analysis['withheld_by'][number], 'start' | 'end' | 'message'>

/** A sentence that comes several times is told once, where it stands first. */
export function saidOnce(withheldBy: readonly Withheld[], text: string): Withheld[] {
  const wordsOf = ({ start, end, message }: Withheld) => `${text.slice(start, end)}\n${message}`
  const first = new Map(withheldBy.toReversed().map((one) => [wordsOf(one), one]))
  return withheldBy.filter((one) => first.get(wordsOf(one)) === one)
}

/** Whether the text is in a language that the score is not made for: then nothing of it means anything. */
export function isForeign({ reason }: Pick<Analysis, 'reason'>): boolean {
  return reason === 'unsupported_language'
}
