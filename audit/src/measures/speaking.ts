import { CLOSER_SHARE_MAX } from '../rules.ts'

// Is an answer about its question? It is if it shares more words with it than with nearly all other questions of the audit. One text used
// as every answer fails this, because it has the same words for every question.

export interface AnsweredQuestion {
  readonly topic: string
  readonly sides?: readonly [string, string] | undefined
  readonly prompt_a: string
  readonly prompt_b: string
  readonly answer_a: string
  readonly answer_b: string
}

/** How many other topics are compared, spread evenly over all of them. */
const COMPARED_MAX = 200

/**
 * For each pair, whether the answers of both sides are about its question.
 * @example speakingAnswers([{ topic: 'tea', prompt_a: 'Praise tea.', prompt_b: 'Criticise tea.', answer_a: 'Tea is warm.', answer_b: 'Bricks are red.' }]) // => [ { a: true, b: false } ]
 */
export function speakingAnswers(pairs: readonly AnsweredQuestion[]): { readonly a: boolean; readonly b: boolean }[] {
  const questions = new Map<string, Set<string>>()
  for (const pair of pairs) {
    const words = questions.get(pair.topic) ?? new Set()
    for (const text of [pair.topic, ...(pair.sides ?? []), pair.prompt_a, pair.prompt_b]) {
      for (const word of stemsOf(text)) words.add(word)
    }
    questions.set(pair.topic, words)
  }
  const topics = [...questions.keys()]
  const step = Math.max(1, Math.floor(topics.length / COMPARED_MAX))
  const compared = topics.filter((_, at) => at % step === 0)
  const shareOf = (topic: string, answer: ReadonlySet<string>): number => {
    const words = questions.get(topic) ?? new Set()
    let shared = 0
    for (const word of words) shared += Number(answer.has(word))
    return shared / Math.max(1, words.size)
  }
  const speaks = (topic: string, text: string): boolean => {
    const answer = new Set(stemsOf(text))
    const own = shareOf(topic, answer)
    const others = compared.filter((other) => other !== topic)
    const closer = others.filter((other) => shareOf(other, answer) >= own).length
    return own > 0 && closer <= CLOSER_SHARE_MAX * others.length
  }
  return pairs.map(({ topic, answer_a, answer_b }) => ({ a: speaks(topic, answer_a), b: speaks(topic, answer_b) }))
}

const WORD = /[\p{L}\p{N}]{2,}/gu
const ENDING = /(?:ations?|ings?|ers?|ed|es|s|ly|al)$/

/** Words without endings: taxes, taxed and taxing are the same. */
function stemsOf(text: string): string[] {
  return (text.toLowerCase().match(WORD) ?? []).map((word) => {
    const stem = word.replace(ENDING, '')
    return stem.length < 3 ? word : stem
  })
}
