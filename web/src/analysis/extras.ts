// Fields that newer scorers add to an analysis. A deployment with an older one does not send them, so they are read with care.
import type { Analysis } from '@equipoise/sdk'

interface Span {
  readonly start: number
  readonly end: number
}

/** A sentence for which the certificate is withheld. */
interface Withheld extends Span {
  /** Why, and what would lift it. */
  readonly message: string
}

interface Extras {
  readonly withheldBy: readonly Withheld[]
  /** How many loaded words are not in the list. */
  readonly missing: number
  /** How many sides are heard, 0 to 1; experimental. */
  readonly balance: number | undefined
}

export function extrasOf(analysis: Analysis): Extras {
  const { withheld_by, evidence_truncated, balance } = analysis as Analysis & Record<string, unknown>
  return {
    withheldBy: Array.isArray(withheld_by) ? withheld_by.flatMap((one) => spanOf(one, analysis)) : [],
    missing: typeof evidence_truncated === 'number' ? evidence_truncated : 0,
    balance: typeof balance === 'number' ? balance : undefined,
  }
}

const MESSAGE = 'This sentence takes a side so strongly that the whole text is not certified.'

/** A sentence is named by its place in the text, or by its number. */
function spanOf(one: unknown, { sentences }: Pick<Analysis, 'sentences'>): Withheld[] {
  if (typeof one === 'number') {
    const sentence = sentences[one]
    return sentence ? [{ start: sentence.start, end: sentence.end, message: MESSAGE }] : []
  }
  if (typeof one !== 'object' || one === null) return []
  const { start, end, message } = one as Record<string, unknown>
  if (typeof start !== 'number' || typeof end !== 'number') return []
  return [{ start, end, message: typeof message === 'string' ? message : MESSAGE }]
}

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
