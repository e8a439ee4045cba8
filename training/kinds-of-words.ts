import { categories, splitWords } from '@equipoise/score/lexicon'
import { FLAG } from '@equipoise/score/reading'
import { attributionVerbs, negations } from './attribution.ts'

// What kind of word a word is, as bits of the model's vocabulary; the style of a sentence is counted from them.

const first = new Set(
  splitWords("i me my mine myself we us our ours ourselves i'm i've i'd i'll we're we've we'd we'll"),
)
const second = new Set(splitWords("you your yours yourself yourselves you're you've you'd you'll"))
const modals = new Set(splitWords('must should ought shall need needs'))
const superlatives = new Set(splitWords('most best worst least greatest biggest finest'))
const noAdverbs = new Set(
  splitWords('only family early daily july italy supply apply reply rely ally fly assembly monthly weekly likely'),
)

export function flagsOf(word: string): number {
  const category = categories.get(word)?.category
  let flags = 0
  if (first.has(word)) flags |= FLAG.first
  if (second.has(word)) flags |= FLAG.second
  if (word.length > 4 && word.endsWith('ly') && !noAdverbs.has(word)) flags |= FLAG.adverb
  if (category === 'intensifier') flags |= FLAG.intensifier
  if (category === 'absolutist') flags |= FLAG.absolutist
  if (modals.has(word)) flags |= FLAG.modal
  if (superlatives.has(word) || (word.length > 6 && word.endsWith('iest'))) flags |= FLAG.superlative
  if (attributionVerbs.has(word) || word === 'according') flags |= FLAG.report
  if (negations.has(word) || word.endsWith("n't")) flags |= FLAG.negation
  if (word === 'i' || word.startsWith("i'")) flags |= FLAG.kept
  return flags
}
