import { suggestions, tones } from '@equipoise/score/lexicon'
import { everyday } from '../score/test/data/everyday.ts'

// Texts for measuring scorers, the same on every run: two of our own everyday sentences joined into one, with words replaced by others of
// our lists. Length, vocabulary and share of loaded words are close to news and encyclopedias (about 150 characters a sentence, one piece
// of evidence in 100), unlike a handful of short test sentences.

/** A short text for measurements that need only one. */
export const PARAGRAPH =
  'The council approved the new budget on Tuesday after a debate of two hours. Critics called the plan reckless, and the mayor said that it would pay for two new schools.'

const PLAIN_SHARE = 0.95
const EXCHANGED_SHARE = 0.25
const LETTERS_MIN = 5
const JOINTS = ['and', 'but', 'while', 'because', 'although', 'so', 'after', 'before', 'since', 'when']

type Random = () => number

export function makeSentences(count: number): string[] {
  const random = makeRandom(20_261_115)
  const words = wordPool()
  const plain = everyday.filter(({ band }) => band === 'neutral')
  const loaded = everyday.filter(({ band }) => band !== 'neutral')
  const pickText = () => pick(random() < PLAIN_SHARE ? plain : loaded, random).text
  return Array.from({ length: count }, () => {
    const text = joinPair(pickText(), pickText(), pick(JOINTS, random))
    return flat(text.replace(/\p{Ll}+/gu, (word) => (isExchanged(word, random) ? pick(words, random) : word)))
  })
}

function joinPair(first: string, second: string, joint: string): string {
  return `${first.replace(/[.!?]+$/, '')}, ${joint} ${second.slice(0, 1).toLowerCase()}${second.slice(1)}`
}

export function joinTexts(sentences: readonly string[], units: number): string[] {
  const texts: string[] = []
  let text = ''
  for (const sentence of sentences) {
    text += `${sentence} `
    if (text.length < units) continue
    texts.push(flat(text.slice(0, units)))
    text = ''
  }
  return texts
}

function wordPool(): string[] {
  const listed = [...suggestions.values(), ...tones.keys()]
  const all = [...everyday.map(({ text }) => text), ...listed].flatMap((text) => text.match(/\p{Ll}+/gu) ?? [])
  return [...new Set(all)].filter((word) => word.length >= LETTERS_MIN)
}

function isExchanged(word: string, random: Random): boolean {
  return word.length >= LETTERS_MIN && random() < EXCHANGED_SHARE
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T
}

// Flat strings, as a request delivers them.
function flat(text: string): string {
  return Buffer.from(text).toString()
}

function makeRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
