import { intAt } from '../numbers.ts'
import { kindOf, STOP } from './characters.ts'

// Words that are written as sentences.

interface Sentence {
  readonly end: number
  readonly from: number
  readonly to: number
}

interface Words<S> {
  readonly text: string
  readonly start: Int32Array
  readonly end: Int32Array
  readonly sentences: S[]
}

/** So many short sentences, one behind the other and most of them of one word, are one sentence with stops in it. */
const SINGLES_MIN = 3
const SHORT_WORDS_MAX = 3
const SINGLES_GAP_MAX = 6

// "The. corrupt. governor." is read as what it says.
export function joinSingles<S extends Sentence>(words: Words<S>): void {
  const { sentences } = words
  let kept = 0
  for (let at = 0; at < sentences.length; ) {
    let end = at + 1
    while (end < sentences.length && followsShort(words, sentences[end - 1] as S, sentences[end] as S)) end++
    const run = sentences.slice(at, end)
    if (countSingles(run) >= Math.max(SINGLES_MIN, run.length / 2)) sentences[kept++] = joinedSentence(run)
    else for (const sentence of run) sentences[kept++] = sentence
    at = end
  }
  sentences.length = kept
}

function countSingles(sentences: readonly Sentence[]): number {
  return sentences.filter(({ from, to }) => to - from === 1).length
}

function followsShort({ text, start, end }: Words<unknown>, one: Sentence, other: Sentence): boolean {
  if (one.to - one.from > SHORT_WORDS_MAX || other.to - other.from > SHORT_WORDS_MAX || other.from !== one.to)
    return false
  const [from, to] = [intAt(end, one.to - 1), intAt(start, other.from)]
  if (to - from > SINGLES_GAP_MAX) return false
  for (let at = from; at < to; at++) if (kindOf(text.charCodeAt(at)) === STOP) return true
  return false
}

function joinedSentence<S extends Sentence>(sentences: readonly S[]): S {
  const [first, last] = [sentences[0] as S, sentences[sentences.length - 1] as S]
  return { ...first, end: last.end, to: last.to }
}
