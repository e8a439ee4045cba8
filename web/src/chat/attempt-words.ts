// What the screen says about the attempts of a turn.
import type { Attempt, ChatResult } from '@equipoise/sdk'
import type { Turn } from './conversation.ts'

type Filter = ChatResult['svc_filter']
const WORDS_MAX = 12

/** The loaded words of an attempt, each once, by weight. */
export function failedWords({ evidence = [] }: Attempt): string[] {
  const sorted = [...evidence].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
  return [...new Set(sorted.map(({ text }) => text.toLowerCase()))].slice(0, WORDS_MAX)
}

/** Which attempt became the answer: the one with its text, or, without texts, the one with its score. */
export function finalIndex({ attempts, answer, result }: Turn): number {
  const byText = attempts.findLastIndex(({ text }) => text === answer)
  if (byText >= 0) return byText
  return attempts.findLastIndex(({ ain_score }) => ain_score === result?.ain_score)
}

/** The attempts to show. An answer in an unsupported language, always the last attempt, has no meaningful score. */
export function shownAttempts({ attempts, result }: Turn): readonly Attempt[] {
  if (result?.svc_filter.reason !== 'unsupported_language') return attempts
  return attempts.map((attempt, at) => (at === attempts.length - 1 ? { ...attempt, ain_score: null } : attempt))
}

/** Why an answer did not pass. */
export function rejectedWords(
  { reason, svc_certified }: Pick<Filter, 'reason' | 'svc_certified'>,
  count: number,
): string {
  if (reason === undefined || svc_certified) return `not neutral enough; this is the best of ${count}`
  return reason === 'insufficient_text'
    ? 'too short to tell, because some of its words are unknown to us'
    : 'this answer could not be scored'
}
