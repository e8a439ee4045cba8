import { findCodes } from '../lexicon/lexicon.ts'
import { intAt } from '../numbers.ts'
import { quotationsIn } from '../reading/reading.ts'
import type { Scored } from '../scoring/scoring.ts'

// Who says what a code is reports it.
const CODE_NAMED =
  /\bnazis?\b|\bneo-nazi|racis[mt]|supremacis[mt]|anti-?semit|\bslurs?\b|\bslogans?\b|\bhashtags?\b|discriminat/i

const NONE_CODED: ReadonlySet<number> = new Set()

/** The sentences that say a code for hatred themselves. */
export function codedSentences({ units }: Scored): ReadonlySet<number> {
  const { words, first, last } = units
  const codes = findCodes(words.text)
  if (codes.length === 0) return NONE_CODED
  const quoted = quotationsIn(units).map(({ from, to }) => [
    intAt(words.start, intAt(first, from)),
    intAt(words.end, intAt(last, to - 1)),
  ])
  const found = codes.filter((at) => !quoted.some(([from = 0, to = 0]) => from <= at && at < to))
  const coded = found.map((at) => words.sentences.findIndex(({ end }) => at < end))
  return new Set(
    coded.filter((at) => !CODE_NAMED.test(words.text.slice(words.sentences[at]?.start, words.sentences[at]?.end))),
  )
}
